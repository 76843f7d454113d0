import { expect, type Page, type Response } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import type { FixtureSite } from '../fixture-site.ts';
import { openSignedIn, test, toastOf } from './account-site.ts';

const isCodeOfToasts = async (response: Response) =>
  response.url().endsWith('.js') && (await response.text()).includes('Close notification');

/** Opens the profile with what it fetches ahead to tell of failures, which without a network could not come any more. */
async function openReadyToTell(page: Page, site: FixtureSite) {
  const code = page.waitForResponse(isCodeOfToasts);
  await openSignedIn(page, site, '/profile');
  const url = (await code).url();
  await page.evaluate(`import('${url}').then(() => {})`);
}

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

test('who signs out without a network is told that it did not work', async ({ context, page, site }) => {
  await openReadyToTell(page, site);
  await context.setOffline(true);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await expect(toastOf(page)).toContainText('Failed to sign out. Please try again.');
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
  site.api.accounts.before = async ({ path }) =>
    path === '/api/auth/logout' ? problem('unavailable') : undefined;
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
