import { expect } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import { watchPage } from '../watch-page.ts';
import { callsOf, expectFault, open, test, toastOf } from './account-site.ts';

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
  expect(callsOf(site, 'POST', '/api/auth/register').map(({ body }) => body)).toEqual([
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

for (const [what, answer, message] of [
  ['what the server says', problem('email-taken'), 'An account with this email already exists'],
  ['its own words', { status: 500, headers: {}, body: '' }, 'Failed to create account. Please try again.'],
] as const) {
  test(`tells a failure in a toast, in ${what}`, async ({ page, site }) => {
    await open(page, site, '/signup');
    site.api.accounts.before = async () => answer;
    await page.getByLabel('Full name').fill('New Writer');
    await page.getByLabel('Email', { exact: true }).fill('new.writer@example.org');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toastOf(page)).toContainText(message);
    await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
  });
}

test('shows what the server finds wrong at the field that it names', async ({ page, site }) => {
  await open(page, site, '/signup');
  site.api.accounts.before = async () =>
    problem('invalid-request', { errors: [{ path: 'email', message: 'This one is not for us' }] });
  await page.getByLabel('Full name').fill('New Writer');
  await page.getByLabel('Email', { exact: true }).fill('new.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectFault(page, 'Email', 'This one is not for us');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expect(toastOf(page)).toHaveCount(0);
});
