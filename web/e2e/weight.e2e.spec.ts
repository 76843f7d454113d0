import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import budgets from '../budgets.json' with { type: 'json' };
import { expect, sampleArticle, test } from './test.ts';

const { step } = test;

type Loaded = { url: string; type: string; bytes: number };

/** Opens a page with an empty cache. Resolves with all that it loads without an interaction. */
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
  // The change stream is the last request that a page starts.
  await expect.poll(() => [...loaded.values()].some(({ type }) => type === 'EventSource')).toBe(true);
  const unfinished = () =>
    [...loaded.values()].filter(({ type, bytes }) => bytes === 0 && type !== 'EventSource');
  await expect.poll(unfinished).toEqual([]);
  await network.detach();
  // The browser requests the icon for its tab.
  return [...loaded.values()].filter(({ url }) => !/\/favicon\./.test(url));
}

/** Expects a page to be within its budget, headers included. */
function expectWithin({ total }: (typeof budgets.pages)['home'], loaded: readonly Loaded[]): void {
  const sum = (type?: string) =>
    loaded.filter((one) => !type || one.type === type).reduce((bytes, one) => bytes + one.bytes, 0);
  const summary = loaded.map(({ url, type, bytes }) => `${bytes} ${type} ${url}`).join('\n');
  expect(sum(), summary).toBeLessThanOrEqual(total);
  expect(sum('Script'), summary).toBeLessThanOrEqual(budgets.everyPage.script);
  expect(loaded.length, summary).toBeLessThanOrEqual(budgets.everyPage.requests);
}

const fontsOf = (loaded: readonly Loaded[]) =>
  loaded
    .filter(({ type }) => type === 'Font')
    .map(({ url }) => /journal-([\w-]+)\./.exec(url)?.[1])
    .sort();

/** Every letter that one of our fonts has, and some of other scripts. */
function lettersOfAllFonts(): string {
  const css = readFileSync(new URL('../fonts/fonts.css', import.meta.url), 'utf8');
  const points = [...css.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].flatMap(
    ([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    },
  );
  const letters = [...new Set(points)].map((point) => String.fromCodePoint(point));
  return `${letters.filter((letter) => /\p{Letter}/u.test(letter)).join('')}Жωش字`;
}

test('pages stay within their budgets, whatever letters their names contain', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const write = (authorName: string, title = 'Plain words on plain paper') =>
    site.publish(
      sampleArticle(31, {
        section: 'clash',
        authorName,
        authorSchool: `${authorName} School`,
        title,
        featured: 1,
      }),
    );
  const plain = await write('Sample Writer');
  await step('a plain article loads two fonts', async () => {
    const loaded = await load(page, `${site.url}/article/${plain.id}`);
    expectWithin(budgets.pages.article, loaded);
    expect(fontsOf(loaded)).toEqual(['display-basic', 'text-basic']);
  });
  for (const [name, further] of [
    ['Siân Prydderch', ['text-further']],
    // Initials use the display font.
    ['Łukasz Żółciński', ['display-further', 'text-further']],
    ['Юлия Иванова', []],
  ] as const)
    await step(name, async () => {
      // An open page would show the new article as further reading, and load its fonts.
      await page.goto('about:blank');
      const { id } = await write(name);
      const loaded = await load(page, `${site.url}/article/${id}`);
      expect(fontsOf(loaded)).toEqual(['display-basic', 'text-basic', ...further].sort());
      // An open page would reload when its article is removed.
      await page.goto('about:blank');
      await site.remove(id);
    });
  await step('letters of every font in titles and names stay within the budgets', async () => {
    let last = plain;
    for (const part of lettersOfAllFonts().match(/.{1,80}/gu) ?? []) last = await write(part, part);
    for (const [path, budget] of [
      [`/article/${last.id}`, budgets.pages.article],
      ['/', budgets.pages.home],
      ['/clash', budgets.pages.section],
      ['/about', budgets.pages.about],
    ] as const) {
      const loaded = await load(page, site.url + path);
      expectWithin(budget, loaded);
      if (path !== '/about')
        expect(fontsOf(loaded)).toEqual(
          expect.arrayContaining(['display-basic', 'display-further', 'text-basic', 'text-further']),
        );
    }
  });
});
