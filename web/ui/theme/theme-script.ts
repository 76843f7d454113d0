// The server's head tags import this module; it must not load React before the renderer has chosen between its builds.

/** The colours of the browser's own interface: the paper colours of `theme.css`, which a meta tag can't read. */
export const themeColors = { light: '#fcfbf9', dark: '#141317' } as const;

export const themeKey = 'journal-theme';

/** Runs in the head, after the meta tags, before first paint: marks that scripts run and applies the stored theme. */
export const themeScript = `(r=>{r.classList.add('js');try{const t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark'){r.dataset.theme=t;for(const m of document.querySelectorAll('meta[name=theme-color]'))m.content=t==='dark'?'${themeColors.dark}':'${themeColors.light}'}}catch{}})(document.documentElement)`;
