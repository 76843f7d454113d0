import { sampleArticle, sampleArticles } from '../../testing/fixture-api.ts';
import { watchPage } from '../watch-page.ts';
import { expect, openBox, searchedFor, test } from './search-site.ts';

test('shows what is found, with its marks, and holds the text in both boxes', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const response = await page.goto(`${site.url}/search?q=number+12`);
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/^Search: number 12 · /);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    'href',
    'https://journal.example/search',
  );
  const main = page.getByRole('main');
  await expect(main.getByRole('searchbox')).toHaveValue('number 12');
  await expect(page.getByPlaceholder('Search articles...')).toHaveValue('number 12');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('1 article found');
  await expect(main.getByRole('status').first()).toHaveText('1 article found for number 12');
  const result = main.getByRole('list').first().getByRole('listitem');
  await expect(result).toHaveCount(1);
  await expect(result).toContainText('The Clash');
  await expect(result).toContainText('Jan 13, 2026');
  await expect(result).toContainText('What the sample article number 12 is about');
  await expect(result).toContainText('Sample Writer, 17');
  await expect(result.getByRole('link')).toHaveAttribute('href', '/article/12');
  await expect(result.getByRole('heading', { level: 3 }).locator('mark')).toHaveText(['number', '12']);
  expect(site.api.requests.map(({ path }) => path)).toContain('/api/search?q=number+12&limit=20&passages=1');
  expect(faults).toEqual([]);
});

test('shows the piece of the text that matched where nothing else did', async ({ page, site }) => {
  await page.goto(`${site.url}/search?q=paragraph`);
  const result = page.getByRole('main').locator('.result').first();
  await expect(result).toContainText('Paragraph 1 of article 30.');
  await expect(result.locator('mark')).toHaveText(['Paragraph']);
});

test('goes from text to text within the site', async ({ page, site }) => {
  const { box } = await openBox(page, site, '/search');
  await expect(page.getByText('What would you like to read about?')).toBeVisible();
  const main = page.getByRole('main');
  await page.evaluate(() => Object.assign(globalThis, { same: true }));
  await main.getByRole('searchbox').fill('number 12');
  await main.getByRole('button', { name: 'Search' }).click();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('1 article found');
  await expect(box).toHaveValue('number 12');
  await main.getByRole('searchbox').fill('qqqq');
  await main.getByRole('searchbox').press('Enter');
  await expect(main.getByText('No articles found', { exact: true })).toBeVisible();
  for (const name of ['The Clash', 'The View', 'The Culture'])
    await expect(main.getByRole('link', { name })).toBeVisible();
  await expect(page).toHaveTitle(/^Search: qqqq · /);
  await page.goBack();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('1 article found');
  await expect(main.getByRole('searchbox')).toHaveValue('number 12');
  await expect(box).toHaveValue('number 12');
  expect(await page.evaluate(() => 'same' in globalThis)).toBe(true);
});

test('what came of a search is said where screen readers already listen, once each time', async ({
  page,
  site,
}) => {
  await openBox(page, site, '/search');
  const main = page.getByRole('main');
  const own = main.getByRole('searchbox');
  const listening = main.getByRole('status').first();
  await expect(listening).toHaveText('');
  await listening.evaluate((element) => Object.assign(element, { wasThere: true }));
  for (const [text, said] of [
    ['number 12', '1 article found for number 12'],
    ['number 13', '1 article found for number 13'],
    ['qqqq', 'No articles found for qqqq'],
    ['number', 'The best 20 articles for number'],
  ] as const) {
    await own.fill(text);
    await own.press('Enter');
    await expect(listening).toHaveText(said);
    await expect(own).toBeFocused();
    expect(await listening.evaluate((element) => 'wasThere' in element)).toBe(true);
  }
  await page.getByRole('link', { name: 'More results' }).click();
  await expect(main.getByRole('status').last()).toHaveText('10 more articles loaded, that is all');
  await expect(listening).toHaveText('The best 20 articles for number');
});

test('on a phone the keyboard makes room for what is found, and the focus is not lost', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await openBox(page, site, '/search');
  const main = page.getByRole('main');
  await main.getByRole('searchbox').fill('number 12');
  await main.getByRole('searchbox').press('Enter');
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('1 article found');
  await expect(main).toBeFocused();
  await context.close();
});

