import { expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite, unhurried } from './fixture-site.ts';
import { hydrated } from './watch-page.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  site = await startFixtureSite(undefined, unhurried);
});
test.afterEach(() => site.close());

test('an article that takes a while is said to be on its way', async ({ page }) => {
  let arrive = () => {};
  const slow = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.goto(`${site.url}/clash`);
  await hydrated(page);
  site.api.delay = () => slow;
  await page.getByRole('article').first().getByRole('link').click();
  const loading = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').opacity);
  await expect.poll(loading).toBe('1');
  arrive();
  await expect(page.getByText('Back to The Clash').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-loading');
});
