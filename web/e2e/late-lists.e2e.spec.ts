import { expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  site = await startFixtureSite();
});
test.afterEach(() => site.close());

test('a list that fails late says so, and "Try again" brings it', async ({ page }) => {
  let fail = true;
  site.api.delay = async (path) => {
    if (!path.includes('/featured') || !fail) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
    throw new Error('gone');
  };
  await page.goto(site.url);
  const featured = page.getByRole('region', { name: 'Featured This Week' });
  await expect(featured.getByText('This list could not be loaded.')).toBeVisible();
  fail = false;
  await featured.getByRole('link', { name: 'Try again' }).click();
  await expect(featured.getByRole('article')).toHaveCount(6);
});

for (const [path, text] of [
  ['/clash', 'Loading debates...'],
  ['/view', 'Loading essays...'],
  ['/culture', 'Loading cultural content...'],
] as const) {
  test(`${path} says "${text}" until its list is there`, async ({ page }) => {
    let arrive = () => {};
    const slow = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    site.api.delay = () => slow;
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    arrive();
    await expect(page.getByText(text, { exact: true })).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveCount(10);
  });
}
