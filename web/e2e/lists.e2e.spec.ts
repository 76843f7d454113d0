import { expect, sampleArticle, test } from './test.ts';
import { hydrated, watchPage } from './watch-page.ts';

test('"Load More Articles" adds to what is there; scroll and focus stay, and what came is said', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.goto(site.url);
  await hydrated(page);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  const more = latest.getByRole('link', { name: 'Load More Articles' });
  await more.focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('Enter');
  await expect(latest.getByRole('article')).toHaveCount(12);
  await expect(latest.getByRole('status')).toHaveText('6 more articles loaded');
  await expect(more).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  const ids = await latest
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(ids).size).toBe(12);
  await more.click();
  await expect(latest.getByRole('article')).toHaveCount(18);
  expect(faults).toEqual([]);
});

test('at the end the focus stays in the list, and it is said that this is all', async ({ page, site }) => {
  for (let id = 30; id > 8; id--) await site.remove(id);
  await page.goto(site.url);
  await hydrated(page);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await latest.getByRole('link', { name: 'Load More Articles' }).press('Enter');
  await expect(latest.getByRole('article')).toHaveCount(8);
  await expect(latest.getByRole('status')).toHaveText('2 more articles loaded, that is all');
  await expect(latest.getByRole('link', { name: 'Sample article number 2', exact: true })).toBeFocused();
});

test('more that does not come can be asked for again', async ({ page, site }) => {
  await page.goto(site.url);
  await hydrated(page);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await page.route('**/api/articles?*after=*', (route) => route.abort());
  await latest.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(latest.getByText('More articles could not be loaded. Please try again.')).toBeVisible();
  await expect(latest.getByRole('article')).toHaveCount(6);
  await page.unroute('**/api/articles?*after=*');
  await latest.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(latest.getByRole('article')).toHaveCount(12);
});

test.describe('a browser of its own', () => {
  test.use({ ownContext: true });

  test('without a network, more says that it could not be loaded; back on it, it comes', async ({
    page,
    context,
    site,
  }) => {
    await page.goto(site.url);
    await hydrated(page);
    const latest = page.getByRole('region', { name: 'Latest Articles' });
    await context.setOffline(true);
    await latest.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(latest.getByText('More articles could not be loaded. Please try again.')).toBeVisible();
    await context.setOffline(false);
    await latest.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(latest.getByRole('article')).toHaveCount(12);
  });
});

test('what a load brought is said once: one article as one, and a live change says nothing new', async ({
  page,
  site,
}) => {
  for (let id = 30; id > 7; id--) await site.remove(id);
  await page.goto(site.url);
  await hydrated(page);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await latest.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(latest.getByRole('status')).toHaveText('1 more article loaded, that is all');
  await expect.poll(() => site.followers).toBeGreaterThan(0);
  await site.publish(sampleArticle(31, { title: 'Just out' }));
  await expect(latest.getByRole('article').first()).toContainText('Just out');
  await expect(latest.getByRole('article')).toHaveCount(8);
  await expect(latest.getByRole('status')).toHaveText('1 more article loaded, that is all');
});

test('the filter stands inside its column on a small screen', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  const all = await latest.getByRole('link', { name: 'All', exact: true }).boundingBox();
  const heading = await latest.getByRole('heading', { level: 2 }).boundingBox();
  expect(all?.x).toBeGreaterThanOrEqual(heading?.x ?? Number.POSITIVE_INFINITY);
});

test('past the end of a list a page says so, with the way to the newest', async ({ page, site }) => {
  for (const [path, newest] of [
    ['/?after=1', '/#latest'],
    ['/?section=view&after=1', '/?section=view#latest'],
    ['/clash?after=1', '/clash'],
  ] as const) {
    await page.goto(site.url + path);
    await expect(page.getByText('Nothing older', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See the newest' })).toHaveAttribute('href', newest);
  }
});

test('a filter changes the list in place: address, scroll and focus', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.goto(site.url);
  await hydrated(page);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  const debates = latest.getByRole('link', { name: 'Debates' });
  await debates.focus();
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('Enter');
  await expect(debates).toHaveAttribute('aria-current', 'true');
  await expect(latest.locator('.badge').first()).toHaveText('The Clash');
  for (const badge of await latest.locator('.badge').all()) await expect(badge).toHaveText('The Clash');
  await expect(page).toHaveURL(/\?section=clash#latest$/);
  await expect(debates).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.goBack();
  await expect(latest.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  expect(faults).toEqual([]);
});

test('a new article comes in at the top and no loaded one is lost or doubled', async ({ page, site }) => {
  await page.goto(site.url);
  await hydrated(page);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  await latest.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(latest.getByRole('article')).toHaveCount(12);
  await expect.poll(() => site.followers).toBeGreaterThan(0);
  await site.publish(sampleArticle(31, { title: 'Just out', section: 'clash' }));
  await expect(latest.getByRole('article').first()).toContainText('Just out');
  const titles = await latest.getByRole('heading', { level: 3 }).allTextContents();
  expect(titles).toEqual([
    'Just out',
    ...Array.from({ length: 11 }, (_, index) => `Sample article number ${30 - index}`),
  ]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Home filters and pages on by plain links', async ({ page, site }) => {
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

  test('a section pages on to its oldest article and back', async ({ page, site }) => {
    for (let id = 31; id <= 90; id++) if (id % 3 === 2) await site.publish(sampleArticle(id));
    await page.goto(`${site.url}/culture`);
    const list = page.getByRole('region', { name: 'Recent Reviews & Commentary' });
    await expect(list.getByRole('article')).toHaveCount(24);
    await list.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(page).toHaveURL(/\/culture\?after=\d+/);
    await expect(list.getByRole('article')).toHaveCount(6);
    await list.getByRole('link', { name: 'Back to the newest' }).click();
    await expect(list.getByRole('article')).toHaveCount(24);
  });
});
