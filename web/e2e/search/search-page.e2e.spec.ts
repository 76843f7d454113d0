import { publishAwkwardArticles } from '../awkward-articles.ts';
import { expect, following, holdBack, problem, register, sampleArticle, signIn, test } from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { openBox, searchedFor } from './search-site.ts';

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
  expect(site.calls.map(({ path }) => path)).toContain('/api/search?q=number+12&limit=20&passages=1');
  expect(faults).toEqual([]);
});

test('shows the piece of the text that matched where nothing else did', async ({ page, site }) => {
  await page.goto(`${site.url}/search?q=paragraph`);
  const result = page.getByRole('main').locator('.result').first();
  await expect(result).toContainText('Paragraph 1 of article 30.');
  await expect(result.locator('mark').first()).toHaveText('Paragraph');
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
  await following(site);
  await site.publish(sampleArticle(31, { title: 'Sample, just out' }));
  await expect(results.first()).toContainText('Sample, just out');
  await expect(results).toHaveCount(31);
});

test('a search that fails says so with status 503, and can be tried again', async ({ page, site }) => {
  site.fault(/ \/api\/search/, async () => problem('search-unavailable'));
  const response = await page.goto(`${site.url}/search?q=sample`);
  expect(response?.status()).toBe(503);
  const main = page.getByRole('main');
  await expect(main.getByText('Search failed')).toBeVisible();
  await expect(main.getByRole('searchbox')).toHaveValue('sample');
  site.heal();
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
  const hostile = `</script><script>globalThis.broken=1</script> "'><img src=x onerror="globalThis.broken=1"> & עברית 😀`;
  await site.publish(
    sampleArticle(31, {
      title: `Title ${hostile}`,
      authorName: `Name ${hostile}`.slice(0, 120),
      excerpt: hostile,
    }),
  );
  const faults = await watchPage(page, site.url);
  const asked = `</script> "'><img onerror="globalThis.broken=1"> \u202e \u0001 %_ qqqq`;
  const { box, articles, said } = await openBox(page, site, `/search?q=${encodeURIComponent(asked)}`);
  await expect(page.getByRole('main').getByText('No articles found', { exact: true })).toBeVisible();
  expect(await page.title()).toContain('Search: </script> "\'><img');
  await box.fill('<script>');
  await expect(articles).toHaveCount(1);
  await expect(articles).toContainText('Title </script><script>globalThis.broken=1</script>');
  await expect(articles.locator('mark').first()).toHaveText('script');
  await box.fill('<img src=x onerror=alert(1)> qqqq');
  await expect(said).toHaveText('No articles found');
  await box.fill('onerror');
  await box.press('Enter');
  await expect(page.locator('.result')).toHaveCount(1);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
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
  site.fault(/ \/api\/search/, async () => problem('search-unavailable'));
  await page.goto(`${site.url}/search?q=sample`);
  await expect(page.getByRole('main').getByText('Search failed')).toBeVisible();
  site.heal();
  await page.getByRole('link', { name: 'Try again' }).click();
  await results.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 30');
  await context.close();
});

const phone = { width: 360, height: 740 };
const largeText = () => {
  document.documentElement.style.fontSize = '200%';
};

test('the box has a row of its own on a phone, and room for a thumb', async ({ page, site }) => {
  await page.setViewportSize(phone);
  const { box, options, search } = await openBox(page, site);
  const menu = page.getByRole('link', { name: 'Menu' });
  await box.fill('sample');
  await expect(options).toHaveCount(6);
  const heights = await options.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
  const go = await search.getByRole('button', { name: 'Search' }).boundingBox();
  expect(Math.min(go?.width ?? 0, go?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const [above, row] = await Promise.all([menu.boundingBox(), search.boundingBox()]);
  expect(row?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.evaluate(largeText);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const widths = await options.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(Math.max(...widths)).toBe(0);
});

test('no box makes a phone or a tablet zoom in when it is tapped', async ({ page, site }) => {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${site.url}/search`);
    const sizes = await page
      .locator('input[name="q"]')
      .evaluateAll((boxes) => boxes.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    expect(sizes.length).toBe(2);
    // Safari does where letters are smaller.
    expect(Math.min(...sizes), `${width}`).toBeGreaterThanOrEqual(16);
  }
});

test('it is in the line of brand and links where there is room', async ({ page, site }) => {
  await signIn(page, site, await register(site, 'Wilhelmina Featherstonehaugh', 'w@example.org'));
  const { box, options } = await openBox(page, site);
  await box.fill('sample');
  await expect(options).toHaveCount(6);
  const middle = async (name: string) => {
    const place = await page.locator(`.masthead ${name}`).boundingBox();
    return (place?.y ?? 0) + (place?.height ?? 0) / 2;
  };
  for (const width of [768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(Math.abs((await middle('.search-line')) - (await middle('.brand'))), `${width}`).toBeLessThan(6);
    const shown = await page.locator('.suggestions').boundingBox();
    expect(shown?.x, `${width}`).toBeGreaterThanOrEqual(0);
    expect((shown?.x ?? 0) + (shown?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('what it says while it searches stands where the outcome will stand', async ({ page, site }) => {
  await page.setViewportSize(phone);
  const letCome = holdBack(site, /\?q=qqqq$/);
  const { box, search } = await openBox(page, site);
  await box.fill('qqqq');
  const place = async (text: string) => (await search.getByText(text, { exact: true }).boundingBox())?.y;
  await expect(search.getByText('Searching...', { exact: true })).toBeVisible();
  const before = await place('Searching...');
  letCome();
  await expect(search.getByText('No articles found')).toBeVisible();
  expect(await place('No articles found')).toBe(before);
});

test.describe('of awkward articles', () => {
  test.use({ siteOptions: { empty: true } });

  test('large text on a phone cuts off no name and no age, and widens no page', async ({ page, site }) => {
    await publishAwkwardArticles(site);
    await page.setViewportSize(phone);
    for (const path of ['/search', '/search?q=a']) {
      const { box, options } = await openBox(page, site, path);
      await page.evaluate(largeText);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
      await box.fill('donau');
      await expect(options).toHaveCount(2);
      await box.fill('a');
      await expect(options).toHaveCount(6);
      const writers = page.locator('.suggestion-writer');
      const hidden = await writers.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(hidden).toEqual(Array(5).fill(0));
      await expect(writers.filter({ hasText: 'Former contributor' })).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  });
});

test('a phone shows the part of the text that matched', async ({ page, site }) => {
  const text = `${'Much was said before that day. '.repeat(5)}Then came the heron.`;
  await site.publish(sampleArticle(31, { excerpt: text }));
  await site.publish(sampleArticle(32, { content: text }));
  await page.setViewportSize(phone);
  await page.goto(`${site.url}/search?q=heron`);
  const marks = page.getByRole('main').locator('.result-excerpt mark');
  await expect(marks).toHaveText(['heron', 'heron']);
  const below = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const text = mark.closest('.result-excerpt') as Element;
      return mark.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom;
    }),
  );
  for (const distance of below) expect(distance).toBeLessThanOrEqual(1);
});
