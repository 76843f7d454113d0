import type { Page } from '@playwright/test';
import budgets from '../budgets.json' with { type: 'json' };
import { expect, sampleArticle, test } from './test.ts';

const { step } = test;

type Loaded = { url: string; type: string; bytes: number };

/** Opens a page on a phone with an empty cache; resolves with all that it loads before anybody touches it. */
async function load(page: Page, address: string): Promise<Loaded[]> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
  const loaded = new Map<string, Loaded>();
  network.on('Network.requestWillBeSent', ({ requestId, request: { url }, type = 'Other' }) => {
    if (url.startsWith('http')) loaded.set(requestId, { url, type, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = loaded.get(requestId);
    if (found) found.bytes = encodedDataLength;
  });
  await page.goto(address);
  await page.evaluate(() => document.fonts.ready);
  // Following the changes is the last that a page begins.
  await expect.poll(() => [...loaded.values()].some(({ type }) => type === 'EventSource')).toBe(true);
  const unfinished = () =>
    [...loaded.values()].filter(({ type, bytes }) => bytes === 0 && type !== 'EventSource');
  await expect.poll(unfinished).toEqual([]);
  await network.detach();
  // The browser's own, for its tab.
  return [...loaded.values()].filter(({ url }) => !/\/favicon\./.test(url));
}

/** Expects a page to be within its budget, headers included. */
function expectWithin({ total }: (typeof budgets.pages)['home'], loaded: readonly Loaded[]): void {
  const sum = (type?: string) =>
    loaded.filter((one) => !type || one.type === type).reduce((bytes, one) => bytes + one.bytes, 0);
  const told = loaded.map(({ url, type, bytes }) => `${bytes} ${type} ${url}`).join('\n');
  expect(sum(), told).toBeLessThanOrEqual(total);
  expect(sum('Script'), told).toBeLessThanOrEqual(budgets.everyPage.script);
  expect(loaded.length, told).toBeLessThanOrEqual(budgets.everyPage.requests);
}

const fontsOf = (loaded: readonly Loaded[]) =>
  loaded
    .filter(({ type }) => type === 'Font')
    .map(({ url }) => /journal-([\w-]+)\./.exec(url)?.[1])
    .sort();

test('pages keep to their budgets, whatever letters the names on them have', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const write = (authorName: string, title = 'Plain words on plain paper') =>
    site.publish(sampleArticle(31, { authorName, authorSchool: `${authorName} School`, title, featured: 1 }));
  const plain = await write('Sample Writer');
  await step('a plain article has two fonts', async () => {
    const loaded = await load(page, `${site.url}/article/${plain.id}`);
    expectWithin(budgets.pages.article, loaded);
    expect(fontsOf(loaded)).toEqual(['display-basic', 'text-basic']);
  });
  for (const [name, slices] of [
    ['Kis Ernő', ['text-european']],
    ['Łukasz Żółciński', ['text-european', 'text-western']],
    ['Nguyễn Thị Ánh', ['text-vietnamese', 'text-western']],
    ['Özgür Ağaoğlu', ['text-european', 'text-western']],
    ['Jānis Bērziņš', ['text-european']],
    ['Юлия Иванова', []],
  ] as const)
    await step(name, async () => {
      const { id } = await write(name);
      const loaded = await load(page, `${site.url}/article/${id}`);
      expectWithin(budgets.pages.article, loaded);
      expect(fontsOf(loaded)).toEqual(['display-basic', 'text-basic', ...slices]);
    });
  await step('lists with all of these names', async () => {
    for (const [path, budget] of [
      ['/', budgets.pages.home],
      ['/clash', budgets.pages.section],
      ['/about', budgets.pages.about],
    ] as const)
      expectWithin(budget, await load(page, site.url + path));
  });
  await step('a title with such letters, too', async () => {
    const { id } = await write('Kis Ernő', 'A letter from Győr');
    const loaded = await load(page, `${site.url}/article/${id}`);
    expectWithin(budgets.pages.article, loaded);
    expect(fontsOf(loaded)).toContain('display-european-680');
  });
});
