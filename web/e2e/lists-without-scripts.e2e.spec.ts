import { expect, test } from '@playwright/test';
import { sampleArticles } from '../testing/fixture-api.ts';
import { type FixtureSite, startFixtureSite, unhurried } from './fixture-site.ts';

test.use({ javaScriptEnabled: false });

let site: FixtureSite;

test.beforeEach(async () => {
  // A page that goes out before its lists leads on by itself, to the whole page.
  site = await startFixtureSite(undefined, unhurried);
});
test.afterEach(() => site.close());

test('Home filters and pages on by plain links', async ({ page }) => {
  await page.goto(site.url);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await latest.getByRole('link', { name: 'Essays' }).click();
  await expect(page).toHaveURL(/\?section=view(#latest)?$/);
  await expect(latest.getByRole('link', { name: 'Essays' })).toHaveAttribute('aria-current', 'true');
  await expect(latest.getByRole('article')).toHaveCount(6);
  for (const badge of await latest.locator('.badge').all()) await expect(badge).toHaveText('The View');
  const before = await latest.getByRole('heading', { level: 3 }).allTextContents();
  await latest.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(page).toHaveURL(/\?section=view&after=\d+/);
  await expect(latest.getByRole('article')).toHaveCount(4);
  const after = await latest.getByRole('heading', { level: 3 }).allTextContents();
  expect(after.filter((title) => before.includes(title))).toEqual([]);
  await expect(latest.getByRole('link', { name: 'Load More Articles' })).toHaveCount(0);
  await latest.getByRole('link', { name: 'All' }).click();
  await expect(latest.getByRole('article')).toHaveCount(6);
});

test('a section pages on to its oldest article and back', async ({ page }) => {
  site.api.articles = sampleArticles(90);
  await page.goto(`${site.url}/culture`);
  const list = page.getByRole('region', { name: 'Recent Reviews & Commentary' });
  await expect(list.getByRole('article')).toHaveCount(24);
  await list.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(page).toHaveURL(/\/culture\?after=\d+/);
  await expect(list.getByRole('article')).toHaveCount(6);
  await list.getByRole('link', { name: 'Back to the newest' }).click();
  await expect(list.getByRole('article')).toHaveCount(24);
});
