import type { Page } from '@playwright/test';

/** What Playwright says where it blocks the service worker. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

/** What went wrong on a page: console errors and warnings, uncaught errors, policy violations, requests elsewhere. */
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
    // What the page itself breaks off, as when it is left.
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

/** In a page: returns whether React has taken it over; turns to a control of it before where that is asked for. */
function lookAtRoot(isTurnedTo: boolean): boolean {
  if (isTurnedTo)
    document.getElementById('subscribe')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const root = document.getElementById('root') ?? {};
  const [, container] = Object.entries(root).find(([key]) => key.startsWith('__reactContainer')) ?? [];
  // React marks the root before it begins.
  return container !== undefined && !(container as Root).stateNode.current.memoizedState.isDehydrated;
}

/** Resolves with whether React has taken the page over. */
export const isHydrated = (page: Page): Promise<boolean> => page.evaluate(lookAtRoot, false);

/**
 * Turns to a control of the page, as it may wait for a reader to do, and resolves when React has taken it over. Lists may
 * still be on their way.
 */
export async function hydrated(page: Page): Promise<void> {
  // The page asks itself: each question from here would cost more than the answer.
  await page.waitForFunction(lookAtRoot, true, { polling: 20 });
}

/** Holds back the scripts that a page requests from now on, all or those that match. Resolves with a function that releases them. */
export async function holdScripts(page: Page, matching = '**/*.js'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(matching, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/**
 * From now on the page has the connection of a slow phone, 1.6 Mbit/s and 150 ms, and keeps nothing. It computes as fast as
 * before: browsers slow a page down by computing in vain.
 */
export async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = { downloadThroughput: 200_000, uploadThroughput: 94_000 };
  await browser.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...bytesPerSecond });
}
