import { expect } from '@playwright/test';
import { runAxe } from './axe.ts';
import { blockStorage, looks, watchPolicy } from './policy.ts';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

const { step } = test;

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };
const day = 'rgb(252, 251, 249)';
const night = 'rgb(20, 19, 23)';

for (const { size, other, scans, look, isBlocked } of [
  {
    size: phone,
    other: 320,
    look: looks.arabic,
    isBlocked: false,
    scans: [
      ['light', 'all'],
      ['dark', 'colours'],
    ],
  },
  // The light theme on a desktop is examined in the specs of the pages' states.
  { size: desk, other: 768, look: looks.thai, isBlocked: true, scans: [['dark', 'all']] },
] as const)
  test(`pages pass layout, axe and policy checks at ${size.width} px, in ${look.locale}${isBlocked ? ', without storage' : ''}`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext(look);
    const page = await context.newPage();
    if (isBlocked) await page.addInitScript(blockStorage);
    const policy = await watchPolicy(page, site);
    await page.addInitScript(() => {
      const shifts = { byFonts: 0, other: 0 };
      const fonts = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
      Object.assign(globalThis, { shifts });
      document.fonts.addEventListener('loadingdone', () => {
        fonts.from = Math.min(fonts.from, performance.now() - 100);
        fonts.to = Number.POSITIVE_INFINITY;
        // A loaded font is shown in the next frame, which may come late on a busy machine.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            fonts.to = performance.now();
          }),
        );
      });
      new PerformanceObserver((list) => {
        for (const { startTime, value } of list.getEntries() as LayoutShift[])
          shifts[startTime > fonts.from && startTime < fonts.to ? 'byFonts' : 'other'] += value;
      }).observe({ type: 'layout-shift', buffered: true });
      type LayoutShift = PerformanceEntry & { value: number };
    });
    for (const [name, path] of Object.entries(site.pages)) {
      await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'no-preference' });
      await page.setViewportSize(size);
      await policy.open(name, path);
      await page.evaluate(() => document.fonts.ready);
      type Shifts = { shifts: { byFonts: number; other: number } };
      const { byFonts, other: rest } = await page.evaluate(() => (globalThis as unknown as Shifts).shifts);
      expect(rest, name).toBeLessThan(0.005);
      // On a busy machine fonts load after the first paint, and a heading may wrap differently.
      expect(byFonts, `${name}, when its fonts come late`).toBeLessThan(0.03);

      const levels = await page
        .locator('h1, h2, h3, h4, h5, h6')
        .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of levels.entries())
        expect(level, `${name}: heading ${index + 1}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);

      await page.emulateMedia({ reducedMotion: 'reduce' });
      for (const [colorScheme, what] of scans) {
        await page.emulateMedia({ colorScheme });
        const { faults, passed } = await runAxe(page, what);
        if (what === 'all') expect(passed.length, name).toBeGreaterThan(15);
        expect(passed, name).toContain('color-contrast');
        expect(faults, `${name}, ${colorScheme}`).toEqual([]);
      }

      for (const width of [size.width, other]) {
        await page.setViewportSize({ ...size, width });
        const { scrollWidth, footerHole, outside, small } = await page.evaluate(() => {
          const [sections, , account] = document.querySelectorAll('.footer-nav > *');
          const bottom = Math.max(
            ...[...(sections?.children ?? [])].map((one) => one.getBoundingClientRect().bottom),
          );
          const isOutside = ({ left, right, width }: DOMRect) =>
            width > 0 && (right > innerWidth + 1 || left < -1);
          const isInline = '.card-title, .teaser-title, .section-name, .skip-link, .legal-links';
          return {
            scrollWidth: document.documentElement.scrollWidth,
            footerHole: (account?.getBoundingClientRect().top ?? Infinity) - bottom,
            outside: [...document.querySelectorAll('main :is(h1, h2, h3, p, a, li, span, dd)')]
              .filter((one) => isOutside(one.getBoundingClientRect()) && !one.closest('.sr-only'))
              .map((one) => one.outerHTML.slice(0, 80)),
            small: [...document.querySelectorAll('a, button')]
              .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(isInline))
              .filter((one) => one.getBoundingClientRect().height < 44)
              .map((one) => one.outerHTML),
          };
        });
        expect(scrollWidth, name).toBe(width);
        expect(footerHole, `${name}: the footer's columns`).toBeLessThan(48);
        expect(outside, `${name} at ${width}`).toEqual([]);
        if (width === 360) expect(small, `${name}: too small for a thumb`).toEqual([]);
      }
      await policy.expectKept(name);
    }
    await page.setViewportSize(desk);
    await policy.end(!isBlocked);
    await context.close();
  });

