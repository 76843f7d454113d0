import { expect, type Page } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import type { FixtureSite } from '../fixture-site.ts';
import { openSignedIn, test, toastOf } from './account-site.ts';

/** Makes a toast appear: signing out fails. */
async function showToast(page: Page, site: FixtureSite) {
  site.api.accounts.before = async () => problem('unavailable');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(toastOf(page)).toBeVisible();
}

/** From now on no time goes by but what the test lets go by. */
async function holdTime(page: Page) {
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('stays for five seconds', async ({ page, site }) => {
  await page.clock.install();
  await openSignedIn(page, site, '/profile');
  await holdTime(page);
  await showToast(page, site);
  await page.clock.runFor(4_500);
  await expect(toastOf(page)).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toastOf(page)).toHaveCount(0);
});

test('is one at a time, the newest, with its full time', async ({ page, site }) => {
  await page.clock.install();
  await openSignedIn(page, site, '/profile');
  await holdTime(page);
  await showToast(page, site);
  await page.clock.runFor(3_000);
  const first = await toastOf(page).elementHandle();
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  await expect(toastOf(page)).toHaveCount(1);
  await page.clock.runFor(4_000);
  await expect(toastOf(page)).toHaveCount(1);
  await page.clock.runFor(1_500);
  await expect(toastOf(page)).toHaveCount(0);
});

test('is reached by F8 and put away by its button', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await showToast(page, site);
  await page.keyboard.press('F8');
  expect(await toastOf(page).evaluate((toast) => document.activeElement?.contains(toast) ?? false)).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Close notification' }).click();
  await expect(toastOf(page)).toHaveCount(0);
});

test('goes by a swipe of 50 px to the right, and stays for less', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await showToast(page, site);
  const box = await toastOf(page).boundingBox();
  if (!box) throw new Error('No toast');
  const swipe = async (pixels: number) => {
    const [x, y] = [box.x + 60, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels, y, { steps: 8 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toastOf(page)).toBeVisible();
  await swipe(70);
  await expect(toastOf(page)).toHaveCount(0);
});
