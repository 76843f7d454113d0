import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated, watchPage } from './watch-page.ts';

test.use({ viewport: { width: 360, height: 740 } });
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
