import { devices, type Page } from '@playwright/test';
import { expect, expectFollowers, open, signIn, signOutByMenu, test } from './test.ts';
import { hydrated, isHydrated, slowDown, watchPage } from './watch-page.ts';

const { step } = test;

/** URLs of the documents that the browser has prefetched for this page. */
async function watchPrefetches(page: Page): Promise<string[]> {
  const prefetched: string[] = [];
  const browser = await page.context().newCDPSession(page);
  await browser.send('Preload.enable');
  browser.on('Preload.prefetchStatusUpdated', ({ status, prefetchUrl }) => {
    if (status === 'Ready') prefetched.push(prefetchUrl);
  });
  return prefetched;
}

test('links on a page that is not hydrated are prefetched and followed by the browser', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset.travelled = String(viewTransition !== null);
    });
  });
  const prefetched = await watchPrefetches(page);
  const title = page.getByRole('heading', { level: 1 });
  const card = (index: number) => page.locator('.card-title a').nth(index);

  await page.goto(`${site.url}/clash`);
  await expectFollowers(site);
  const path = (await card(8).getAttribute('href')) ?? '';
  const name = (await card(8).textContent()) ?? '';
  await card(8).hover();
  await expect.poll(() => prefetched).toEqual([site.url + path]);
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await card(8).click();
  await expect(title).toHaveText(name);
  await expect(page.locator('html')).toHaveAttribute('data-travelled', 'true');
  const delivery = () =>
    page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return (entry as PerformanceNavigationTiming & { deliveryType: string }).deliveryType;
    });
  expect(await delivery()).toBe('navigational-prefetch');
  expect(await isHydrated(page)).toBe(false);
  await page.goBack();
  await expect(title).toHaveText('The Clash');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);

  await step('after hydration the router handles links', async () => {
    prefetched.length = 0;
    await hydrated(page);
    await card(3).hover();
    // Browsers prefetch after the pointer has rested for 200 ms.
    await page.waitForTimeout(500);
    expect(prefetched).toEqual([]);
    await page.evaluate(() => Object.assign(globalThis, { kept: true }));
    await card(3).click();
    await expect(page.getByText('Back to The Clash').first()).toBeVisible();
    expect(await page.evaluate(() => 'kept' in globalThis)).toBe(true);
  });
  expect(faults).toEqual([]);
});

test('after a reload, going back shows the page from which the router had led', async ({ page, site }) => {
  const title = page.getByRole('heading', { level: 1 });
  await open(page, site, '/clash');
  await page.locator('.card-title a').first().click();
  await expect(title).toHaveText('Sample article number 30');
  await page.reload();
  await expectFollowers(site);
  expect(await isHydrated(page)).toBe(false);
  await page.goBack();
  await expect(title).toHaveText('The Clash');
  await expectFollowers(site);
  await page.goForward();
  await expect(title).toHaveText('Sample article number 30');
});

test('a prefetched page does not show the user after they sign out', async ({ page, context, site }) => {
  const banner = page.getByRole('banner');
  await signIn(page, site, 'writer');
  const prefetched = await watchPrefetches(page);
  await page.goto(`${site.url}/clash`);
  await expectFollowers(site);
  await page.locator('.card-title a').first().hover();
  await expect.poll(() => prefetched).toHaveLength(1);
  const other = await context.newPage();
  await other.goto(`${site.url}/about`);
  await signOutByMenu(other);
  await expect(banner.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await page.locator('.card-title a').first().click();
  await expect(page.locator('.reader-title')).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Sample Writer' })).toHaveCount(0);
});

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.describe('on a slow phone', () => {
  test.use(phone);

  test('a reader follows a link, reads, searches, subscribes and reads on', async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    await slowDown(page);
    const title = page.getByRole('heading', { level: 1 });
    await step('reading does not hydrate the page', async () => {
      await page.goto(`${site.url}/article/7?utm_source=shared`);
      await expect(title).toHaveText('Sample article number 7');
      await expectFollowers(site);
      await page.mouse.wheel(0, 3_000);
      await page.locator('.prose').tap();
      await site.edit(7, { title: 'Sample article, revised' });
      await expect(title).toHaveText('Sample article, revised');
      expect(await isHydrated(page)).toBe(false);
    });
    await step('the search tolerates a typo', async () => {
      const box = page.getByPlaceholder('Search articles...');
      await box.tap();
      await box.pressSequentially('sampel number 8');
      await expect(page.getByRole('option', { name: /^Sample article number 8/ })).toBeVisible();
      await box.press('Enter');
      await expect(page).toHaveURL(/\/search\?q=sampel/);
      await page.locator('.result').getByRole('link', { name: 'Sample article number 8' }).tap();
      await expect(title).toHaveText('Sample article number 8');
    });
    await step('the reader subscribes to the newsletter', async () => {
      // Before the first script has loaded, the form would lead to a page with the same message.
      await page.waitForLoadState();
      await page.getByLabel('Get new issues by email').fill('reader@example.org');
      await page.getByRole('button', { name: 'Subscribe' }).tap();
      await expect(page.locator('#subscribe').getByRole('status')).toContainText('confirm your subscription');
    });
    await step('the section leads to the next article', async () => {
      await page
        .getByRole('link', { name: /Back to/ })
        .last()
        .tap();
      await page.locator('.card-title a').first().tap();
      await expect(page.locator('.reader-title')).toBeVisible();
    });
    expect(faults).toEqual([]);
  });
});
