import { themeKey } from './theme.ts';
import { themeColors } from './theme-colors.ts';

/**
 * Runs in the head before anything is painted: says that scripts run and applies the theme that was chosen on an
 * earlier visit, so that no page flashes in the wrong one, nor the browser's own bars. Stands after the metas.
 */
export const themeScript = `(r=>{r.classList.add('js');try{const t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark'){r.dataset.theme=t;for(const m of document.querySelectorAll('meta[name=theme-color]'))m.content=t==='dark'?'${themeColors.dark}':'${themeColors.light}'}}catch{}})(document.documentElement)`;
