import { expect } from '@playwright/test';
import { openAsAdmin, rowOf, test, toastOf } from './admin-site.ts';

test('on a phone notifications leave the buttons of a dialog free', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openAsAdmin(page, site, '/admin?tab=submissions');
  const row = rowOf(page, 'Sample pitch number 3');
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Submission updated successfully!');
  const isAtTheTop = () =>
    page.locator('.toasts').evaluate((toasts) => toasts.getBoundingClientRect().top === 0);
  expect(await isAtTheTop()).toBe(false);
  await row.getByRole('button', { name: 'Publish as Article' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await isAtTheTop()).toBe(true);
});
