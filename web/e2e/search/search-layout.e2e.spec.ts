import { sampleArticle, sampleArticles } from '../../testing/fixture-api.ts';
import { openSignedIn } from '../account/account-site.ts';
import { awkwardArticles } from '../awkward-articles.ts';
import { expect, holdBack, openBox, test } from './search-site.ts';

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
  for (const { user } of site.api.accounts.all) user.fullName = 'Wilhelmina Featherstonehaugh';
  await openSignedIn(page, site, '/about');
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
  const letCome = holdBack(site, 'qqqq');
  const { box, search } = await openBox(page, site);
  await box.fill('qqqq');
  const place = async (text: string) => (await search.getByText(text, { exact: true }).boundingBox())?.y;
  await expect(search.getByText('Searching...', { exact: true })).toBeVisible();
  const before = await place('Searching...');
  letCome();
  await expect(search.getByText('No articles found')).toBeVisible();
  expect(await place('No articles found')).toBe(before);
});

test('large text on a phone cuts off no name and no age, and widens no page', async ({ page, site }) => {
  site.api.articles = awkwardArticles();
  await page.setViewportSize(phone);
  for (const path of ['/search', '/search?q=a']) {
    const { box, options } = await openBox(page, site, path);
    await page.evaluate(largeText);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    await box.fill('former');
    await expect(options).toHaveCount(2);
    await box.fill('a');
    await expect(options).toHaveCount(6);
    const writers = page.locator('.suggestion-writer');
    const hidden = await writers.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(hidden).toEqual(Array(5).fill(0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
  }
  site.api.articles = sampleArticles(30);
});

test('a phone shows the part of the text that matched', async ({ page, site }) => {
  const text = `${'Much was said before that day. '.repeat(5)}Then came the heron.`;
  site.api.articles = [sampleArticle(2, { content: text }), sampleArticle(1, { excerpt: text })];
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
  site.api.articles = sampleArticles(30);
});
