import { examine } from '../axe.ts';
import { expect, following, holdBack, problem, sampleArticle, test } from '../test.ts';
import { holdScripts, watchPage } from '../watch-page.ts';
import { openBox, searchedFor } from './search-site.ts';

test.describe(() => {
  test.use({ ownContext: true });
  test('waits for 120 ms without a key, says that it searches, and shows five articles at most, each with its writer', async ({
    page,
    site,
  }) => {
    const faults = await watchPage(page, site.url);
    await page.clock.install();
    await page.addInitScript(() => {
      const { fetch } = globalThis;
      const asked: number[] = [];
      Object.assign(globalThis, { asked });
      globalThis.fetch = (input, init) => {
        if (String(input).startsWith('/api/search')) asked.push(Date.now());
        return fetch(input, init);
      };
    });
    const letCome = holdBack(site, /\?q=sample$/);
    const { box, articles, said, search } = await openBox(page, site);
    await page.clock.pauseAt(Date.now() + 60_000);
    await box.pressSequentially('sample');
    await expect(search.getByText('Searching...', { exact: true })).toBeVisible();
    await expect(articles).toHaveCount(0);
    const typed = await page.evaluate(() => Date.now());
    await page.clock.runFor(119);
    await page.clock.runFor(1);
    await expect.poll(() => searchedFor(site)).toEqual(['sample']);
    expect(await page.evaluate(() => (globalThis as unknown as { asked: number[] }).asked)).toEqual([
      typed + 120,
    ]);
    await page.clock.resume();
    letCome();
    await expect(articles).toHaveCount(5);
    await expect(search.getByText('Searching...', { exact: true })).toHaveCount(0);
    await expect(articles.first()).toContainText('Sample article number 30');
    await expect(articles.first()).toContainText('Sample Writer, 14');
    await expect(articles.first()).toHaveAttribute('href', '/article/30');
    await expect(said).toHaveText('5 articles found, and more in all results');
    expect(searchedFor(site)).toEqual(['sample']);
    expect(faults).toEqual([]);
  });
});

test('marks what was searched for, and has the colour of the section', async ({ page, site }) => {
  const { box, articles } = await openBox(page, site);
  await box.pressSequentially('number writer');
  await expect(articles.first().locator('mark')).toHaveText(['number', 'Writer']);
  const colours = await articles.evaluateAll((all) =>
    all
      .slice(0, 3)
      .map((one) => [
        one.dataset.section,
        getComputedStyle(one).borderInlineStartColor,
        getComputedStyle(one.querySelector('.mark') as Element).fill,
      ]),
  );
  expect(new Map(colours.map(([section, ...both]) => [section, both]))).toEqual(
    new Map([
      ['clash', Array(2).fill('rgb(196, 22, 42)')],
      ['view', Array(2).fill('rgb(39, 70, 198)')],
      ['culture', Array(2).fill('rgb(10, 111, 71)')],
    ]),
  );
});

test('says where nothing is found, and where the search fails; the page stays as it is', async ({
  page,
  site,
}) => {
  const { box, said, options } = await openBox(page, site);
  await box.fill('qqqq');
  await expect(said).toHaveText('No articles found');
  await expect(said).toBeVisible();
  await expect(options).toHaveCount(0);
  site.fault(/ \/api\/search/, async () => problem('search-unavailable'));
  await box.fill('sample');
  await expect(said).toHaveText('Search failed');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  site.heal();
  await box.fill('sample number');
  await expect(options).toHaveCount(6);
  await box.fill('');
  await expect(options).toHaveCount(0);
  await expect(said).toHaveText('');
});

test.describe(() => {
  test.use({ ownContext: true });
  test('closes 200 ms after it has lost the focus, and opens again with it', async ({ page, site }) => {
    await page.clock.install();
    const { box, options } = await openBox(page, site);
    await box.fill('sample');
    await expect(options).toHaveCount(6);
    await page.clock.pauseAt(Date.now() + 60_000);
    await box.blur();
    await page.clock.runFor(199);
    await expect(options).toHaveCount(6);
    await page.clock.runFor(1);
    await expect(options).toHaveCount(0);
    await box.focus();
    await page.clock.runFor(200);
    await expect(options).toHaveCount(6);
    await expect(box).toHaveValue('sample');
  });
});

test.describe(() => {
  test.use({ ownContext: true });
  test('asks once in 30 seconds for the same text, and again after them', async ({ page, site }) => {
    const now = Date.now();
    await page.clock.setFixedTime(now);
    const { box, options } = await openBox(page, site);
    const searchAgain = async () => {
      await box.fill('');
      await expect(options).toHaveCount(0);
      await box.fill('sample');
      await expect(options).toHaveCount(6);
    };
    await searchAgain();
    await page.clock.setFixedTime(now + 29_999);
    await searchAgain();
    expect(searchedFor(site)).toEqual(['sample']);
    await page.clock.setFixedTime(now + 30_000);
    await searchAgain();
    await expect.poll(() => searchedFor(site)).toEqual(['sample', 'sample']);
  });
});

