import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

/** What throws where a browser is told to store nothing. */
function blockStorage() {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel'])
    Object.defineProperty(
      globalThis,
      name,
      name === 'BroadcastChannel' ? { value: refuse } : { get: refuse },
    );
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse });
}

// Arabic has digits of its own, and Thai a calendar; between the two zones it is always another day.
for (const { locale, timezoneId, isBlocked } of [
  { locale: 'ar-EG', timezoneId: 'Pacific/Kiritimati', isBlocked: false },
  { locale: 'th-TH', timezoneId: 'America/Los_Angeles', isBlocked: true },
])
  test(`every page works in ${locale}, ${timezoneId}, ${isBlocked ? 'storing nothing' : 'storing what it may'}`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ locale, timezoneId, colorScheme: 'light' });
    const page = await context.newPage();
    if (isBlocked) await page.addInitScript(blockStorage);
    const faults = await watchPage(page, site.url);
    for (const [name, path] of Object.entries(site.pages)) {
      await page.goto(site.url + path);
      await hydrated(page);
      await page.mouse.wheel(0, 500);
      // The browser itself reports every 404.
      expect(
        faults.splice(0).filter((fault) => !fault.includes('status of 404')),
        name,
      ).toEqual([]);
    }
    await page.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.goto(site.url);
    expect(await page.locator('html').getAttribute('data-theme')).toBe(isBlocked ? null : 'dark');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
    expect(faults).toEqual([]);
    await context.close();
  });

test('on a slow connection a page can be read before it is hydrated, and a press is not lost', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  // What browsers call "slow 3G".
  const bytesPerSecond = { downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await browser.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...bytesPerSecond });
  await page.setViewportSize({ width: 360, height: 740 });
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(site.url);
  const card = page.locator('.card-title a').first();
  const title = (await card.textContent()) ?? '';
  const starting = page.waitForRequest('**/api/changes**');
  await card.click();
  await expect(heading).toHaveText(title);
  // Until its first script is there, the menu leads to the links in the footer.
  await starting;
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Sign In' }).click();
  await expect(heading).toHaveText('Welcome Back');
  await page.getByLabel('Email', { exact: true }).fill('nobody');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  expect(faults).toEqual([]);
});
