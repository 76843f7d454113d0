/** Until the page is hydrated, tells the head's script, which loads the page anew, of scripts that can't be had. */
export function tellLostScripts(): void {
  const listening = new AbortController();
  addEventListener('vite:preloadError', () => dispatchEvent(new Event('journal:scripts-lost')), {
    once: true,
    signal: listening.signal,
  });
  addEventListener('journal:hydrated', () => listening.abort(), { once: true });
}
