import { devices, expect } from '@playwright/test';
import { open, openSignedIn, test, toastOf } from './account-site.ts';

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.use({ ...phone, viewport: { width: 360, height: 740 } });

test('a button does not look pressed after the finger has left it', async ({ page, site }) => {
  await open(page, site, '/login');
  const button = page.getByRole('main').getByRole('button', { name: 'Sign In' });
  const untouched = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await button.tap();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(button).toHaveCSS('background-color', untouched);
});

test('a notification over a dialog can still be put away', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await page.getByRole('button', { name: 'Change Password' }).tap();
  const change = page.getByRole('dialog');
  await change.getByLabel('Current password', { exact: true }).fill('correct horse');
  await change.getByLabel('New password', { exact: true }).fill('battery staple');
  await change.getByLabel('Confirm new password', { exact: true }).fill('battery staple');
  await change.getByRole('button', { name: 'Change Password' }).tap();
  await expect(toastOf(page)).toBeVisible();
  await page.getByRole('button', { name: 'Erase my account' }).tap();
  const erase = page.getByRole('dialog', { name: 'Erase my account' });
  await expect(erase).toBeVisible();
  const close = await page.locator('.toast-close').boundingBox();
  if (!close) throw new Error('No toast');
  await page.touchscreen.tap(close.x + close.width / 2, close.y + close.height / 2);
  await expect(page.locator('.toast')).toHaveCount(0, { timeout: 2_000 });
  await expect(erase).toBeVisible();
});
