import { examine } from '../axe.ts';
import { expect, openBox, test } from './search-site.ts';

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
