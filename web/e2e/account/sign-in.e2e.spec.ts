import { tooManyRequests } from '@journal/contracts';
import {
  accounts,
  callsOf,
  expect,
  expectFieldError,
  open,
  problem,
  sessionReads,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;

test('the forms for signing in and signing up show errors, survive failures and succeed', async ({
  page,
  site,
  context,
}) => {
  const faults = await watchPage(page, site.url);
  await page.clock.install();
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const button = page.getByRole('main').getByRole('button', { name: /^Sign(?: In$|ing)/ });
  const failed = 'Failed to log in. Please check your email and password.';
  const logins = () => callsOf(site, 'POST', '/api/auth/login');
  await open(page, site, '/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');

  await step('missing fields are marked, and nothing is sent', async () => {
    await button.click();
    await expectFieldError(page, 'Email', 'Invalid email address');
    await expectFieldError(page, 'Password', 'Password is required');
    await expect(email).toBeFocused();
    await email.fill('a@example.org');
    await expect(page.getByText('Invalid email address')).toHaveCount(0);
    expect(logins()).toEqual([]);
  });
  await step('the form shows what went wrong, and keeps the typed text', async () => {
    await email.fill('sample.writer@example.org');
    await password.fill('wrong horse');
    for (const [answer, message] of [
      [undefined, 'Invalid email or password'],
      [problem('too-many-requests', { message: tooManyRequests(42) }), tooManyRequests(42)],
      [problem('internal'), 'Something went wrong on our side. Please try again.'],
      [{ status: 502, headers: {}, body: '<html>' }, failed],
    ] as const) {
      site.fault(accounts, async () => answer);
      await button.click();
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(password).toHaveValue('wrong horse');
      await expect(button).toBeFocused();
      expect(page.url()).toBe(`${site.url}/login`);
    }
  });
  await step('the form gives up after 20 s without a response, and keeps the typed text', async () => {
    const before = logins().length;
    site.fault(accounts, () => new Promise(() => {}));
    await button.click();
    await expect(button).toHaveText('Signing in...');
    await button.click({ force: true });
    // If it timed out before it was sent, the request would never arrive.
    await expect.poll(logins).toHaveLength(before + 1);
    await page.clock.runFor(20_000);
    await expect(page.getByRole('alert')).toContainText('There was no answer');
    await expect(email).toHaveValue('sample.writer@example.org');
    expect(logins()).toHaveLength(before + 1);
    site.heal();
  });
  await step(
    'a temporary password is requested in a dialog that traps the focus and returns it',
    async () => {
      const opener = page.getByRole('button', { name: 'Forgot your password?' });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: 'Reset your password' });
      const send = dialog.getByRole('button', { name: 'Send Reset Email' });
      await expect(dialog.getByLabel('Email')).toBeFocused();
      await expect(dialog.getByLabel('Email')).toHaveValue('sample.writer@example.org');
      for (let count = 0; count < 6; count += 1) {
        await page.keyboard.press('Tab');
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      }
      await dialog.getByLabel('Email').fill('');
      await send.click();
      await expect(dialog.getByText('Invalid email address')).toBeVisible();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.press('Enter');
      await dialog.getByLabel('Email').fill('sample.writer@example.org');
      for (const [answer, message] of [
        [{ status: 500, headers: {}, body: '' }, 'Failed to send password reset email. Please try again.'],
        [{ status: 200, headers: {}, body: '{}' }, 'Password reset email sent!'],
        [undefined, 'If an account exists for that email, a temporary password is on its way.'],
      ] as const) {
        site.fault(accounts, async () => answer);
        if (await dialog.isHidden()) {
          await opener.click();
          await dialog.getByLabel('Email').fill('sample.writer@example.org');
        }
        await send.click();
        if (answer?.status === 500) await expect(dialog.getByRole('alert')).toHaveText(message);
        else await expect(toastOf(page)).toContainText(message);
      }
      await expect(dialog).toBeHidden();
    },
  );
  await step('the typed text is kept while offline', async () => {
    await email.fill(' Sample.Writer@Example.org ');
    await password.fill('correct horse');
    await button.click({ trial: true });
    await context.setOffline(true);
    await button.click();
    await expect(page.getByRole('alert')).toContainText('you seem to be offline');
    await context.setOffline(false);
  });
  await step('the user signs in, and Home reads the session once', async () => {
    faults.length = 0;
    await expect(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password).toHaveAttribute('type', 'password');
    await password.press('Enter');
    await page.waitForURL(`${site.url}/`);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
    expect(logins().at(-1)?.fields).toEqual({
      email: 'sample.writer@example.org',
      password: 'correct horse',
    });
    await expect.poll(() => sessionReads(site)).toHaveLength(1);
    expect(faults).toEqual([]);
  });
  await step('a signed-in user is redirected to Home', async () => {
    for (const path of ['/login', '/signup']) {
      await page.goto(site.url + path);
      expect(page.url()).toBe(`${site.url}/`);
    }
  });
  const create = page.getByRole('button', { name: 'Create Account' });
  await context.clearCookies();
  await open(page, site, '/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join The Forum');
  await step('each error is shown at its field, and the first one has the focus', async () => {
    await password.fill('12345');
    await create.click();
    await expectFieldError(page, 'Full name', 'Full name is required');
    await expectFieldError(page, 'Email', 'Invalid email address');
    await expectFieldError(page, 'Password', 'Password must be at least 6 characters');
    await expect(page.getByLabel('Full name')).toBeFocused();
  });
  await page.getByLabel('Full name').fill('  New Writer ');
  await email.fill('sample.writer@example.org');
  await password.fill(' six ch');
  await step('an error from the server is shown at its field', async () => {
    site.fault(accounts, async () =>
      problem('invalid-request', { errors: [{ path: 'email', message: 'This one is not for us' }] }),
    );
    await create.click();
    await expectFieldError(page, 'Email', 'This one is not for us');
    await expect(email).toBeFocused();
    await expect(toastOf(page)).toHaveCount(0);
  });
  await step('a failure is shown in a notification, with the server’s message if there is one', async () => {
    for (const [answer, message] of [
      [undefined, 'An account with this email already exists'],
      [{ status: 500, headers: {}, body: '' }, 'Failed to create account. Please try again.'],
    ] as const) {
      site.fault(accounts, async () => answer);
      await create.click();
      await expect(toastOf(page)).toContainText(message);
      await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
      await expect(password).toHaveValue(' six ch');
    }
    site.heal();
  });
  // The browser logs refused requests.
  expect(faults.splice(0).filter((fault) => !fault.includes('responded with a status of'))).toEqual([]);
  await step('the new account is welcomed at Home', async () => {
    await email.fill('New.Writer@example.org');
    await create.click();
    await page.waitForURL(`${site.url}/`);
    await expect(toastOf(page)).toContainText('Account created successfully!');
    await expect(toastOf(page)).toContainText('Welcome to The Forum!');
    await expect(page.getByRole('banner').getByRole('link', { name: 'New Writer' })).toBeVisible();
    expect(callsOf(site, 'POST', '/api/auth/register').at(-1)?.fields).toEqual({
      fullName: 'New Writer',
      email: 'new.writer@example.org',
      password: ' six ch',
    });
    expect(faults).toEqual([]);
  });
});