test('what is overtaken is broken off, and never shown', async ({ page, site }) => {
  const letCome = holdBack(site, /\?q=sample$/);
  const { box, articles, search } = await openBox(page, site);
  const brokenOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?q=sample'));
  await box.fill('sample');
  await expect.poll(() => searchedFor(site)).toEqual(['sample']);
  await box.press('End');
  await box.pressSequentially(' 7');
  expect((await brokenOff).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(articles).toHaveText([/number 7/]);
  letCome();
  await box.pressSequentially('7');
  await expect(search.getByText('No articles found')).toBeVisible();
  expect(searchedFor(site)).toEqual(['sample', 'sample 7', 'sample 77']);
});

test('leads to the article, closes, and to all that is found', async ({ page, site }) => {
  const { box, options, articles } = await openBox(page, site);
  await box.fill('number 27');
  await articles.first().click();
  await page.waitForURL('**/article/27');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 27');
  await expect(options).toHaveCount(0);
  await expect(box).toHaveValue('');
  await box.fill('number 2');
  await options.last().click();
  await page.waitForURL('**/search?q=number+2');
  await expect(options).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    /articles found$|^The best \d+ articles$/,
  );
  await expect(box).toHaveValue('number 2');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 27');
  await expect(box).toHaveValue('');
});

test('what was typed before the scripts came is kept, and searched for', async ({ page, site }) => {
  const letCome = await holdScripts(page);
  await page.goto(`${site.url}/about`, { waitUntil: 'commit' });
  const box = page.getByPlaceholder('Search articles...');
  await box.pressSequentially('number 8');
  letCome();
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect(box).toHaveValue('number 8');
  await expect(box).toBeFocused();
});

test('who types while the next page is on its way goes on typing when it is there', async ({
  page,
  site,
}) => {
  const { box } = await openBox(page, site);
  const letCome = await holdScripts(page);
  const onItsWay = page.locator('html[data-loading]');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
  await expect(onItsWay).toHaveCount(1);
  await box.pressSequentially('number');
  letCome();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  await expect(onItsWay).toHaveCount(0);
  await page.keyboard.type(' 2');
  await expect(box).toHaveValue('number 2');
  await expect(page.getByRole('option')).toHaveCount(6);
});

test('a new article is among what is found from the moment on that it is out', async ({ page, site }) => {
  const { box, articles } = await openBox(page, site);
  await box.fill('sample');
  await expect(articles).toHaveCount(5);
  await following(site);
  await site.publish(sampleArticle(31, { title: 'Sample, just out' }));
  await expect(articles.first()).toContainText('Sample, just out');
});

test('is a combobox: arrows, Home, End and Enter, with the focus in the box', async ({ page, site }) => {
  const { box, options, said } = await openBox(page, site);
  await box.focus();
  await expect(box).toHaveRole('combobox');
  await expect(box).toHaveAccessibleName('Search articles');
  await expect(box).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('sample');
  await expect(options).toHaveCount(6);
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await expect(said).toHaveText('5 articles found, and more in all results');
  const chosen = async (index: number) => {
    await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true');
    await expect(box).toHaveAttribute(
      'aria-activedescendant',
      (await options.nth(index).getAttribute('id')) ?? '-',
    );
    await expect(box).toBeFocused();
  };
  await expect(box).not.toHaveAttribute('aria-activedescendant');
  for (const [key, index] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', 5],
    ['ArrowDown', 0],
    ['End', 5],
    ['Home', 0],
    ['ArrowDown', 1],
  ] as const) {
    await page.keyboard.press(key);
    await chosen(index);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/article/29');
  await expect(options).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('Escape closes and keeps the text, and clears it the second time', async ({ page, site }) => {
  const { box, options } = await openBox(page, site);
  await box.pressSequentially('sample');
  await expect(options).toHaveCount(6);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(box).toHaveValue('sample');
  await expect(box).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(options).toHaveCount(6);
  await expect(box).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
});

test('Enter with nothing chosen goes to all that is found, and Tab goes on', async ({ page, site }) => {
  const { box, options } = await openBox(page, site);
  await box.pressSequentially('number 2');
  await expect(options).toHaveCount(6);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search' })).toBeFocused();
  await expect(options).toHaveCount(0);
  await box.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?q=number+2');
  await expect(options).toHaveCount(0);
  await expect(page.locator('main')).toBeFocused();
});

test('no key alone leads to the box: who dictates would land in it unasked', async ({ page, site }) => {
  const { box } = await openBox(page, site);
  await box.focus();
  await expect(box).toHaveRole('combobox');
  await box.blur();
  for (const key of ['/', 's', 'k']) {
    await page.keyboard.press(key);
    await expect(box).not.toBeFocused();
  }
  await expect(box).toHaveValue('');
  await expect(box).not.toHaveAttribute('aria-keyshortcuts');
});

test('axe finds nothing in the open box, by day and by night, on a phone and on a desk', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { box, options, said } = await openBox(page, site);
  await box.fill('sample');
  await expect(options).toHaveCount(6);
  await box.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect((await examine(page, colorScheme)).faults).toEqual([]);
    }
  }
  await box.fill('qqqq');
  await expect(said).toHaveText('No articles found');
  expect((await examine(page, 'dark')).faults).toEqual([]);
});
