import { expect } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import { watchPage } from '../watch-page.ts';
import { callsOf, open, openSignedIn, sessionReads, test, toastOf } from './account-site.ts';

test('the menu opens by keyboard, and gives the focus back', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openSignedIn(page, site, '/about');
  const link = page.getByRole('banner').getByRole('link', { name: 'Sample Writer account menu' });
  await expect(link).toHaveAttribute('href', '/profile');
  await link.focus();
  await expect(page.locator('.menu-anchor')).toBeAttached();
  await link.press('ArrowDown');
  const menu = page.getByRole('menu', { name: 'Account' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Write for Us', 'Sign Out']);
  await expect(menu.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(link).toBeFocused();
  await link.press('Enter');
  await expect(menu.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('menuitem', { name: 'Write for Us' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile');
  expect(faults).toEqual([]);
});

test('the menu closes by its own link and by a press beside it', async ({ page, site }) => {
  await openSignedIn(page, site, '/about');
  const link = page.getByRole('banner').getByRole('link', { name: 'Sample Writer' });
  const menu = page.getByRole('menu');
  await link.click();
  await expect(menu).toBeVisible();
  await link.click();
  await expect(menu).toBeHidden();
  await link.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(20, 500);
  await expect(menu).toBeHidden();
  expect(page.url()).toBe(`${site.url}/about`);
});

test('admins have their panel in it', async ({ page, site }) => {
  for (const { user } of site.api.accounts.all) user.isAdmin = true;
  await openSignedIn(page, site, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Write for Us', 'Admin Panel', 'Sign Out']);
});

test('signs out from the menu, and reads the session again', async ({ page, site }) => {
  await openSignedIn(page, site, '/about');
  expect(sessionReads(site)).toHaveLength(1);
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  expect(callsOf(site, 'POST', '/api/auth/logout')).toHaveLength(1);
  await expect.poll(() => sessionReads(site)).toHaveLength(2);
});

test('says when signing out did not work', async ({ page, site }) => {
  await openSignedIn(page, site, '/about');
  site.api.accounts.before = async () => problem('unavailable');
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(toastOf(page)).toContainText('Failed to sign out. Please try again.');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
});

test('the drawer has the same for a thumb', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, site, '/');
  await page.getByRole('link', { name: 'Menu' }).click();
  const account = page.getByRole('dialog').getByRole('group', { name: 'Account' });
  await expect(account.getByRole('link')).toHaveText(['Sign In', 'Sign Up']);
  await account.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
  await openSignedIn(page, site, '/');
  await page.getByRole('link', { name: 'Menu' }).click();
  await expect(account.getByRole('link')).toHaveText(['Profile']);
  await account.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Menu' }).click();
  await expect(account.getByRole('link')).toHaveText(['Sign In', 'Sign Up']);
});

test('the session is read once for a visit of five minutes, and never for a visitor', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await open(page, site, '/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await page.waitForURL('**/about');
  expect(sessionReads(site)).toEqual([]);
  await openSignedIn(page, site, '/');
  expect(sessionReads(site)).toHaveLength(1);
  for (const name of ['The Clash', 'The View', 'About']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  }
  site.api.change(site.api.articles, ['*']);
  await page.clock.runFor(4 * 60_000);
  expect(sessionReads(site)).toHaveLength(1);
});

test('a session that the server could not read is read by the browser, once', async ({ page, site }) => {
  const answers = [problem('unavailable'), problem('unavailable')];
  site.api.accounts.before = async () => answers.shift();
  await openSignedIn(page, site, '/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  expect(sessionReads(site)).toHaveLength(2);
});

test('who is signed in never sees a page as a visitor', async ({ browser, site }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.context().addCookies([{ name: 'journal', value: 'user-1', url: site.url }]);
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await page.context().close();
});
