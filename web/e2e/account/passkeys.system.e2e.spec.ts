import { type BrowserContext, expect, type Page } from '@playwright/test';
import { accountBrowser, open, openBrowser } from '../../../infra/e2e/browsers.ts';
import { findMessage } from '../../../tools/testing/outbox-message.ts';
import { startJournal } from '../../../tools/testing/start-journal.ts';
import { runsAllChecks, test } from '../../../tools/testing/started-system.ts';
import { expectAccessible } from '../axe.ts';

const { step } = test;
const email = 'editor@journal.example';
const fullName = 'The Editor';
const chief = { email: 'chief@journal.example', fullName: 'The Chief' };
const password = 'correct horse';

/** Adds an authenticator that is always unlocked. Resolves with a function that removes it. */
async function addDevice(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

/** Same as `expectAccessible`, but restores the desktop viewport afterwards. */
async function expectAccessibleOnDesktop(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('an editor is invited, adds a passkey, loses the phone, and returns with a recovery code', async ({
  browser,
  task,
}) => {
  // A separate journal, because passkeys are required in it.
  const journal = await startJournal(task ?? 'start', {
    environment: {
      REQUIRE_PASSKEYS: 'on',
      DEMO_CONTENT: 'off',
      ADMIN_EMAIL: chief.email,
      ADMIN_PASSWORD: password,
      ADMIN_NAME: chief.fullName,
    },
  });
  const openOne = async (who = { email, fullName }) => {
    const { page, faults } = await openBrowser(browser, '198.51.100.77', journal.url);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    return {
      ...{ page, faults, main, dialog, context: page.context() },
      person: accountBrowser(page, who),
      press: (name: string) => main.getByRole('button', { name }).click(),
      newsroom: main.getByRole('heading', { name: 'Admin Panel' }),
      gate: main.getByRole('heading', { name: 'One more step' }),
      /** Creates a passkey on the current device. */
      async addPasskey(name: string, isProven = false) {
        await main.getByRole('button', { name: 'Add a passkey' }).click();
        await dialog.getByLabel('Name').fill(name);
        if (!isProven) await dialog.getByLabel('Password').fill(password);
        await dialog.getByRole('button', { name: 'Go on' }).click();
      },
    };
  };
  /** The first administrator invites the editor. Resolves with the path of the mailed link. */
  async function invite(): Promise<string> {
    const first = await openOne(chief);
    await addDevice(first.context, first.page);
    await first.person.signIn(password);
    await open(first.page, '/admin/people');
    await first.addPasskey('Desk');
    await first.dialog.getByRole('button', { name: 'I have saved them' }).click();
    const form = first.main.getByRole('region', { name: 'Invite somebody' });
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Role').selectOption('admin');
    await form.getByRole('button', { name: 'Send Invitation' }).click();
    const mail = () => findMessage(journal.dataFolder, 'invitation', email);
    await expect.poll(mail).toBeDefined();
    expect(first.faults.filter((fault) => !/403/.test(fault))).toEqual([]);
    await first.context.close();
    const [, path = ''] = /http:\/\/[^/\s]+(\/invitation\?token=[\w-]+)/.exec((await mail()) ?? '') ?? [];
    return path;
  }
  try {
    const one = await openOne();
    const other = await openOne();
    const loseDevice = await addDevice(one.context, one.page);
    const list = other.main.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
    let codes: string[] = [];

    await step(
      'the editor accepts the invitation, and the newsroom opens once they have a passkey',
      async () => {
        await one.page.goto(await invite());
        await one.main.getByRole('link', { name: 'Open an account' }).click();
        for (const [label, value] of Object.entries({
          'Full name': fullName,
          Email: email,
          Password: password,
        }))
          await one.main.getByLabel(label, { exact: true }).fill(value);
        await one.press('Create Account');
        await one.press('Accept the invitation');
        await expect(one.page.getByText('Welcome to the newsroom')).toBeVisible();
        await open(one.page, '/admin');
        await expect(one.gate).toBeVisible();
        await expect(one.main.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
        await expectAccessibleOnDesktop(one.page, 'the gate before a passkey');
        await one.addPasskey('My phone');
        await expect(one.dialog.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
        codes = await one.dialog.getByRole('listitem').allInnerTexts();
        expect(new Set(codes).size).toBe(10);
        await expectAccessibleOnDesktop(one.page, 'recovery codes');
        // Only the button closes the dialog, because the codes are not shown again.
        await one.page.keyboard.press('Escape');
        await one.dialog.getByRole('button', { name: 'I have saved them' }).click();
        await expect(one.newsroom).toBeVisible();
      },
    );
    await step('the editor signs in with the passkey alone', async () => {
      await one.person.signOut();
      // This user interacts with nothing else on the page first.
      await one.page.goto('/login?next=/admin');
      await expectAccessibleOnDesktop(one.page, 'signing in');
      await one.press('Sign in with a passkey');
      await expect(one.newsroom).toBeVisible();
    });
    await step(
      'the phone is lost, and a recovery code replaces it once; the other session ends',
      async () => {
        await other.person.signIn(password);
        await open(other.page, '/admin');
        await expect(other.gate).toBeVisible();
        await expect(other.main.getByRole('button', { name: 'Use my passkey' })).toBeVisible();
        await expectAccessibleOnDesktop(other.page, 'the gate with a passkey');
        await loseDevice();
        await other.press('Use a recovery code');
        await expectAccessibleOnDesktop(other.page, 'giving a recovery code');
        await other.dialog.getByLabel('Recovery code').fill('7KQM-3CDE-9FGH-4JKM');
        await other.dialog.getByRole('button', { name: 'Use this code' }).click();
        await expect(other.dialog.getByRole('alert')).toHaveText(/wrong or has already been used/);
        await other.dialog.getByLabel('Recovery code').fill((codes[3] ?? '').toLowerCase());
        await other.dialog.getByRole('button', { name: 'Use this code' }).click();
        await expect(other.newsroom).toBeVisible();
        const findSecurityMail = () =>
          findMessage(journal.dataFolder, 'security', 'A recovery code was used');
        await expect.poll(findSecurityMail).toContain(`${journal.url}/profile#passkeys`);
        await expect(async () => {
          await one.page.goto('/admin');
          await expect(one.main.getByText('Access Denied')).toBeVisible({ timeout: 500 });
        }).toPass();
      },
    );
    await step('a new passkey replaces the lost one', async () => {
      await addDevice(other.context, other.page);
      await open(other.page, '/profile');
      await expect(other.main.getByText('You have 9 recovery codes left')).toBeVisible();
      await other.addPasskey('New phone', true);
      await expect(list).toHaveCount(2);
      await expectAccessibleOnDesktop(other.page, 'the profile with passkeys');
      await list.filter({ hasText: 'My phone' }).getByRole('button', { name: 'Remove' }).click();
      await other.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(list).toHaveText([/New phone/]);
      await other.person.signOut();
      await open(other.page, '/login?next=/admin');
      await other.press('Sign in with a passkey');
      await expect(other.newsroom).toBeVisible();
    });
    if (runsAllChecks())
      await step('the password removes all passkeys, in case a stranger added one', async () => {
        await other.person.signOut();
        await other.person.signIn(password);
        await open(other.page, '/profile');
        await expect(list).toHaveText([/New phone/]);
        await other.press('Remove all passkeys');
        await other.dialog.getByLabel('Password').fill(password);
        await expectAccessibleOnDesktop(other.page, 'taking passkeys back');
        await other.dialog.getByRole('button', { name: 'Remove all passkeys' }).click();
        await expect(other.main.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
        await expect(list).toHaveCount(0);
      });
    // Expected: the wrong code, and pages requested after the session had ended.
    for (const { faults } of [one, other])
      expect(faults.filter((fault) => !/40[013]/.test(fault))).toEqual([]);
  } finally {
    await journal.stop();
  }
});
