import { expect } from '@playwright/test';
import { examine } from './axe.ts';
import { test } from './target-site.ts';
import { hydrated } from './watch-page.ts';

// Each test visits every page.
test.describe.configure({ timeout: 120_000 });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(`axe finds nothing ${colorScheme === 'dark' ? 'in the colours of' : 'on'} any page: ${colorScheme}, ${width} px`, async ({
      browser,
      site,
    }) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(site.pages)) {
        await page.goto(site.url + path);
        const { faults, passed } = await examine(page, colorScheme);
        if (colorScheme === 'light') expect(passed.length, name).toBeGreaterThan(15);
        expect(passed, name).toContain('color-contrast');
        expect(faults, name).toEqual([]);
      }
      await context.close();
    });
  }
}

test('axe finds nothing in the open drawer', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.url);
  await hydrated(page);
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('dialog').waitFor();
  expect((await examine(page)).faults).toEqual([]);
});

test('headings descend without a gap, under one h1', async ({ page, site }) => {
  for (const [name, path] of Object.entries(site.pages)) {
    await page.goto(site.url + path);
    const levels = await page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(
      levels.filter((level) => level === 1),
      name,
    ).toHaveLength(1);
    levels.forEach((level, index) => {
      expect(level, `${name}: heading ${index + 1}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    });
  }
});

test('everything that can be pressed is large enough for a thumb at 360 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [name, path] of Object.entries(site.pages)) {
    await page.goto(site.url + path);
    const small = await page.locator('a:visible, button:visible').evaluateAll((all) =>
      all
        .filter((element) => !element.closest('.card-title, .teaser-title, .section-name, .skip-link'))
        .map((element) => ({ text: element.textContent, height: element.getBoundingClientRect().height }))
        .filter(({ height }) => height < 44),
    );
    expect(small, name).toEqual([]);
  }
});

test('the skip link leads past the masthead', async ({ page, site }) => {
  await page.goto(site.url);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('focus is visible wherever Tab goes', async ({ page, site }) => {
  await page.goto(site.url);
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const focused = document.activeElement;
      const around = [focused, focused?.closest('.card'), focused?.closest('label, .search-line')];
      return around.some((element) => element && getComputedStyle(element).outlineStyle !== 'none');
    });
    expect(seen, `step ${step}`).toBe(true);
  }
});