test('more of what is found comes below, and a new article where it belongs', async ({ page, site }) => {
  await openBox(page, site, '/search?q=sample');
  const results = page.getByRole('main').locator('.result');
  await expect(results).toHaveCount(20);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('The best 20 articles');
  await page.getByRole('link', { name: 'More results' }).click();
  await expect(results).toHaveCount(30);
  await expect(page.getByRole('link', { name: 'More results' })).toHaveCount(0);
  await expect.poll(() => site.backend.followers).toBeGreaterThan(0);
  site.api.change([sampleArticle(31, { title: 'Sample, just out' }), ...sampleArticles(30)], ['articles']);
  await expect(results.first()).toContainText('Sample, just out');
  await expect(results).toHaveCount(31);
  site.api.change(sampleArticles(30), ['articles']);
});

test('a search that fails says so with status 503, and can be tried again', async ({ page, site }) => {
  site.api.search.failing = true;
  const response = await page.goto(`${site.url}/search?q=sample`);
  expect(response?.status()).toBe(503);
  const main = page.getByRole('main');
  await expect(main.getByText('Search failed')).toBeVisible();
  await expect(main.getByRole('searchbox')).toHaveValue('sample');
  site.api.search.failing = false;
  await main.getByRole('link', { name: 'Try again' }).click();
  await expect(main.locator('.result')).toHaveCount(20);
});

test('says that a text is too long, with status 400, and asks nobody', async ({ page, site }) => {
  const response = await page.goto(`${site.url}/search?q=${'long+'.repeat(2_000)}`);
  expect(response?.status()).toBe(400);
  const main = page.getByRole('main');
  await expect(main.getByText('That is too long to search for.')).toBeVisible();
  const value = await main.getByRole('searchbox').inputValue();
  expect(value).toBe('long '.repeat(40).trim());
  await expect(main.getByRole('searchbox')).toHaveAttribute('maxlength', '200');
  expect(searchedFor(site)).toEqual([]);
});

test('hostile text is text: in the address, in a title, in a name', async ({ page, site }) => {
  const hostile = `</script><script>globalThis.broken=1</script> "'><img src=x onerror="globalThis.broken=1"> & \u202eRTL 😀`;
  site.api.articles = [
    sampleArticle(1, { title: `Title ${hostile}`, authorName: `Name ${hostile}`, excerpt: hostile }),
  ];
  const faults = await watchPage(page, site.url);
  const asked = `</script> "'><img onerror="globalThis.broken=1"> \u202e \u0001 %_`;
  const { box, articles, said } = await openBox(page, site, `/search?q=${encodeURIComponent(asked)}`);
  await expect(page.getByRole('main').getByText('No articles found', { exact: true })).toBeVisible();
  expect(await page.title()).toContain('Search: </script> "\'><img');
  await box.fill('<script>');
  await expect(articles).toHaveCount(1);
  await expect(articles).toContainText('Title </script><script>globalThis.broken=1</script>');
  await expect(articles.locator('mark').first()).toHaveText('<script>');
  await box.fill('<img src=x onerror=alert(1)>');
  await expect(said).toHaveText('No articles found');
  await box.fill('">');
  await box.press('Enter');
  await expect(page.locator('.result')).toHaveCount(1);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
  site.api.articles = sampleArticles(30);
});

test('without scripts: from any page to what is found, on, back, and to the article', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/article/3`);
  await page.getByPlaceholder('Search articles...').fill('sample');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const results = page.getByRole('main').locator('.result');
  await expect(page).toHaveURL(/\/search\?q=sample$/);
  await expect(results).toHaveCount(20);
  await page.getByRole('link', { name: 'More results' }).click();
  await expect(page).toHaveURL(/\/search\?q=sample&page=2$/);
  await expect(results).toHaveCount(10);
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('sample');
  await page.getByRole('link', { name: 'Back to the best results' }).click();
  await expect(results).toHaveCount(20);
  site.api.search.failing = true;
  await page.goto(`${site.url}/search?q=sample`);
  await expect(page.getByRole('main').getByText('Search failed')).toBeVisible();
  site.api.search.failing = false;
  await page.getByRole('link', { name: 'Try again' }).click();
  await results.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 30');
  await context.close();
});
