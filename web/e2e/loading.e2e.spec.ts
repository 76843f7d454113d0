import { anything, expect, holdBack, open, sampleArticle, test } from './test.ts';
import { hydrated, watchPage } from './watch-page.ts';

test.describe('as in operation', () => {
  test.use({ siteOptions: { isHurried: true } });

  test('a list that fails late says so, and "Try again" brings it', async ({ page, site }) => {
    site.fault(/\/featured/, async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      throw new Error('gone');
    });
    await page.goto(site.url);
    const featured = page.getByRole('region', { name: 'Featured This Week' });
    await expect(featured.getByText('This list could not be loaded.')).toBeVisible();
    site.heal();
    await featured.getByRole('link', { name: 'Try again' }).click();
    await expect(featured.getByRole('article')).toHaveCount(6);
  });

  test('a slow list comes after the shell, and its loading text is there meanwhile', async ({
    page,
    site,
  }) => {
    const arrive = holdBack(site, /\/featured/);
    await page.goto(site.url, { waitUntil: 'commit' });
    await expect(page.getByText('Loading featured articles...')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sample article number 29' }).first()).toBeVisible();
    arrive();
    await expect(page.getByText('Loading featured articles...')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Sample article number 20' }).first()).toBeVisible();
  });

  test('each section says what it loads until its list is there', async ({ page, site }) => {
    for (const [path, text] of [
      ['/clash', 'Loading debates...'],
      ['/view', 'Loading essays...'],
      ['/culture', 'Loading cultural content...'],
    ] as const) {
      const arrive = holdBack(site, anything);
      await page.goto(site.url + path, { waitUntil: 'commit' });
      await expect(page.getByText(text, { exact: true })).toBeVisible();
      arrive();
      await expect(page.getByText(text, { exact: true })).toHaveCount(0);
      await expect(page.getByRole('article')).toHaveCount(10);
    }
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('a page is complete and in order, at once or by way of the whole page', async ({ page, site }) => {
      await page.goto(site.url);
      await expect(page.getByRole('link', { name: 'Sample article number 30' }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sample article number 25' }).first()).toBeVisible();
      // Also where it went out before its lists, and leads on to the whole page.
      await expect(page.locator('[hidden]')).toHaveCount(0);
      await expect(page.locator('template')).toHaveCount(0);

      let asked = 0;
      site.fault(/\/api\/articles\/section\/clash\?limit=24/, async () => {
        await new Promise((resolve) => setTimeout(resolve, asked++ === 0 ? 400 : 100));
        return undefined;
      });
      await page.goto(`${site.url}/clash`);
      await page.waitForURL('**/clash?whole=1');
      await expect(page.getByRole('link', { name: 'Sample article number 27' }).first()).toBeVisible();
      expect(await page.locator('template').count()).toBe(0);
    });
  });
});

test.describe('an article of 60,000 characters', () => {
  test.use({ javaScriptEnabled: false });

  test('is whole and in its place without JavaScript', async ({ page, site }) => {
    const words = Array.from(
      { length: 60 },
      (_, n) => `Paragraph ${n} begins. ${'word '.repeat(193)}ends ${n}.`,
    );
    const content = words.join('\n\n').slice(0, 60_000);
    const { id } = await site.publish(sampleArticle(31, { content }));
    await page.goto(`${site.url}/article/${id}`);
    const article = page.getByRole('article').first();
    await expect(article).toContainText('Paragraph 0 begins.');
    await expect(article).toContainText('Paragraph 58 begins.');
    expect(((await article.textContent()) ?? '').length).toBeGreaterThan(content.length - 1_000);
    expect(await page.locator('template').count()).toBe(0);
  });
});

test('an article that takes a while is said to be on its way', async ({ page, site }) => {
  await open(page, site, '/clash');
  const arrive = holdBack(site, anything);
  await page.getByRole('article').first().getByRole('link').click();
  const loading = () => page.evaluate(() => getComputedStyle(document.documentElement, '::before').opacity);
  await expect.poll(loading).toBe('1');
  arrive();
  await expect(page.getByText('Back to The Clash').first()).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-loading');
});

test('where the API is away, a list says so in its place and comes again, and About stands without its counts', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const away = () => Promise.reject(new Error('away'));
  site.fault(anything, away);
  const answer = await page.goto(`${site.url}/clash`);
  expect(answer?.status()).toBe(503);
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Clash');
  await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
  site.heal();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toHaveCount(10);
  await expect(page.getByRole('alert')).toHaveCount(0);
  // The browser itself reports every 503.
  expect(faults.splice(0).filter((fault) => !fault.includes('status of 503'))).toEqual([]);

  site.fault(anything, away);
  expect((await page.goto(`${site.url}/about`))?.status()).toBe(200);
  await hydrated(page);
  await expect(page.getByText('Not available right now')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'How We Work' })).toBeVisible();
  expect(faults).toEqual([]);
});
