/** Reports lost scripts to the head's script, which reloads the page, once, if the server responds. */
export const reportLoss = () => dispatchEvent(new Event('journal:scripts-lost'));

/** Until the page is hydrated, reports scripts that fail to load. */
export function reportLostScripts(): void {
  const listening = new AbortController();
  addEventListener('vite:preloadError', reportLoss, { once: true, signal: listening.signal });
  addEventListener('journal:hydrated', () => listening.abort(), { once: true });
}

/**
 * Loads the page of a history entry that the router made before a reload: to the browser, such entries are one document,
 * and it only changes the address.
 */
export const reloadAtEntry = ({ state }: PopStateEvent) => state && location.reload();
