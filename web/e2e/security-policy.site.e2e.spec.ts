import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page keeps to the policy, in ${colorScheme}`, async ({ page, site }) => {
    await page.emulateMedia({ colorScheme });
    const faults = await watchPage(page, site.url);
    for (const [name, path] of Object.entries(site.pages)) {
      const following = page.waitForResponse('**/api/changes**');
      const response = await page.goto(site.url + path);
      expect(response?.status(), name).toBe(['not found', 'missing article'].includes(name) ? 404 : 200);
      expect(response?.headers()['content-security-policy'], name).toMatch(
        /script-src 'self' 'nonce-[\w-]{20,}'/,
      );
      await hydrated(page);
      expect((await following).headers()['content-type'], name).toContain('text/event-stream');
      // The browser itself reports every 404.
      expect(
        faults.splice(0).filter((fault) => !fault.includes('status of 404')),
        name,
      ).toEqual([]);
    }
  });
}

test('a nonce is used once', async ({ request, site }) => {
  const nonces = await Promise.all(
    [1, 2].map(
      async () =>
        /'nonce-([\w-]+)'/.exec(
          (await request.get(site.url)).headers()['content-security-policy'] ?? '',
        )?.[1],
    ),
  );
  expect(nonces[0]).toBeTruthy();
  expect(nonces[0]).not.toBe(nonces[1]);
});

test('pages reached by links keep to the policy too', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.goto(site.url);
  await hydrated(page);
  await page.getByRole('navigation').first().getByRole('link', { name: 'The Clash' }).click();
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Clash');
  const card = page.locator('.card-title a').first();
  const name = (await card.textContent()) ?? '';
  await card.click();
  await page.waitForURL('**/article/*');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect.poll(() => page.title()).toContain(name);
  await page.goBack();
  await page.waitForURL('**/clash');
  expect(faults).toEqual([]);
});

test('the menu of a small screen keeps to the policy', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  expect(faults).toEqual([]);
});

// Each test visits every page.
test.describe.configure({ timeout: 120_000 });

for (const [locale, timezoneId] of [
  ['en-US', 'Pacific/Honolulu'],
  ['de-DE', 'Asia/Tokyo'],
] as const) {
  test(`the browser takes over what the server wrote, in ${locale} at ${timezoneId}`, async ({
    browser,
    site,
    systemUrl,
  }) => {
    const context = await browser.newContext({ locale, timezoneId });
    const page = await context.newPage();
    const faults = await watchPage(page, site.url);
    for (const path of Object.values(site.pages)) {
      await page.goto(site.url + path);
      await hydrated(page);
    }
    const said = faults.filter((fault) => /^(console|uncaught):/.test(fault));
    const isExpected = (fault: string) =>
      // The missing pages answer 404, which browsers report.
      fault.includes('404 (Not Found)') ||
      // A busy system may answer later than a page waits: the browser then reads it by itself, and says so.
      (systemUrl !== undefined && fault.includes('React error #419'));
    expect(said.filter((fault) => !isExpected(fault))).toEqual([]);
    await context.close();
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every link of the site can be reached at 360 px', async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(site.url);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
    await page.getByRole('link', { name: 'Menu' }).click();
    await expect(page).toHaveURL(/#site-links$/);
    const links = page.locator('#site-links');
    await expect(links).toBeInViewport();
    await links.getByRole('link', { name: 'The Culture' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Culture');
  });

  test('an article can be read, and no control is there that needs scripts', async ({ page, site }) => {
    await page.goto(`${site.url}/article/3`);
    await expect(page.locator('.prose > p').nth(1)).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });

  test('Home can be narrowed to a section by plain links', async ({ page, site }) => {
    await page.goto(site.url);
    const latest = page.getByRole('region', { name: 'Latest Articles' });
    await latest.getByRole('link', { name: 'Essays' }).click();
    await expect(latest.getByRole('link', { name: 'Essays' })).toHaveAttribute('aria-current', 'true');
    await expect(latest.locator('.badge').first()).toBeVisible();
    for (const badge of await latest.locator('.badge').all()) await expect(badge).toHaveText('The View');
  });
});
