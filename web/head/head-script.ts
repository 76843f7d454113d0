import { themeScript } from '../ui/theme/theme-script.ts';

/**
 * Reloads the page if a module script can't be loaded, or an event reports lost scripts, although the server responds,
 * as after a deployment. Does so only once: a page that was itself loaded by a reload is left alone.
 */
const reloadScript = `(r=>{addEventListener('journal:scripts-lost',r);addEventListener('error',({target:t})=>t.type==='module'&&r(),true)})(()=>performance.getEntriesByType('navigation')[0]?.type!=='reload'&&fetch(location.href,{method:'HEAD'}).then(({ok})=>ok&&location.reload(),()=>{}))`;

/** Script in the head of every page; it runs before the first paint. */
export const headScript = `${themeScript};${reloadScript}`;
