import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { temporaryPasswordIn } from '../../tools/testing/outbox-message.ts';
import { test } from '../../tools/testing/started-system.ts';
import { accountBrowser, openBrowser } from './browsers.ts';

test('a person registers, resets a forgotten password by mail, changes it, and erases the account', async ({
  browser,
  journal,
}, { repeatEachIndex }) => {
  const fullName = 'Sample Writer';
  const email = `writer-${repeatEachIndex}@journal.example`;
  const [atFirst, inTheEnd] = ['correct horse', 'battery staple'] as const;
  const openOne = async () => {
    const opened = await openBrowser(browser, `198.51.100.${repeatEachIndex}`);
    return { ...opened, person: accountBrowser(opened.page, { email, fullName }) };
  };
  const one = await openOne();
  const other = await openOne();

  await one.person.register(atFirst);
  const readLink = () => journal.mailbox.find(email, 'confirm your address');
  await expect.poll(readLink).toBeDefined();
  const [link = ''] = /http\S+\/confirm-email\?token=[\w-]+/.exec((await readLink()) ?? '') ?? [];
  await one.page.goto(link);
  await one.page.getByRole('button', { name: 'Confirm my address' }).click();
  await expect(one.page.getByText('Your email address is confirmed.')).toBeVisible();
  await one.page.goto('/profile');
  await expect(one.page.getByText('Confirmed', { exact: true })).toBeVisible();
  await other.person.signIn(atFirst);
  await one.person.signOut();

  await one.person.forgetPassword();
  const read = () => journal.mailbox.find(email, 'temporary password');
  await expect.poll(read).toBeDefined();
  const message = (await read()) ?? '';
  expect(message).toContain(`${journal.url}/login`);
  const temporary = temporaryPasswordIn(message);
  await one.person.signIn(temporary);
  const notice = one.page.locator('.password-notice');
  for (const path of ['/', '/contact', '/search?q=a']) {
    await one.page.goto(path);
    await expect(notice).toHaveText(/You signed in with a temporary password\. Choose .* (59|60) minutes\./);
  }

  await one.person.changePassword(temporary, inTheEnd);
  await expect(notice).toBeEmpty();
  await one.page.goto('/');
  await expect(notice).toBeEmpty();
  // The read models catch up a moment later.
  await expect(async () => {
    await other.page.goto('/profile');
    await expect(other.page.getByText('Please sign in to view your profile.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await other.person.expectSignedOut();

  const held = await readFile(await one.person.download(), 'utf8');
  const { account, events } = JSON.parse(held) as { account: object; events: { type: string }[] };
  expect(account).toMatchObject({ email, fullName, isAdmin: false });
  expect(events.map(({ type }) => type)).toEqual([
    'UserRegistered',
    'UserEmailConfirmed',
    'PasswordResetRequested',
    'TemporaryPasswordIssued',
    'TemporaryPasswordUsed',
    'OtherSessionsEnded',
    'PasswordChanged',
  ]);
  for (const secret of [atFirst, temporary, inTheEnd, 'argon2']) expect(held).not.toContain(secret);

  await one.person.erase(inTheEnd);
  for (const password of [inTheEnd, temporary]) {
    await one.person.trySignIn(password);
    await expect(one.page.getByRole('alert')).toHaveText('Invalid email or password');
  }
  await one.person.expectSignedOut();
  expect(one.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
  expect(other.faults).toEqual([]);
});
