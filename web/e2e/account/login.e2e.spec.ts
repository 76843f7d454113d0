import { expect } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import { watchPage } from '../watch-page.ts';
import { callsOf, expectFault, open, openSignedIn, sessionReads, test, toastOf } from './account-site.ts';

test('signs in, and goes home with the session read once more', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await open(page, site, '/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await page.getByLabel('Email', { exact: true }).fill(' Sample.Writer@Example.org ');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('correct horse');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await password.press('Enter');
  await page.waitForURL(`${site.url}/`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
  expect(callsOf(site, 'POST', '/api/auth/login').map(({ body }) => body)).toEqual([
    { email: 'sample.writer@example.org', password: 'correct horse' },
  ]);
  await expect.poll(() => sessionReads(site)).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('names what is missing, at its field, and sends nothing', async ({ page, site }) => {
  await open(page, site, '/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expectFault(page, 'Email', 'Invalid email address');
  await expectFault(page, 'Password', 'Password is required');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.getByLabel('Email', { exact: true }).fill('a@example.org');
  await expect(page.getByText('Invalid email address')).toHaveCount(0);
  expect(callsOf(site, 'POST', '/api/auth/login')).toEqual([]);
});

for (const [what, before, message] of [
  ['a wrong password', undefined, 'Invalid email or password'],
  [
    'too many tries',
    async () => problem('too-many-requests'),
    'Too many requests. Please wait a moment and try again.',
  ],
  [
    'a fault of the server',
    async () => problem('internal'),
    'Something went wrong on our side. Please try again.',
  ],
  [
    'an answer that is none',
    async () => ({ status: 502, headers: {}, body: '<html>' }),
    'Failed to log in. Please check your email and password.',
  ],
] as const) {
  test(`says ${what} in the form, and keeps what was typed`, async ({ page, site }) => {
    await open(page, site, '/login');
    if (before) site.api.accounts.before = before;
    await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
    await page.getByLabel('Password', { exact: true }).fill('wrong horse');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong horse');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
    expect(page.url()).toBe(`${site.url}/login`);
  });
}

test('gives up on an answer that does not come, and loses nothing', async ({ page, site }) => {
  await page.clock.install();
  await open(page, site, '/login');
  site.api.accounts.before = () => new Promise(() => {});
  await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  const button = page.getByRole('main').getByRole('button', { name: /^Sign/ });
  await button.click();
  await expect(button).toHaveText('Signing in...');
  await button.click({ force: true });
  await page.clock.runFor(20_000);
  await expect(page.getByRole('alert')).toHaveText('Failed to log in. Please check your email and password.');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('sample.writer@example.org');
  expect(callsOf(site, 'POST', '/api/auth/login')).toHaveLength(1);
});

test('without a network nothing typed is lost', async ({ page, site, context }) => {
  await open(page, site, '/login');
  await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign In' }).click({ trial: true });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to log in. Please check your email and password.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.url}/`);
});

test('asks for a new password in a dialog that keeps the focus and gives it back', async ({ page, site }) => {
  await open(page, site, '/login');
  const opener = page.getByRole('button', { name: 'Forgot your password?' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Reset your password' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(dialog.getByText('Invalid email address')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await dialog.getByLabel('Email').fill('sample.writer@example.org');
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(dialog).toBeHidden();
  await expect(toastOf(page)).toContainText(
    'If an account exists for that email, a temporary password is on its way.',
  );
});

test('says in the dialog that the mail could not be asked for', async ({ page, site }) => {
  await open(page, site, '/login');
  site.api.accounts.before = () => Promise.reject(new Error('away'));
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('sample.writer@example.org');
  site.api.accounts.before = async () => ({ status: 500, headers: {}, body: '' });
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to send password reset email. Please try again.',
  );
  site.api.accounts.before = async () => ({ status: 200, headers: {}, body: '{}' });
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(toastOf(page)).toContainText('Password reset email sent!');
});

test('sends home who is signed in already, by address and by link', async ({ page, site }) => {
  await openSignedIn(page, site, '/about');
  for (const path of ['/login', '/signup']) {
    await page.goto(site.url + path);
    expect(page.url()).toBe(`${site.url}/`);
  }
});

test('without scripts the pages are there, and no field can end up in an address', async ({
  browser,
  site,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(site.url);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript.');
  await expect(page.locator('main noscript p')).toBeVisible();
  await expect(page.locator('main form')).toHaveAttribute('method', 'post');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await page.context().close();
});
