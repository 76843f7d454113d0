/** Until the page is hydrated, reports scripts that fail to load to the head's script, which reloads the page. */
export function reportLostScripts(): void {
  const listening = new AbortController();
  addEventListener('vite:preloadError', () => dispatchEvent(new Event('journal:scripts-lost')), {
    once: true,
    signal: listening.signal,
  });
  addEventListener('journal:hydrated', () => listening.abort(), { once: true });
}
