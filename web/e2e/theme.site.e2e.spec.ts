import { expect } from '@playwright/test';
import { test } from './target-site.ts';
import { hydrated } from './watch-page.ts';

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
