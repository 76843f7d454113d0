import { expect } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import { watchPage } from '../watch-page.ts';
import { callsOf, expectFault, open, openSignedIn, test, toastOf } from './account-site.ts';

test('is closed to visitors', async ({ page, site }) => {
  await open(page, site, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.getByText('Please sign in to view your profile.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
});

test('shows a writer who they are, and an admin what they may', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  const main = page.getByRole('main');
  for (const text of ['Sample Writer', 'sample.writer@example.org', 'February 3, 2026'])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByText('Administrator')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  for (const { user } of site.api.accounts.all) user.isAdmin = true;
  await page.reload();
  await expect(main.getByText('Administrator')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin');
});

test('changes the password', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openSignedIn(page, site, '/profile');
  const opener = page.getByRole('button', { name: 'Change Password' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const send = dialog.getByRole('button', { name: 'Change Password' });
  await send.click();
  await expectFault(page, 'Current password', 'Current password is required');
  await expectFault(page, 'New password', 'Password must be at least 6 characters');
  await expectFault(page, 'Confirm new password', 'Password confirmation is required');
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.getByLabel('Current password', { exact: true }).fill('correct horse');
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password', { exact: true }).fill('battery stable');
  await send.click();
  await expectFault(page, 'Confirm new password', "Passwords don't match");
  await page.getByLabel('Confirm new password', { exact: true }).fill('battery staple');
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(toastOf(page)).toContainText('Your password has been changed successfully.');
  await expect(opener).toBeFocused();
  expect(callsOf(site, 'POST', '/api/auth/change-password').map(({ body }) => body)).toEqual([
    { currentPassword: 'correct horse', newPassword: 'battery staple' },
  ]);
  expect(faults).toEqual([]);
});

for (const [what, answer, message] of [
  ['in the words of the server', problem('wrong-password'), 'Your current password is not correct'],
  ['in its own', { status: 500, headers: {}, body: '' }, 'Failed to change password.'],
] as const) {
  test(`says in the dialog why the password was not changed, ${what}`, async ({ page, site }) => {
    await openSignedIn(page, site, '/profile');
    site.api.accounts.before = async () => answer;
    await page.getByRole('button', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Current password', { exact: true }).fill('wrong horse');
    await page.getByLabel('New password', { exact: true }).fill('battery staple');
    await page.getByLabel('Confirm new password', { exact: true }).fill('battery staple');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(message);
  });
}

test('gives its owner all there is in a file', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('my-data.json');
  expect(callsOf(site, 'GET', '/api/me/export')).toHaveLength(1);
});

test('erases an account for who gives the password, and says so at home', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase my account' });
  await expect(dialog).toContainText("This can't be undone, not even by us.");
  await expect(dialog.getByLabel('They stay, without my name')).toBeChecked();
  await dialog.getByLabel('They go as well').check();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong horse');
  await dialog.getByRole('button', { name: 'Erase my account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Your current password is not correct');
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: 'Erase my account' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect(toastOf(page)).toContainText('Your account has been erased.');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(callsOf(site, 'DELETE', '/api/me').at(-1)?.body).toEqual({
    password: 'correct horse',
    pieces: 'remove',
  });
});

test('signs out in place', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(page.getByRole('main')).toBeFocused();
  expect(callsOf(site, 'POST', '/api/auth/logout')).toHaveLength(1);
});
