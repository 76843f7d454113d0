import type { Page } from '@playwright/test';

/** Playwright's message when it blocks the service worker. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

/** Collects a page's faults: console errors and warnings, uncaught errors, policy violations, external requests. */
export async function watchPage(page: Page, origin: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.text() === blockedWorker) return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) faults.push(`request elsewhere: ${url}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Requests that the page itself aborts, as when it is left.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => faults.push(`policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return faults;
}

/** In a page: returns whether React has hydrated it; if requested, first hovers over one of its controls. */
function lookAtRoot(isTurnedTo: boolean): boolean {
  if (isTurnedTo)
    document.getElementById('subscribe')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const root = document.getElementById('root') ?? {};
  const [, container] = Object.entries(root).find(([key]) => key.startsWith('__reactContainer')) ?? [];
  // React marks the root before it starts hydrating.
  return container !== undefined && !(container as Root).stateNode.current.memoizedState.isDehydrated;
}

/** Resolves with whether React has hydrated the page. */
export const isHydrated = (page: Page): Promise<boolean> => page.evaluate(lookAtRoot, false);

/**
 * Hovers over a control, for which a page may wait, and resolves when React has hydrated the page. Lists may still be
 * loading.
 */
export async function hydrated(page: Page): Promise<void> {
  // Polled inside the page: each request from here would cost more than the check.
  await page.waitForFunction(lookAtRoot, true, { polling: 20 });
}

/**
 * Holds back the scripts that a page requests from now on, all or matching ones. Resolves with a function that releases
 * them.
 */
export async function holdScripts(page: Page, matching = '**/*.js'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(matching, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * From now on, the page has a slow phone's connection (1.6 Mbit/s, 150 ms) and no cache. The CPU is not throttled,
 * because browsers do that by burning CPU time.
 */
export async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = { downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await browser.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bytesPerSecond });
}
