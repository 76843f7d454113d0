import { sessionCookie } from '@journal/testing';
import type { Response } from '@playwright/test';
import { people } from '../../../tools/testing/site-content.ts';
import { expectAccessible } from '../axe.ts';
import {
  accounts,
  callsOf,
  expect,
  expectFieldError,
  open,
  openAs,
  openAsAdmin,
  openSignedIn,
  problem,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;

test('opening a dialog, changing a password and signing out report a failure while offline', async ({
  context,
  page,
  site,
}) => {
  const isCodeOfToasts = async (response: Response) =>
    response.url().endsWith('.js') && (await response.text()).includes('Close notification');
  const code = page.waitForResponse(isCodeOfToasts);
  await openSignedIn(page, site, '/profile');
  // The page prefetches this code for failures; while offline it could not be loaded.
  await page.evaluate(`import('${(await code).url()}').then(() => {})`);
  const opener = page.getByRole('button', { name: 'Change Password' });
  await context.setOffline(true);
  await opener.click();
  await expect(toastOf(page)).toContainText('This could not be opened. Please try again.');
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(toastOf(page)).toContainText('Failed to sign out. Please try again.');
  await expect(toastOf(page)).toContainText('you seem to be offline');
  await context.setOffline(false);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  await expect(dialog).toHaveCSS('position', 'fixed');
  for (const box of await dialog.locator('[type=password]').all()) await box.fill('correct horse');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Change Password' }).click();
  await expect(dialog.getByRole('alert')).toContainText('you seem to be offline');
});

test('a notification whose script failed to load does not block the next one', async ({ page, site }) => {
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

test('the profile shows the account, changes the password, signs out and erases the account', async ({
  context,
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  const main = page.getByRole('main');
  const title = page.getByRole('heading', { level: 1 });
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const notice = page.locator('.password-notice');
  const passwords = ['Current password', 'New password', 'Confirm new password'] as const;
  const fill = async (...texts: string[]) => {
    for (const [index, text] of texts.entries()) await field(passwords[index] ?? '').fill(text);
  };

  await step('visitors are denied access and can sign in', async () => {
    await open(page, site, '/profile');
    await expect(title).toHaveText('Access Denied');
    await expect(page.getByText('Please sign in to view your profile.')).toBeVisible();
    await main.getByRole('link', { name: 'Sign In' }).click();
    await page.waitForURL('**/login?next=%2Fprofile');
  });
  await step('administrators see their role and a link to the panel, writers see their details', async () => {
    await openAsAdmin(page, site, '/profile');
    await expect(main.getByText('Administrator')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin');
    await openSignedIn(page, site, '/profile');
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    for (const text of ['Sample Writer', 'sample.writer@example.org', today])
      await expect(main.getByText(text, { exact: true })).toBeVisible();
    await expect(main.getByText('Administrator')).toHaveCount(0);
    await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0);
  });
  await step('on a screen of 320 px all facts end at the same edge', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    const ends = await main
      .locator('.profile-facts dd')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
    expect(new Set(ends).size, ends.join()).toBe(1);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await step(
    'an address that is not confirmed is shown as such, and the link can be sent again',
    async () => {
      await expect(main.getByText('Not confirmed yet.')).toBeVisible();
      await main.getByRole('button', { name: 'Send the link again' }).click();
      await expect(toastOf(page)).toContainText('The message with the link is on its way.');
    },
  );
  await step('the user downloads all their data', async () => {
    const link = page.getByRole('link', { name: 'Download my data' });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toBe('journal-account.json');
    expect(callsOf(site, 'GET', '/api/me/export')).toHaveLength(1);
  });

  const opener = page.getByRole('button', { name: 'Change Password' });
  const send = dialog.getByRole('button', { name: 'Change Password' });
  await step('the dialog for a new password shows each error at its field', async () => {
    await opener.click();
    await expect(dialog).toHaveAccessibleName('Change Password');
    await send.click();
    await expectFieldError(page, 'Current password', 'Current password is required');
    await expectFieldError(page, 'New password', 'Password must be at least 6 characters');
    await expectFieldError(page, 'Confirm new password', 'Password confirmation is required');
    await expect(field('Current password')).toBeFocused();
    await fill('correct horse', 'battery staple', 'battery stable');
    await send.click();
    await expectFieldError(page, 'Confirm new password', "Passwords don't match");
  });
  await step('a temporary password is announced on every page until it is changed', async () => {
    await page.keyboard.press('Escape');
    const { body } = await site.send('GET', '/api/auth/session', { as: 'writer' });
    const headers = { 'content-type': 'application/json', 'journal-password-minutes': '42' };
    site.fault(/^GET \/api\/auth\/session/, async () => ({ status: 200, headers, body }));
    const size = page.viewportSize();
    for (const path of ['/', '/profile']) {
      await open(page, site, path);
      await expect(notice).toHaveText(
        'You signed in with a temporary password. Choose a new one within 42 minutes.',
      );
    }
    await expectAccessible(page, 'with a temporary password');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(size ?? { width: 1280, height: 720 });
    site.heal();
    await opener.click();
  });
  await step('the new password is confirmed by a notification', async () => {
    await fill('correct horse', 'battery staple', 'battery staple');
    await send.click();
    await expect(dialog).toBeHidden();
    await expect(toastOf(page)).toContainText('Your password has been changed successfully.');
    await expect(opener).toBeFocused();
    await expect(notice).toBeEmpty();
    expect(callsOf(site, 'POST', '/api/auth/change-password').map(({ fields }) => fields)).toEqual([
      { currentPassword: 'correct horse', newPassword: 'battery staple' },
    ]);
  });
  expect(faults).toEqual([]);
  await step('the dialog shows why the password was not changed', async () => {
    await opener.click();
    await fill('wrong horse', 'battery staple', 'battery staple');
    for (const [answer, message] of [
      [undefined, 'Your current password is not correct'],
      [{ status: 500, headers: {}, body: '' }, 'Failed to change password.'],
    ] as const) {
      site.fault(accounts, async () => answer);
      await send.click();
      await expect(dialog.getByRole('alert')).toHaveText(message);
    }
    site.heal();
    await page.keyboard.press('Escape');
  });
  await step('the dialog is empty when it is opened again', async () => {
    await opener.click();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    for (const label of passwords) await expect(field(label)).toHaveValue('');
    await page.keyboard.press('Escape');
  });
  await step('sessions are listed, and one or all others can be ended', async () => {
    const list = main.getByRole('region', { name: 'Where you are signed in' });
    const { email } = people.writer;
    const signInElsewhere = async (userAgent: string) => {
      const { headers } = await site.send('POST', '/api/auth/login', {
        body: { email, password: 'battery staple' },
        headers: { 'user-agent': userAgent },
      });
      const cookie = sessionCookie(headers);
      // Waits until it is listed.
      await site.send('GET', '/api/me/sessions', { as: { cookie } });
      return cookie;
    };
    const isIn = async (cookie: string) =>
      (await site.send('GET', '/api/auth/session', { as: { cookie } })).body !== 'null';
    const phone = await signInElsewhere(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile Safari/604.1',
    );
    const school = await signInElsewhere(
      'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
    );
    await open(page, site, '/profile');
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.getByText(', this one')).toBeVisible();
    await expectAccessible(page, 'with sessions');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 720 });
    await list.getByRole('button', { name: 'End Safari on an iPhone, signed in today' }).click();
    await expect(toastOf(page)).toContainText('Safari on an iPhone is signed out.');
    await expect(list.getByRole('heading')).toBeFocused();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    expect([await isIn(phone), await isIn(school)]).toEqual([false, true]);
    await list.getByRole('button', { name: 'End all others' }).click();
    await expect(toastOf(page)).toContainText('You are signed out everywhere else.');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('button')).toHaveCount(0);
    expect(await isIn(school)).toBe(false);
  });
  await step('signing out leads to Home with a notification', async () => {
    await main.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL(`${site.url}/`);
    await expect(toastOf(page)).toContainText('You are signed out.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    expect(callsOf(site, 'POST', '/api/auth/logout')).toHaveLength(1);
  });

  for (const name of ['Change Password', 'Erase my account'])
    await step(`"${name}" closes the profile and its dialog if the session has ended elsewhere`, async () => {
      await openAs(page, site, 'pitcher', '/profile');
      await page.getByRole('button', { name }).click();
      await dialog.locator('[type=password]').first().waitFor();
      for (const box of await dialog.locator('[type=password]').all()) await box.fill('correct horse');
      await context.clearCookies();
      await dialog.getByRole('button', { name }).click();
      await expect(title).toHaveText('Access Denied');
      await expect(dialog).toHaveCount(0);
    });

  await step('the last administrator reads what to do before they can erase their account', async () => {
    await openAs(page, site, 'editor', '/profile');
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await field('Password').fill('correct horse');
    await dialog.getByRole('button', { name: 'Erase my account' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Make somebody else an administrator first.');
  });
  await step('the account is erased after the password is entered, and Home confirms it', async () => {
    await openAs(page, site, 'pitcher', '/profile');
    await page.getByRole('button', { name: 'Erase my account' }).click();
    await expect(dialog).toHaveAccessibleName('Erase my account');
    await expect(dialog).toContainText('This can’t be undone, not even by us.');
    await expect(dialog).toContainText(
      'Your address is not confirmed. If our newsletter is sent to it, that',
    );
    await expect(dialog.getByLabel('They stay, without my name')).toBeChecked();
    await dialog.getByLabel('They go as well').check();
    const erase = dialog.getByRole('button', { name: 'Erase my account' });
    await field('Password').fill('wrong horse');
    await erase.click();
    await expect(dialog.getByRole('alert')).toHaveText('Your current password is not correct');
    await field('Password').fill('correct horse');
    await erase.click();
    await page.waitForURL(`${site.url}/`);
    await expect(toastOf(page)).toContainText('Your account has been erased.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    const sent = callsOf(site, 'DELETE', '/api/me').at(-1)?.fields;
    expect(sent).toEqual({ password: 'correct horse', pieces: 'remove' });
  });
});

test('signing in or out in one tab does so in the others', async ({ context, page, site }) => {
  const other = await context.newPage();
  await open(page, site, '/about');
  await open(other, site, '/login');
  await signInByForm(other);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
  await open(page, site, '/profile');
  await open(other, site, '/profile');
  // A page listens to other tabs before it follows changes.
  await expect.poll(() => site.followers).toBe(2);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
  await expect(other.getByText('sample.writer@example.org')).toHaveCount(0);
});
