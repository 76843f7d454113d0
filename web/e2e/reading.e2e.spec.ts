import { expect, sampleArticle, test } from './test.ts';
import { hydrated, watchPage } from './watch-page.ts';

test.describe('an empty journal', () => {
  test.use({ siteOptions: { empty: true } });

  test('says so everywhere, and counts what comes', async ({ page, site }) => {
    const say = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
    await page.goto(site.url);
    await say('No featured articles available');
    await say('No articles available');
    await say('No debates are published yet.');
    await say('A sample essay');
    await say('There is no commentary yet.');
    await page.goto(`${site.url}/clash`);
    await say('No debates available');
    await say('Check back soon for fresh perspectives and heated discussions.');
    await page.goto(`${site.url}/view`);
    await say('No essays available');
    await page.goto(`${site.url}/culture`);
    await say('No cultural content available');

    for (const id of [1, 2, 3])
      await site.publish(sampleArticle(id, id === 3 ? { authorName: 'Another Writer' } : {}));
    await page.goto(`${site.url}/about`);
    await expect(page.locator('dl > div')).toHaveText([
      'Age range12-18',
      'Core sections3',
      'Published articles3',
      'Young writers2',
      'PublicationBi-Weekly',
    ]);
  });
});

test('an article', async ({ page, site }) => {
  const { id } = await site.publish(
    sampleArticle(31, {
      title: 'On waking early',
      excerpt: 'A short case for the morning.',
      section: 'view',
      authorName: 'Zoë Ångström',
      authorAge: 15,
      authorSchool: 'Harbour School',
      readTime: 4,
      content: 'First paragraph.\nStill the first.\n\n  \n\nSecond paragraph.\r\n\r\nThird.',
    }),
  );
  await page.goto(`${site.url}/article/${id}`);
  const article = page.getByRole('article');
  await expect(article.locator('.badge')).toHaveText('The View');
  await expect(article).toContainText('4 min read');
  await expect(article.getByRole('heading', { level: 1 })).toHaveText('On waking early');
  await expect(article).toContainText('A short case for the morning.');
  await expect(article.getByRole('separator')).toBeVisible();
  await expect(article.locator('.avatar')).toHaveText('ZÅ');
  await expect(article.locator('.byline')).toContainText('Zoë Ångström, 15');
  await expect(article.locator('.byline')).toContainText('Harbour School');
  await expect(article.locator('.prose p')).toHaveText([
    'First paragraph. Still the first.',
    'Second paragraph.',
    'Third.',
  ]);
  const back = article.getByRole('link', { name: 'Back to The View' });
  await expect(back).toHaveCount(2);
  for (const link of await back.all()) await expect(link).toHaveAttribute('href', '/view');
  await expect(article.getByRole('link', { name: 'Write for Us' })).toHaveAttribute('href', '/contact');
});

test('a card has its day as the reader writes it, an article in full', async ({ browser, site }) => {
  for (const [locale, timezoneId, day] of [
    ['en-US', 'Pacific/Honolulu', 'Jan 13, 2026'],
    ['de-DE', 'Asia/Tokyo', '13.01.2026'],
  ] as const) {
    const context = await browser.newContext({ locale, timezoneId });
    const page = await context.newPage();
    await page.goto(`${site.url}/?after=13`);
    await hydrated(page);
    const card = page.getByRole('article').filter({ hasText: 'Sample article number 12' }).last();
    await expect(card.getByRole('time')).toHaveText(day);
    await page.goto(`${site.url}/article/12`);
    await expect(page.getByRole('time')).toHaveText('January 13, 2026');
    await context.close();
  }
});

test('an article full of markup is text wherever it is, and reads as it was written', async ({
  page,
  site,
}) => {
  const hostile = `</script><script>globalThis.broken = true</script><!--<script> <img src=x onerror="globalThis.broken = true"> ' " & \u2028 😀 ]]>`;
  const { id } = await site.publish(
    sampleArticle(31, {
      title: `Title ${hostile}`,
      excerpt: `Excerpt ${hostile}`,
      content: `First ${hostile}\n\nSecond ${hostile}`,
      authorName: `Name ${hostile}`.slice(0, 120),
      authorSchool: `School ${hostile}`.slice(0, 120),
      featured: 1,
    }),
  );
  const faults = await watchPage(page, site.url);
  for (const path of ['/', '/clash', '/view', '/culture', `/article/${id}`]) {
    await page.goto(site.url + path);
    await hydrated(page);
    expect(await page.evaluate(() => 'broken' in globalThis), path).toBe(false);
    expect(faults, path).toEqual([]);
  }
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    '</script><script>globalThis.broken = true</script>',
  );
  expect(await page.title()).toContain('</script>');
  const data = await page.locator('script[type="application/ld+json"]').first().textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({
    '@type': 'NewsArticle',
    headline: `Title ${hostile}`,
  });
});
