import { expect } from '@playwright/test';
import { hydrated } from '../watch-page.ts';
import { openSignedIn, test } from './account-site.ts';

test('who signs out in one tab is signed out in the others, with nothing private left to see', async ({
  context,
  page,
  site,
}) => {
  await openSignedIn(page, site, '/profile');
  const other = await context.newPage();
  await other.goto(`${site.url}/profile`);
  await hydrated(other);
  // It hears the other tabs before it follows the changes.
  await expect.poll(() => site.backend.followers).toBe(2);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(other.getByText('sample.writer@example.org')).toHaveCount(0);
});

test('who signs in in one tab is signed in in the others', async ({ context, page, site }) => {
  await page.goto(`${site.url}/about`);
  await hydrated(page);
  const other = await context.newPage();
  await other.goto(`${site.url}/login`);
  await hydrated(other);
  await other.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
  await other.getByLabel('Password', { exact: true }).fill('correct horse');
  await other.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
});

for (const [dialog, fill] of [
  ['Change Password', ['Current password', 'New password', 'Confirm new password']],
  ['Erase my account', ['Password']],
] as const) {
  test(`"${dialog}" of somebody whose session has ended elsewhere closes the page to them`, async ({
    context,
    page,
    site,
  }) => {
    await openSignedIn(page, site, '/profile');
    await page.getByRole('button', { name: dialog }).click();
    for (const label of fill)
      await page.getByRole('dialog').getByLabel(label, { exact: true }).fill('correct horse');
    await context.clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: dialog }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}
