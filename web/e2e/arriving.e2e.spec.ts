import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, type Site, test } from './test.ts';

/**
 * Serves the site at another address, where the page of this path arrives in two parts. `release` sends the second,
 * which begins with `mark`.
 */
async function serveInParts(site: Site, path: string, mark: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async ({ url = '' }, response) => {
    const answer = await fetch(site.url + url);
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    const body = Buffer.from(await answer.arrayBuffer());
    if (url !== path) return response.end(body);
    const at = body.indexOf(mark);
    if (at < 0) return response.destroy(new Error(`${mark} is missing`));
    response.write(body.subarray(0, at));
    await released;
    return response.end(body.subarray(at));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, release, close };
}

/** In a page: adds up the layout shifts. */
function watchShifts() {
  const seen = Object.assign(globalThis, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (globalThis as unknown as { shifted: number }).shifted;
  });

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
])
  test(`what is shown of a page stays where it is when the rest arrives, at ${size.width} px`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(watchShifts);
    await page.setViewportSize(size);
    for (const [path, mark] of [
      ['/article/30', '<p class="reader-excerpt"'],
      ['/article/29', '<div class="reader-cover">'],
      ['/', '<div class="card-text">'],
    ] as const) {
      const { url, release, close } = await serveInParts(site, path, mark);
      await page.goto(url, { waitUntil: 'commit' });
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1);
      await page.evaluate(() => document.fonts.ready);
      const before = await shiftsOf(page);
      release();
      await page.waitForLoadState();
      expect((await shiftsOf(page)) - before, `${path} at ${mark}`).toBeLessThan(0.005);
      close();
    }
  });
