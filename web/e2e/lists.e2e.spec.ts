import { delayResponses, expect, expectFollowers, open, sampleArticle, test } from './test.ts';
import { watchPage } from './watch-page.ts';

const { step } = test;

test('Home loads more and filters in place, keeping scroll position and focus', async ({
  page,
  context,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const latest = page.getByRole('region', { name: 'Latest Articles' });
  const more = latest.getByRole('link', { name: 'Load More Articles' });
  const articles = latest.getByRole('article');
  await step('"Load More Articles" appends articles, and announces their number', async () => {
    await open(page, site, '/');
    await more.focus();
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await expect(articles).toHaveCount(12);
    await expect(latest.getByRole('status')).toHaveText('6 more articles loaded');
    await expect(more).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    const hrefs = await latest
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(new Set(hrefs).size).toBe(12);
    await more.click();
    await expect(articles).toHaveCount(18);
    await latest.getByRole('link', { name: 'Debates' }).click();
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The Clash'));
    await expect(latest.getByRole('status')).toHaveText('');
  });
  await step('a list that grew is still there after a long article', async () => {
    await page.clock.install();
    await open(page, site, '/');
    await more.click();
    await expect(articles).toHaveCount(12);
    const title = articles.nth(10).getByRole('heading').getByRole('link');
    const name = (await title.textContent()) ?? '';
    await title.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.clock.fastForward('20:00');
    await page.goBack();
    await expect(articles.first()).toBeVisible();
    await expect(articles).toHaveCount(12);
  });
  await step('a filter changes the list in place', async () => {
    await open(page, site, '/');
    const debates = latest.getByRole('link', { name: 'Debates' });
    await debates.focus();
    const scrolled = await page.evaluate(() => scrollY);
    await page.keyboard.press('Enter');
    await expect(debates).toHaveAttribute('aria-current', 'true');
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The Clash'));
    await expect(page).toHaveURL(/\?section=clash#latest$/);
    await expect(debates).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.goBack();
    await expect(latest.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  });
  expect(faults).toEqual([]);
  await step('the list starts at its column’s edge on a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const all = await latest.getByRole('link', { name: 'All', exact: true }).boundingBox();
    const heading = await latest.getByRole('heading', { level: 2 }).boundingBox();
    expect(all?.x).toBeGreaterThanOrEqual(heading?.x ?? Number.POSITIVE_INFINITY);
  });
  for (const [what, fail, mend] of [
    [
      'broken off',
      () => page.route('**/api/articles?*after=*', (route) => route.abort()),
      () => page.unroute('**/api/articles?*after=*'),
    ],
    ['without a network', () => context.setOffline(true), () => context.setOffline(false)],
  ] as const)
    await step(`a failure to load more, ${what}, is shown and can be retried`, async () => {
      await open(page, site, '/');
      await fail();
      await more.click();
      const failed = latest.getByText('More articles could not be loaded. Please try again.');
      await expect(failed).toBeVisible();
      await expect(articles).toHaveCount(6);
      await mend();
      await more.click();
      await expect(articles).toHaveCount(12);
    });
  await step('a filter whose list fails late says nothing about the next filter', async () => {
    await open(page, site, '/');
    await page.route('**/api/articles?section=view*', async (route) => {
      // Longer than a link waits for its page.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.abort();
    });
    await latest.getByRole('link', { name: 'Essays' }).click();
    await expect(latest.getByText('This list could not be loaded.')).toBeVisible();
    await latest.getByRole('link', { name: 'Debates' }).click();
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The Clash'));
    await page.unrouteAll();
    await page.goBack();
    await expect(latest.locator('.badge')).toHaveText(Array(6).fill('The View'));
  });
  await step('a change is shown although more is loaded while the list is read again', async () => {
    await open(page, site, '/');
    await more.click();
    await expect(articles).toHaveCount(12);
    await expectFollowers(site);
    const release = delayResponses(site, /^GET \/api\/articles\?/);
    const reading = page.waitForRequest(/\/api\/articles\?/);
    await site.edit(30, { title: 'Changed meanwhile' });
    await reading;
    await more.click();
    release();
    await expect(articles).toHaveCount(18);
    await expect(articles.first()).toContainText('Changed meanwhile');
  });
  await step('more is loaded although the list is read again meanwhile', async () => {
    const release = delayResponses(site, /^GET \/api\/articles\?.*after=/);
    await more.click();
    await site.edit(30, { title: 'Changed again' });
    await expect(more).toHaveAttribute('aria-disabled', 'false');
    release();
    await expect(articles).toHaveCount(24);
    await expect(articles.first()).toContainText('Changed again');
    site.heal();
  });
  await step('a page past the end of a list says so, and links to the newest articles', async () => {
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
});

test.describe('with few articles', () => {
  test.use({ siteOptions: { empty: true } });

  test('the end of a list is announced once, and new articles appear at the top', async ({ page, site }) => {
    const latest = page.getByRole('region', { name: 'Latest Articles' });
    const more = latest.getByRole('link', { name: 'Load More Articles' });
    const articles = latest.getByRole('article');
    for (let id = 1; id <= 7; id++) await site.publish(sampleArticle(id));
    await step('one more article is loaded', async () => {
      await open(page, site, '/');
      await more.click();
      await expect(latest.getByRole('status')).toHaveText('1 more article loaded, that is all');
      await expectFollowers(site);
      await site.publish(sampleArticle(8, { title: 'Just out', section: 'clash' }));
      await expect(articles.first()).toContainText('Just out');
      await expect(articles).toHaveCount(8);
      await expect(latest.getByRole('status')).toHaveText('1 more article loaded, that is all');
      const titles = await latest.getByRole('heading', { level: 3 }).allTextContents();
      const before = Array.from({ length: 7 }, (_, index) => `Sample article number ${7 - index}`);
      expect(titles, 'none is lost or doubled').toEqual(['Just out', ...before]);
    });
    await step('two more articles are loaded, and the first one has the focus', async () => {
      await open(page, site, '/');
      await more.press('Enter');
      await expect(articles).toHaveCount(8);
      await expect(latest.getByRole('status')).toHaveText('2 more articles loaded, that is all');
      const next = latest.getByRole('link', { name: 'Sample article number 2', exact: true });
      await expect(next).toBeFocused();
    });
  });
});
