import {
  accounts,
  callsOf,
  expect,
  expectFault,
  open,
  openSignedIn,
  problem,
  sessionReads,
  test,
  toastOf,
  withoutScripts,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

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
  expect(callsOf(site, 'POST', '/api/auth/login').map(({ fields }) => fields)).toEqual([
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

test('says in the form what went wrong, and keeps what was typed', async ({ page, site }) => {
  await open(page, site, '/login');
  await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  for (const [answer, message] of [
    [undefined, 'Invalid email or password'],
    [problem('too-many-requests'), 'Too many requests. Please wait a moment and try again.'],
    [problem('internal'), 'Something went wrong on our side. Please try again.'],
    [{ status: 502, headers: {}, body: '<html>' }, 'Failed to log in. Please check your email and password.'],
  ] as const) {
    site.fault(accounts, async () => answer);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong horse');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
    expect(page.url()).toBe(`${site.url}/login`);
  }
});

test.describe(() => {
  test.use({ ownContext: true });
  test('gives up on an answer that does not come, and loses nothing', async ({ page, site }) => {
    await page.clock.install();
    await open(page, site, '/login');
    site.fault(accounts, () => new Promise(() => {}));
    await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    const button = page.getByRole('main').getByRole('button', { name: /^Sign/ });
    await button.click();
    await expect(button).toHaveText('Signing in...');
    await button.click({ force: true });
    await page.clock.runFor(20_000);
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to log in. Please check your email and password.',
    );
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('sample.writer@example.org');
    expect(callsOf(site, 'POST', '/api/auth/login')).toHaveLength(1);
  });
});

test.describe(() => {
  test.use({ ownContext: true });
  test('without a network nothing typed is lost', async ({ page, site, context }) => {
    await open(page, site, '/login');
    await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign In' }).click({ trial: true });
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Failed to log in. Please check your email and password.',
    );
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`${site.url}/`);
  });
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
  site.fault(accounts, () => Promise.reject(new Error('away')));
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('sample.writer@example.org');
  site.fault(accounts, async () => ({ status: 500, headers: {}, body: '' }));
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Failed to send password reset email. Please try again.',
  );
  site.fault(accounts, async () => ({ status: 200, headers: {}, body: '{}' }));
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
  page: own,
  site,
}) => {
  const page = await withoutScripts(own);
  await page.goto(site.url);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
  await expect(page.locator('main noscript p')).toContainText('This form needs JavaScript.');
  await expect(page.locator('main noscript p')).toBeVisible();
  await expect(page.locator('main form')).toHaveAttribute('method', 'post');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  await page.context().close();
});

test('makes an account, welcomes its owner and goes home', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await open(page, site, '/signup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join The Forum');
  await page.getByLabel('Full name').fill('  New Writer ');
  await page.getByLabel('Email', { exact: true }).fill('New.Writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill(' six ch');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect(toastOf(page)).toContainText('Account created successfully!');
  await expect(toastOf(page)).toContainText('Welcome to The Forum!');
  await expect(page.getByRole('banner').getByRole('link', { name: 'New Writer' })).toBeVisible();
  expect(callsOf(site, 'POST', '/api/auth/register').map(({ fields }) => fields)).toEqual([
    { fullName: 'New Writer', email: 'new.writer@example.org', password: ' six ch' },
  ]);
  expect(faults).toEqual([]);
});

test('names every fault at its field, the first one in focus', async ({ page, site }) => {
  await open(page, site, '/signup');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectFault(page, 'Full name', 'Full name is required');
  await expectFault(page, 'Email', 'Invalid email address');
  await expectFault(page, 'Password', 'Password must be at least 6 characters');
  await expect(page.getByLabel('Full name')).toBeFocused();
});

test('tells a failed registration in a toast, in what the server says or in its own words', async ({
  page,
  site,
}) => {
  await open(page, site, '/signup');
  await page.getByLabel('Full name').fill('New Writer');
  await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  for (const [answer, message] of [
    [undefined, 'An account with this email already exists'],
    [{ status: 500, headers: {}, body: '' }, 'Failed to create account. Please try again.'],
  ] as const) {
    site.fault(accounts, async () => answer);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toastOf(page)).toContainText(message);
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
  }
});

test('shows what the server finds wrong at the field that it names', async ({ page, site }) => {
  await open(page, site, '/signup');
  site.fault(accounts, async () =>
    problem('invalid-request', { errors: [{ path: 'email', message: 'This one is not for us' }] }),
  );
  await page.getByLabel('Full name').fill('New Writer');
  await page.getByLabel('Email', { exact: true }).fill('new.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectFault(page, 'Email', 'This one is not for us');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(toastOf(page)).toHaveCount(0);
});
