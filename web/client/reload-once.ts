/**
 * Loads the page anew when scripts that hydrate it can't be had although its server answers, as after a deployment. Does
 * so once: a page that was itself loaded by a reload stays as it is.
 */
export function reloadOnceWithoutScripts(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'reload') return;
  const listening = new AbortController();
  addEventListener('vite:preloadError', () => void reloadIfAnswered(), {
    once: true,
    signal: listening.signal,
  });
  addEventListener('journal:hydrated', () => listening.abort(), { once: true });
}

async function reloadIfAnswered(): Promise<void> {
  try {
    const { ok } = await fetch(location.href, { method: 'HEAD' });
    if (ok) location.reload();
  } catch {
    // What was shown stays.
  }
}
