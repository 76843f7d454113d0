const signs = ['pointerdown', 'keydown', 'scroll'] as const;

let kept: string | undefined;

/**
 * Has the service worker keep a copy of this page, for when there is no network. The first time it waits for somebody to
 * scroll or press something, and then until the browser has nothing else to do. Does nothing where workers are blocked.
 */
export function keepPage(): void {
  const address = addressToKeep(new URL(location.href));
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || kept === address) return;
  kept = address;
  const listening = new AbortController();
  const begin = () => {
    listening.abort();
    whenIdle(() => void tellWorker(address));
  };
  if (navigator.serviceWorker.controller) begin();
  else for (const sign of signs) addEventListener(sign, begin, { passive: true, signal: listening.signal });
}

/** The address without parameters, but for which part of a list it is. */
function addressToKeep({ pathname, searchParams }: URL): string {
  const after = searchParams.get('after');
  return after === null ? pathname : `${pathname}?${new URLSearchParams({ after })}`;
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act);
  else setTimeout(act, 1_000);
}

async function tellWorker(address: string): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(address);
  } catch {
    // Blocked, as in a private window: the page is read as it is.
  }
}
