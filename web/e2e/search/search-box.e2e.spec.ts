import { expectAccessible } from '../axe.ts';
import { delayResponses, expect, expectFollowers, problem, sampleArticle, test } from '../test.ts';
import { holdScripts, hydrated, isHydrated, watchPage } from '../watch-page.ts';
import { boxOf, openBox, searchedFor } from './search-site.ts';

const { step } = test;

test('the search box waits 120 ms for the next key, and closes 200 ms after it loses the focus', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.clock.install();
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const requestTimes: number[] = [];
    Object.assign(globalThis, { requestTimes });
    globalThis.fetch = (input, init) => {
      if (String(input).startsWith('/api/search')) requestTimes.push(Date.now());
      return fetch(input, init);
    };
  });
  const release = delayResponses(site, /\?q=sample$/);
  const { box, options, articles, said, search } = await openBox(page, site);
  const searching = search.getByText('Searching...', { exact: true });
  await step('it shows that it is searching, and then five articles with their writers', async () => {
    await page.clock.pauseAt(Date.now() + 60_000);
    await box.pressSequentially('sample');
    await expect(searching).toBeVisible();
    await expect(articles).toHaveCount(0);
    const typed = await page.evaluate(() => Date.now());
    await page.clock.runFor(119);
    await page.clock.runFor(1);
    await expect.poll(() => searchedFor(site)).toEqual(['sample']);
    const requestTimes = () =>
      page.evaluate(() => (globalThis as unknown as { requestTimes: number[] }).requestTimes);
    expect(await requestTimes()).toEqual([typed + 120]);
    await page.clock.resume();
    release();
    await expect(articles).toHaveCount(5);
    await expect(searching).toHaveCount(0);
    await expect(articles.first()).toContainText('Sample article number 30');
    await expect(articles.first()).toContainText('Sample Writer, 14');
    await expect(articles.first()).toHaveAttribute('href', '/article/30');
    await expect(said).toHaveText('5 articles found, and more in all results');
    expect(searchedFor(site)).toEqual(['sample']);
  });
  await step('it closes after losing the focus, and opens again with it', async () => {
    await page.clock.pauseAt(Date.now() + 120_000);
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
  expect(faults).toEqual([]);
});

