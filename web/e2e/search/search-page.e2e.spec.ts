import { expect, expectFollowers, problem, register, sampleArticle, signIn, test } from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { openBox, searchedFor } from './search-site.ts';

const { step } = test;
const phone = { width: 360, height: 740 };

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: phone });

  test('a search moves the focus to main, so that the keyboard closes', async ({ page, site }) => {
    await openBox(page, site, '/search');
    const main = page.getByRole('main');
    await main.getByRole('searchbox').fill('number 12');
    await main.getByRole('searchbox').press('Enter');
    await expect(main.getByRole('heading', { level: 2 })).toHaveText('1 article found');
    await expect(main).toBeFocused();
  });
});

test('the search page shows results, and moves from query to query', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const main = page.getByRole('main');
  const own = main.getByRole('searchbox');
  const heading = main.getByRole('heading', { level: 2 });
  const results = main.locator('.result');
  const box = page.getByPlaceholder('Search articles...');
  await step('a query in the address shows marks, fields, and the query in both boxes', async () => {
    const response = await page.goto(`${site.url}/search?q=number+12`);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(/^Search: number 12 · /);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveAttribute('href', 'https://journal.example/search');
    await expect(own).toHaveValue('number 12');
    await expect(box).toHaveValue('number 12');
    await expect(heading).toHaveText('1 article found');
    await expect(main.getByRole('status').first()).toHaveText('1 article found for number 12');
    const result = main.getByRole('list').first().getByRole('listitem');
    await expect(result).toHaveCount(1);
    for (const text of [
      'The Clash',
      'Jan 13, 2026',
      'What the sample article number 12 is about',
      'Sample Writer, 17',
    ])
      await expect(result).toContainText(text);
    await expect(result.getByRole('link')).toHaveAttribute('href', '/article/12');
    await expect(result.getByRole('heading', { level: 3 }).locator('mark')).toHaveText(['number', '12']);
    expect(site.calls.map(({ path }) => path)).toContain('/api/search?q=number+12&limit=20&passages=1');
  });
  await step('an excerpt of the text is shown if nothing else matched', async () => {
    await page.goto(`${site.url}/search?q=paragraph`);
    await expect(results.first()).toContainText('Paragraph 1 of article 30.');
    await expect(results.first().locator('mark').first()).toHaveText('Paragraph');
  });
  await step('a new query on the page is announced in an existing live region', async () => {
    await openBox(page, site, '/search');
    await expect(page.getByText('What would you like to read about?')).toBeVisible();
    const listening = main.getByRole('status').first();
    await expect(listening).toHaveText('');
    await listening.evaluate((element) => Object.assign(element, { wasThere: true }));
    await own.fill('number 12');
    await main.getByRole('button', { name: 'Search' }).click();
    await expect(heading).toHaveText('1 article found');
    await expect(box).toHaveValue('number 12');
    for (const [text, said] of [
      ['number 13', '1 article found for number 13'],
      ['qqqq', 'No articles found for qqqq'],
      ['number', 'The best 20 articles for number'],
    ] as const) {
      await own.fill(text);
      await own.press('Enter');
      await expect(listening).toHaveText(said);
      await expect(own).toBeFocused();
      expect(await listening.evaluate((element) => 'wasThere' in element)).toBe(true);
      if (text !== 'qqqq') continue;
      await expect(main.getByText('No articles found', { exact: true })).toBeVisible();
      for (const name of ['The Clash', 'The View', 'The Culture'])
        await expect(main.getByRole('link', { name })).toBeVisible();
      await expect(page).toHaveTitle(/^Search: qqqq · /);
    }
    await page.getByRole('link', { name: 'More results' }).click();
    await expect(main.getByRole('status').last()).toHaveText('10 more articles loaded, that is all');
    await expect(listening).toHaveText('The best 20 articles for number');
    for (const _ of ['qqqq', 'number 13']) await page.goBack();
    await expect(heading).toHaveText('1 article found');
    await expect(own).toHaveValue('number 13');
    await expect(box).toHaveValue('number 13');
    expect(await listening.evaluate((element) => 'wasThere' in element)).toBe(true);
  });
  expect(faults.splice(0)).toEqual([]);
  await step('a failed search returns 503, and can be retried', async () => {
    site.fault(/ \/api\/search/, async () => problem('search-unavailable'));
    expect((await page.goto(`${site.url}/search?q=sample`))?.status()).toBe(503);
    await expect(main.getByText('Search failed')).toBeVisible();
    await expect(own).toHaveValue('sample');
    site.heal();
    await main.getByRole('link', { name: 'Try again' }).click();
    await expect(results).toHaveCount(20);
  });
  await step('a query that is too long returns 400, and is not sent to the API', async () => {
    const before = searchedFor(site).length;
    expect((await page.goto(`${site.url}/search?q=${'long+'.repeat(2_000)}`))?.status()).toBe(400);
    await expect(main.getByText('That is too long to search for.')).toBeVisible();
    expect(await own.inputValue()).toBe('long '.repeat(40).trim());
    await expect(own).toHaveAttribute('maxlength', '200');
    expect(searchedFor(site)).toHaveLength(before);
  });
  await step('more results are appended, and a new article appears in its place', async () => {
    await openBox(page, site, '/search?q=sample');
    await expect(results).toHaveCount(20);
    await expect(heading).toHaveText('The best 20 articles');
    await page.getByRole('link', { name: 'More results' }).click();
    await expect(results).toHaveCount(30);
    await expect(page.getByRole('link', { name: 'More results' })).toHaveCount(0);
    await expectFollowers(site);
    await site.publish(sampleArticle(31, { title: 'Sample, just out' }));
    await expect(results.first()).toContainText('Sample, just out');
    await expect(results).toHaveCount(31);
  });
  await step('hostile text in the address, a title or a name is shown as text', async () => {
    const hostile = `</script><script>globalThis.broken=1</script> "'><img src=x onerror="globalThis.broken=1"> & עברית 😀`;
    const [title, authorName] = [`Title ${hostile}`, `Name ${hostile}`.slice(0, 120)];
    await site.publish(sampleArticle(32, { title, authorName, excerpt: hostile }));
    faults.length = 0;
    const hostileText = `</script> "'><img onerror="globalThis.broken=1"> \u202e \u0001 %_ qqqq`;
    const { articles, said } = await openBox(page, site, `/search?q=${encodeURIComponent(hostileText)}`);
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
});

test('search boxes and results fit every screen, and show what matched', async ({ page, site }) => {
  const name = 'Wilhelmina Featherstonehaugh';
  await signIn(page, site, await register(site, name, 'w@example.org'));
  await step('the box is in line with the brand from 768 px on', async () => {
    const { box, options } = await openBox(page, site);
    await box.fill('sample');
    await expect(options).toHaveCount(6);
    const middle = async (selector: string) => {
      const place = await page.locator(`.masthead ${selector}`).boundingBox();
      return (place?.y ?? 0) + (place?.height ?? 0) / 2;
    };
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const apart = Math.abs((await middle('.search-line')) - (await middle('.brand')));
      expect(apart, `${width}`).toBeLessThan(6);
      const shown = await page.locator('.suggestions').boundingBox();
      expect(shown?.x, `${width}`).toBeGreaterThanOrEqual(0);
      expect((shown?.x ?? 0) + (shown?.width ?? 0), `${width}`).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
  await step('every box has text of at least 16 px, so that tapping it does not zoom in', async () => {
    await page.goto(`${site.url}/search`);
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const sizes = await page
        .locator('input[name="q"]')
        .evaluateAll((boxes) => boxes.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      expect(sizes).toHaveLength(2);
      // Safari zooms in if the font is smaller.
      expect(Math.min(...sizes), `${width}`).toBeGreaterThanOrEqual(16);
    }
  });
  await step('a phone shows the matching part of the text', async () => {
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
});

test('text at 200% on a phone cuts off no name or age, and does not widen the page', async ({
  page,
  showAwkwardSite,
}) => {
  const site = await showAwkwardSite();
  await page.setViewportSize(phone);
  for (const path of ['/search', '/search?q=a']) {
    const { box, options } = await openBox(page, site, path);
    const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await scrollWidth(), path).toBe(360);
    await box.fill('donau');
    await expect(options).toHaveCount(2);
    await box.fill('a');
    await expect(options).toHaveCount(6);
    const writers = page.locator('.suggestion-writer');
    const hidden = await writers.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(hidden).toEqual(Array(5).fill(0));
    await expect(writers.filter({ hasText: 'Former contributor' })).toHaveCount(1);
    expect(await scrollWidth(), path).toBe(360);
  }
});
