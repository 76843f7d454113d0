import { themeKey } from './theme.ts';

/**
 * Runs in the head before anything is painted: says that scripts run and applies the theme that was chosen on an
 * earlier visit, so that no page flashes in the wrong one.
 */
export const themeScript = `(r=>{r.classList.add('js');try{const t=localStorage.getItem('${themeKey}');if(t==='light'||t==='dark')r.dataset.theme=t}catch{}})(document.documentElement)`;