test('the search box requests the same text once in 30 seconds, and again after that', async ({
  page,
  site,
}) => {
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

test('text typed in the search box before the scripts or the next page have loaded is kept', async ({
  page,
  site,
}) => {
  const box = page.getByPlaceholder('Search articles...');
  await step('before the scripts have loaded', async () => {
    const release = await holdScripts(page);
    await page.goto(`${site.url}/about`, { waitUntil: 'commit' });
    await box.pressSequentially('number 8');
    release();
    await expect(page.getByRole('option')).toHaveCount(2);
    await expect(box).toHaveValue('number 8');
    await expect(box).toBeFocused();
    await page.unroute('**/*.js');
  });
  await step('before the next page has loaded', async () => {
    await openBox(page, site);
    const release = await holdScripts(page);
    const onItsWay = page.locator('html[data-loading]');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
    await expect(onItsWay).toHaveCount(1);
    await box.pressSequentially('number');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
    await expect(onItsWay).toHaveCount(0);
    await page.keyboard.type(' 2');
    await expect(box).toHaveValue('number 2');
    await expect(page.getByRole('option')).toHaveCount(6);
  });
});

test('the search box is a combobox with arrow keys, Home, End, Enter, Escape and Tab', async ({
  page,
  site,
}) => {
  const { box, options, said } = await openBox(page, site);
  await step('no single key focuses it, because dictation would trigger that', async () => {
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
  await step('Escape closes the list and keeps the text, and pressed again clears it', async () => {
    await box.focus();
    await expect(box).toHaveAccessibleName('Search articles');
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.type('sample');
    await expect(options).toHaveCount(6);
    await expect(box).toHaveAttribute('aria-expanded', 'true');
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
  await step('arrows, Home and End select an article, and Enter opens it', async () => {
    await page.keyboard.type('sample');
    await expect(options).toHaveCount(6);
    await expect(said).toHaveText('5 articles found, and more in all results');
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
      await expect(options.nth(index)).toHaveAttribute('aria-selected', 'true');
      const id = (await options.nth(index).getAttribute('id')) ?? '-';
      await expect(box).toHaveAttribute('aria-activedescendant', id);
      await expect(box).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/article/29');
    await expect(options).toHaveCount(0);
    await expect(page.locator('main')).toBeFocused();
  });
  await step('Tab moves to the button, and Enter without a selection opens all results', async () => {
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
});

test('the open search box is accessible, and fits every screen', async ({ page, site }) => {
  const { box, options, said, search } = await openBox(page, site);
  const scrollWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
  await step('it is accessible with and without results', async () => {
    await box.fill('sample');
    await expect(options).toHaveCount(6);
    await box.press('ArrowDown');
    await expect(options.first()).toHaveAttribute('aria-selected', 'true');
    await expectAccessible(page, 'with suggestions');
    await box.fill('qqqq');
    await expect(said).toHaveText('No articles found');
    await expectAccessible(page, 'with nothing found');
  });
  await step('on a phone it has its own row and targets of at least 44 px', async () => {
    await box.fill('sample');
    await expect(options).toHaveCount(6);
    const heights = await options.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    const go = await search.getByRole('button', { name: 'Search' }).boundingBox();
    expect(Math.min(go?.width ?? 0, go?.height ?? 0)).toBeGreaterThanOrEqual(44);
    const menu = page.getByRole('link', { name: 'Menu' });
    const [above, row] = await Promise.all([menu.boundingBox(), search.boundingBox()]);
    expect(row?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    for (const fontSize of ['', '200%']) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, fontSize);
      expect(await scrollWidth(), fontSize).toBe(360);
    }
    const over = await options.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(Math.max(...over)).toBe(0);
  });
  await step('the search indicator is where the result message will be', async () => {
    const release = delayResponses(site, /\?q=zzzz$/);
    await openBox(page, site);
    await box.fill('zzzz');
    const place = async (text: string) => (await search.getByText(text, { exact: true }).boundingBox())?.y;
    await expect(search.getByText('Searching...', { exact: true })).toBeVisible();
    const before = await place('Searching...');
    release();
    await expect(search.getByText('No articles found')).toBeVisible();
    expect(await place('No articles found')).toBe(before);
  });
});

test('the search box marks matches, shows nothing outdated, and leads to results', async ({ page, site }) => {
  const { box, options, articles, said, search } = await openBox(page, site);
  await step('matches are marked, in the colours of their sections', async () => {
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
  await step('an empty result and a failed search are shown, and the page stays', async () => {
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
  await step('an outdated request is aborted, and its result never shown', async () => {
    const before = searchedFor(site).length;
    const release = delayResponses(site, /\?q=article$/);
    const brokenOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?q=article'));
    await box.fill('article');
    await expect.poll(() => searchedFor(site).slice(before)).toEqual(['article']);
    await box.press('End');
    await box.pressSequentially(' 7');
    expect((await brokenOff).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(articles).toHaveText([/number 7/]);
    release();
    await box.pressSequentially('7');
    await expect(search.getByText('No articles found')).toBeVisible();
    expect(searchedFor(site).slice(before)).toEqual(['article', 'article 7', 'article 77']);
    site.heal();
  });
  await step('it leads to an article, to all results and back', async () => {
    const title = page.getByRole('heading', { level: 1 });
    await box.fill('number 27');
    await articles.first().click();
    await page.waitForURL('**/article/27');
    await expect(title).toHaveText('Sample article number 27');
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
    await expect(title).toHaveText('Sample article number 27');
    await expect(box).toHaveValue('');
  });
  await step('a new article is found as soon as it is published', async () => {
    await box.fill('sample');
    await expect(articles).toHaveCount(5);
    await expectFollowers(site);
    await site.publish(sampleArticle(31, { title: 'Sample, just out' }));
    await expect(articles.first()).toContainText('Sample, just out');
  });
});

test('the search box suggests before hydration, which leaves the open list unchanged', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await page.goto(`${site.url}/about`);
  await expectFollowers(site);
  const { box, options, articles } = boxOf(page);
  await step('it suggests without React, and updates after a change', async () => {
    await box.pressSequentially('sample');
    await expect(articles).toHaveCount(5);
    await site.publish(sampleArticle(31, { title: 'Sample, just out' }));
    await expect(articles.first()).toContainText('Sample, just out');
    // The page around the list, which shows the number of articles, has been updated.
    await expect(page.getByText('31', { exact: true }).first()).toBeVisible();
    await expect(options).toHaveCount(6);
    await expect(box).toHaveRole('combobox');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    expect(await isHydrated(page)).toBe(false);
  });
  await step('hydration keeps the list, the selection and the focus', async () => {
    const list = await page.getByRole('listbox').elementHandle();
    await hydrated(page);
    expect(await list?.evaluate((element) => element.isConnected)).toBe(true);
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('sample');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await expectFollowers(site);
    await box.press('Enter');
    await page.waitForURL('**/article/30');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample article number 30');
    await expect(box).toHaveValue('');
    await expect(options).toHaveCount(0);
  });
  await step('after hydration the router navigates, and searches see the last change', async () => {
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await site.edit(30, { title: 'Sample, edited' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample, edited');
    await box.fill('sample edited');
    await expect(articles).toHaveCount(1);
    const { headers } = site.calls.filter(({ path }) => path.startsWith('/api/search')).at(-1) ?? {};
    expect(headers?.['journal-position']).toMatch(/^\d+$/);
    await box.press('Enter');
    await page.waitForURL('**/search?q=sample+edited');
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
  expect(faults).toEqual([]);
});
