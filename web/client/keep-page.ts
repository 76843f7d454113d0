const signs = ['pointerdown', 'keydown', 'scroll'] as const;

let kept: string | undefined;

/**
 * Makes the service worker keep a copy of this page for offline use. On a first visit it waits until the reader scrolls
 * or presses something. It then waits until the browser is idle, up to 5 s. Does nothing if service workers are
 * blocked.
 */
export function keepPage(): void {
  const address = addressShown();
  const workers = serviceWorkers();
  if (!workers || kept === address) return;
  kept = address;
  const listening = new AbortController();
  const begin = () => {
    listening.abort();
    whenIdle(() => void notifyWorker(workers, address));
  };
  if (workers.controller || scrollY > 0) begin();
  else for (const sign of signs) addEventListener(sign, begin, { passive: true, signal: listening.signal });
}

/**
 * Makes the service worker remove its copy of the page at this address, which no longer exists. Only needed after
 * hydration: before, the browser loads the page, and the worker sees the response.
 */
export function removeCopy(): void {
  kept = undefined;
  const removed = addressShown();
  void serviceWorkers()?.ready.then(({ active }) => active?.postMessage({ removed }));
}

const addressShown = () => location.pathname + location.search;

/** Undefined in development and if unsupported; a browser that stores nothing may throw instead. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  if (!import.meta.env.PROD) return undefined;
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

function whenIdle(act: () => void): void {
  // A busy machine may never be idle.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5_000 });
  else setTimeout(act, 1_000);
}

async function notifyWorker(workers: ServiceWorkerContainer, address: string): Promise<void> {
  try {
    await workers.register('/sw.js');
    const { active } = await workers.ready;
    active?.postMessage(address);
  } catch {
    // Blocked, as in a private window: the page works without a copy.
  }
}
