import { themeScript } from '../ui/theme/theme-script.ts';

/**
 * Loads the page anew when its first script, or one that says so by an event, can't be had although the server answers, as
 * after a deployment. Does so once: a page that was itself loaded by a reload stays as it is.
 */
const reloadScript = `(r=>{addEventListener('journal:scripts-lost',r);addEventListener('error',({target:t})=>t.type==='module'&&r(),true)})(()=>performance.getEntriesByType('navigation')[0]?.type!=='reload'&&fetch(location.href,{method:'HEAD'}).then(({ok})=>ok&&location.reload(),()=>{}))`;

/** The script in the head of every page; it runs before anything is painted. */
export const headScript = `${themeScript};${reloadScript}`;
