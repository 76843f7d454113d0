import { expect, test } from '@playwright/test';
import { type FixtureSite, startFixtureSite } from './fixture-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

let site: FixtureSite;

test.beforeEach(async () => {
  // What fails, fails before the page is begun, however busy the machine is: its status can say so.
  site = await startFixtureSite(undefined, { budget: 20_000 });
});
test.afterEach(() => site.close());

const away = () => Promise.reject(new Error('away'));

test('a list that could not be read says so in its place, and comes when the reader tries again', async ({
  page,
}) => {
  const faults = await watchPage(page, site.url);
  site.api.delay = away;
  const answer = await page.goto(`${site.url}/clash`);
  expect(answer?.status()).toBe(503);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Clash');
  await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
  site.api.delay = async () => {};
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The browser itself reports every 503.
  expect(faults.filter((fault) => !fault.includes('status of 503'))).toEqual([]);
});

test('About stands without its counts, before and after the browser takes over', async ({ page }) => {
  const faults = await watchPage(page, site.url);
  site.api.delay = away;
  expect((await page.goto(`${site.url}/about`))?.status()).toBe(200);
  await hydrated(page);
  await expect(page.getByText('Not available right now')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'How We Work' })).toBeVisible();
  expect(faults).toEqual([]);
});