test('the keyboard can skip the masthead, and the focus is always visible', async ({ page, site }) => {
  await page.goto(site.url);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  for (let count = 2; count <= 25; count += 1) {
    await page.keyboard.press('Tab');
    const isSeen = await page.evaluate(() => {
      const focused = document.activeElement;
      const around = [focused, focused?.closest('.card'), focused?.closest('label, .search-line')];
      return around.some((element) => element && getComputedStyle(element).outlineStyle !== 'none');
    });
    expect(isSeen, `Tab ${count}`).toBe(true);
  }
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('typography suits reading: line lengths, cards, enlarged text and print', async ({ page, site }) => {
  await step('the first featured card is about twice as wide as the others', async () => {
    await page.goto(site.url);
    const cards = page.getByRole('region', { name: 'Featured This Week' }).getByRole('listitem');
    // Measured in one call, because a font that arrives may move all cards.
    const [first, second, third] = await cards.evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect()).map(({ width, y }) => ({ width, y })),
    );
    expect((first?.width ?? 0) / (second?.width ?? 1)).toBeGreaterThan(1.9);
    expect(second?.y).toBe(first?.y);
    expect(third?.width).toBeCloseTo(second?.width ?? 0, 0);
  });
  await step('the first screen of Home shows the name once, and an article', async () => {
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      const names = await page
        .getByText('The Forum', { exact: true })
        .evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().top).filter((top) => top < innerHeight),
        );
      expect(names).toHaveLength(1);
      const top = await page
        .locator('.card-title')
        .first()
        .evaluate((title) => title.getBoundingClientRect().top);
      expect(top).toBeLessThan(size.height * 0.65);
    }
    await page.setViewportSize(desk);
  });
  await step('an excerpt on a card is cut after three lines', async () => {
    await page.setViewportSize(phone);
    const lines = await page
      .locator('.card-excerpt')
      .evaluateAll((all) =>
        all.map((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
      );
    expect(Math.max(...lines)).toBeLessThan(3.2);
  });
  await step('text at 200% breaks no word of the brand and does not overflow', async () => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.fonts.ready;
    });
    const linesOfWords = await page.locator('a.brand').evaluate((brand) => {
      const [text] = brand.childNodes;
      const words = [...(text?.textContent ?? '').matchAll(/\S+/g)];
      return words.map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length;
      });
    });
    expect(linesOfWords).toEqual([1, 1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
  await step('an article has 60 to 70 characters a line', async () => {
    await page.setViewportSize(desk);
    await page.goto(`${site.url}/article/5`);
    await page.evaluate(() => document.fonts.ready);
    const last = page.locator('.prose p').last();
    const perLine = await last.evaluate((paragraph) => {
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
  await step(
    'a featured article starts with a cover across the page, and its title on the first screen',
    async () => {
      for (const size of [desk, phone]) {
        await page.setViewportSize(size);
        const edges = await page.evaluate(() => {
          const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
          return {
            cover: box('.reader-cover'),
            title: box('.reader-title'),
            width: document.body.clientWidth,
          };
        });
        expect([edges.cover?.left, edges.cover?.width]).toEqual([0, edges.width]);
        expect(edges.title?.bottom).toBeLessThan(size.height);
      }
      await page.setViewportSize(desk);
    },
  );
  await step('a printed article is black on white, without navigation', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const around = 'nav, footer, .masthead-strip, .menu-link, .skip-link, .reader-back, .reader-end';
    for (const hidden of await page.locator(around).all()) await expect(hidden).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.prose > p').nth(1)).toBeVisible();
    await expect(page.locator('.byline').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 23, 34)');
    // The width of an A4 sheet without its margins.
    await page.setViewportSize({ width: 673, height: 986 });
    const boxes = await Promise.all(
      ['.brand', '.reader-cover', '.reader-head .card-kicker', '.reader-title', '.reader-excerpt'].map(
        (part) => page.locator(part).first().boundingBox(),
      ),
    );
    for (const box of boxes) expect(box?.x).toBeCloseTo(boxes[0]?.x ?? 0, 0);
    const [, ...parts] = boxes;
    for (const [index, box] of parts.slice(1).entries()) {
      const above = parts[index];
      expect((box?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), 'space above').toBeGreaterThan(6);
    }
  });
});

test('the drawer handles keyboard, focus, links, theme and closing', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await page.setViewportSize(phone);
  await page.goto(site.url);
  await hydrated(page);
  const menu = page.getByRole('link', { name: 'Menu' });
  const drawer = page.getByRole('dialog', { name: 'The Forum' });
  await step('it opens by keyboard, traps the focus, and returns it', async () => {
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(drawer.locator(':focus')).toBeVisible();
    const links = drawer.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(['Home', 'The Clash', 'The View', 'The Culture', 'Write for Us', 'About']);
    for (let count = 0; count < 14; count += 1) {
      await page.keyboard.press('Tab');
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
  });
  await step('it closes by its button and by a click outside; the page behind does not scroll', async () => {
    await menu.click();
    await expect(drawer).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer).toBeHidden();
    await menu.click();
    await expect(drawer.locator(':focus')).toBeVisible();
    await page.mouse.click(10, 400);
    await expect(drawer).toBeHidden();
  });
  expect(faults).toEqual([]);
  await step('it is accessible, switches the theme, and closes when a link is followed', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await menu.click();
    await drawer.waitFor();
    expect((await runAxe(page)).faults).toEqual([]);
    await drawer.getByTitle('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await drawer.getByRole('link', { name: 'The View' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('the theme follows the device until the reader chooses one, without a flash', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(site.url);
  await hydrated(page);
  const root = page.locator('html');
  await expect(root).toHaveCSS('background-color', night);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveCSS('background-color', day);

  const group = page.getByRole('group', { name: 'Colour theme' });
  await group.getByTitle('Dark').click();
  await expect(root).toHaveCSS('background-color', night);
  const bars = page.locator('meta[name="theme-color"]');
  const barColors = () => bars.evaluateAll((all) => all.map((meta) => meta.getAttribute('content')));
  expect(await barColors()).toEqual(['#141317', '#141317']);

  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      const { painted = [] } = globalThis as { painted?: string[] };
      painted.push(getComputedStyle(document.documentElement).colorScheme);
      Object.assign(globalThis, { painted });
    });
  });
  await page.goto(`${site.url}/about`);
  await expect(root).toHaveCSS('background-color', night);
  const painted = await page.evaluate(() => (globalThis as { painted?: string[] }).painted);
  expect(new Set(painted)).toEqual(new Set(['dark']));
  await expect(group.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await barColors()).toEqual(['#141317', '#141317']);

  await group.getByRole('radio', { name: 'Dark' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(group.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(root).toHaveCSS('background-color', day);
  expect(await barColors()).toEqual(['#fcfbf9', '#141317']);
});
