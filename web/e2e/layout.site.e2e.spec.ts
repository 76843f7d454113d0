import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated } from './watch-page.ts';

// Each test visits every page.
test.describe.configure({ timeout: 120_000 });

for (const width of [320, 360, 768, 1280]) {
  test(`nothing scrolls sideways and nothing sticks out at ${width} px`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, path] of Object.entries(site.pages)) {
      await page.goto(site.url + path);
      const { scrollWidth, outside } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        outside: Array.from(document.querySelectorAll('main :is(h1, h2, h3, p, a, li, span, dd)'))
          .filter((element) => {
            const { left, right, width } = element.getBoundingClientRect();
            return width > 0 && (right > innerWidth + 1 || left < -1) && !element.closest('.sr-only');
          })
          .map((element) => element.outerHTML.slice(0, 80)),
      }));
      expect(scrollWidth, name).toBe(width);
      expect(outside, name).toEqual([]);
    }
  });
}

test('nothing moves while a page comes to life', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (globalThis as unknown as { shift: number }).shift += (
          entry as PerformanceEntry & { value: number }
        ).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name, path] of Object.entries(site.pages)) {
      await page.goto(site.url + path);
      await hydrated(page);
      await page.evaluate(() => document.fonts.ready);
      const shift = await page.evaluate(() => (globalThis as unknown as { shift: number }).shift);
      expect(shift, `${name} at ${width}`).toBeLessThan(0.01);
    }
  }
});

test('text twice as large at 360 px splits no word of the brand and sticks out nowhere', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    return document.fonts.ready;
  });
  const wordsOnLines = await page.locator('a.brand').evaluate((brand) => {
    const [text] = brand.childNodes;
    const words = [...(text?.textContent ?? '').matchAll(/\S+/g)];
    return words.map(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text as Node, index);
      range.setEnd(text as Node, index + word.length);
      return range.getClientRects().length;
    });
  });
  expect(wordsOnLines).toEqual([1, 1]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('a text is set in 60 to 70 characters a line', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${site.url}/article/5`);
  await page.evaluate(() => document.fonts.ready);
  const perLine = await page
    .locator('.prose p')
    .last()
    .evaluate((paragraph) => {
      const room = paragraph.getBoundingClientRect().width;
      const sample = 'It was the best of times, it was the worst of times, it was the age of wisdom.';
      const span = document.createElement('span');
      span.style.whiteSpace = 'nowrap';
      span.textContent = sample;
      paragraph.append(span);
      return (room * sample.length) / span.getBoundingClientRect().width;
    });
  expect(perLine).toBeGreaterThan(60);
  expect(perLine).toBeLessThan(70);
});

test('an excerpt on a card is cut after three lines', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(site.url);
  const lines = await page
    .locator('.card-excerpt')
    .evaluateAll((all) =>
      all.map((element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    );
  expect(Math.max(...lines)).toBeLessThan(3.2);
});
