import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

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

test('a printed article is the article, black on white, without the site around it', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`${site.url}/article/3`);
  for (const hidden of [
    'nav',
    'footer',
    '.masthead-strip',
    '.menu-link',
    '.skip-link',
    '.reader-back',
    '.call',
  ]) {
    for (const element of await page.locator(hidden).all()) await expect(element, hidden).toBeHidden();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.prose > p').nth(1)).toBeVisible();
  await expect(page.locator('.byline')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 23, 34)');
});

test.describe('the drawer', () => {
  test.beforeEach(({ page }) => page.setViewportSize({ width: 360, height: 740 }));

  test('opens by keyboard, keeps the focus inside, and gives it back', async ({ page, site }) => {
    const faults = await watchPage(page, site.url);
    await page.goto(site.url);
    await hydrated(page);
    const menu = page.getByRole('link', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'The Forum' });
    await expect(drawer.locator(':focus')).toBeVisible();
    const links = drawer.getByRole('navigation').getByRole('link');
    await expect(links).toHaveText(['Home', 'The Clash', 'The View', 'The Culture', 'Write for Us', 'About']);
    for (let step = 0; step < 14; step += 1) {
      await page.keyboard.press('Tab');
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    expect(faults).toEqual([]);
  });

  test('takes a reader to a page and closes', async ({ page, site }) => {
    await page.goto(site.url);
    await hydrated(page);
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'The View' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('closes by its button and by a press beside it; the page behind does not scroll', async ({
    page,
    site,
  }) => {
    await page.goto(site.url);
    await hydrated(page);
    const menu = page.getByRole('link', { name: 'Menu' });
    await menu.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await menu.click();
    await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
    // It minds what is pressed beside it from the turn after it has the focus.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.mouse.click(10, 400);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

const day = 'rgb(252, 251, 249)';
const night = 'rgb(20, 19, 23)';
test('follows the device until the reader chooses', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(site.url);
  const root = page.locator('html');
  await expect(root).toHaveCSS('background-color', night);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveCSS('background-color', day);
});

test('a choice stays for the next visit, without a flash, and can be given back to the device', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(site.url);
  await hydrated(page);
  const root = page.locator('html');
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

test('the drawer has the switch on a small screen', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.url);
  await hydrated(page);
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByTitle('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
