import type { Page, Response } from '@playwright/test';
import {
  accounts,
  callsOf,
  expect,
  expectFault,
  open,
  openAsAdmin,
  openSignedIn,
  problem,
  type Site,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';
import { hydrated, watchPage } from '../watch-page.ts';

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
  const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  for (const text of ['Sample Writer', 'sample.writer@example.org', today])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByText('Administrator')).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  await openAsAdmin(page, site, '/profile');
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
  expect(callsOf(site, 'POST', '/api/auth/change-password').map(({ fields }) => fields)).toEqual([
    { currentPassword: 'correct horse', newPassword: 'battery staple' },
  ]);
  expect(faults).toEqual([]);
});

test('says in the dialog why the password was not changed', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Current password', { exact: true }).fill('wrong horse');
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password', { exact: true }).fill('battery staple');
  for (const [answer, message] of [
    [undefined, 'Your current password is not correct'],
    [{ status: 500, headers: {}, body: '' }, 'Failed to change password.'],
  ] as const) {
    site.fault(accounts, async () => answer);
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(message);
  }
});

test('gives its owner all there is in a file', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('journal-account.json');
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
  expect(callsOf(site, 'DELETE', '/api/me').at(-1)?.fields).toEqual({
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

test.describe(() => {
  test.use({ ownContext: true });
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
    await expect.poll(() => site.followers).toBe(2);
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    await expect(other.getByText('sample.writer@example.org')).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ ownContext: true });
  test('who signs in in one tab is signed in in the others', async ({ context, page, site }) => {
    await page.goto(`${site.url}/about`);
    await hydrated(page);
    const other = await context.newPage();
    await other.goto(`${site.url}/login`);
    await hydrated(other);
    await signInByForm(other);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
  });
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

const isCodeOfToasts = async (response: Response) =>
  response.url().endsWith('.js') && (await response.text()).includes('Close notification');

/** Opens the profile with what it fetches ahead to tell of failures, which without a network could not come any more. */
async function openReadyToTell(page: Page, site: Site) {
  const code = page.waitForResponse(isCodeOfToasts);
  await openSignedIn(page, site, '/profile');
  const url = (await code).url();
  await page.evaluate(`import('${url}').then(() => {})`);
}

test.describe(() => {
  test.use({ ownContext: true });
  test('a dialog that could not be fetched says so, and opens as it should once the network is back', async ({
    context,
    page,
    site,
  }) => {
    await openReadyToTell(page, site);
    const opener = page.getByRole('button', { name: 'Change Password' });
    await context.setOffline(true);
    await opener.click();
    await expect(toastOf(page)).toContainText('This could not be opened. Please try again.');
    await context.setOffline(false);
    await opener.click();
    await expect(page.getByRole('dialog', { name: 'Change Password' })).toHaveCSS('position', 'fixed');
  });
});

test.describe(() => {
  test.use({ ownContext: true });
  test('who signs out without a network is told that it did not work', async ({ context, page, site }) => {
    await openReadyToTell(page, site);
    await context.setOffline(true);
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(toastOf(page)).toContainText('Failed to sign out. Please try again.');
  });
});

test('a notification whose code could not be fetched does not keep the next one away', async ({
  page,
  site,
}) => {
  let lost = 0;
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch();
    if (!(await response.text()).includes('Close notification')) return route.fulfill({ response });
    lost += 1;
    return route.abort();
  });
  site.fault(/ \/api\/auth\/logout$/, async () => problem('unavailable'));
  await openSignedIn(page, site, '/profile');
  await expect.poll(() => lost).toBeGreaterThan(0);
  const before = lost;
  const signOut = page.getByRole('main').getByRole('button', { name: 'Sign Out' });
  await signOut.click();
  await expect.poll(() => lost).toBeGreaterThan(before);
  await page.unroute('**/*.js');
  await signOut.click();
  await expect(toastOf(page)).toBeVisible();
});
