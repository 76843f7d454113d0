import { openSignedIn } from '../account/account-site.ts';
import { expect, openBox, test } from './search-site.ts';

test('the box has a row of its own on a phone, and room for a thumb', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
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
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const widths = await options.evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  expect(Math.max(...widths)).toBe(0);
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
