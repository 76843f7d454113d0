import { devices } from '@playwright/test';
import { expectAccessible, runAxe } from '../axe.ts';
import {
  accounts,
  callsOf,
  expect,
  open,
  openAsAdmin,
  openSignedIn,
  problem,
  sessionReads,
  test,
  toastOf,
} from '../test.ts';
import { hydrated, watchPage } from '../watch-page.ts';

const { step } = test;

test('a notification closes after five seconds, by its button or by a swipe', async ({ page, site }) => {
  const toast = toastOf(page);
  await page.clock.install();
  await openSignedIn(page, site, '/profile');
  site.fault(accounts, async () => problem('unavailable'));
  /** Shows a notification by signing out, which fails. */
  const notify = async () => {
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(toast).toBeVisible();
  };
  await step('a newer notification replaces it, and stays for its full time', async () => {
    // From now on the clock moves only when the test runs it.
    await page.clock.pauseAt(Date.now() + 60_000);
    await notify();
    await page.clock.runFor(3_000);
    const first = await toast.elementHandle();
    await notify();
    await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(4_500);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);
  });
  await step('F8 moves the focus to it, and its button closes it', async () => {
    await notify();
    await page.keyboard.press('F8');
    const hasFocus = () => toast.evaluate((one) => document.activeElement?.contains(one) ?? false);
    expect(await hasFocus()).toBe(true);
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toast).toHaveCount(0);
  });
  await step('a swipe of 70 px to the right closes it, one of 40 px does not', async () => {
    await notify();
    const box = await toast.boundingBox();
    if (!box) throw new Error('No toast');
    const swipe = async (pixels: number) => {
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels, y, { steps: 8 });
      await page.mouse.up();
    };
    await swipe(40);
    await expect(toast).toBeVisible();
    await swipe(70);
    await expect(toast).toHaveCount(0);
  });
});

test('the account pages are accessible and obey the Content Security Policy', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  for (const path of ['/login', '/signup', '/profile']) {
    const answer = await page.goto(site.url + path);
    expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w-]{20,}';/);
    await hydrated(page);
    await expectAccessible(page, path);
    const send = page.locator('main form button[type=submit]');
    if (path === '/profile') break;
    await send.click();
    await page.getByText('Invalid email address').waitFor();
    await expectAccessible(page, `${path} with errors`);
  }
  await openSignedIn(page, site, '/profile');
  await expectAccessible(page, 'profile');
  for (const name of ['Change Password', 'Erase my account']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await page.getByText('assword is required').first().waitFor();
    await expectAccessible(page, name);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menu').waitFor();
  for (const [colorScheme, what] of [
    ['dark', 'colours'],
    ['light', 'all'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await runAxe(page, what)).faults, `menu, ${colorScheme}`).toEqual([]);
  }
  expect(faults).toEqual([]);
});

test('the account menu works by keyboard and mouse, and signs out', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const banner = page.getByRole('banner');
  const link = banner.getByRole('link', { name: 'Sample Writer account menu' });
  const menu = page.getByRole('menu', { name: 'Account' });
  const item = (name: string) => menu.getByRole('menuitem', { name });
  await step('it opens by keyboard, and Escape returns the focus', async () => {
    await openSignedIn(page, site, '/about');
    await expect(link).toHaveAttribute('href', '/profile');
    await link.focus();
    await expect(page.locator('.menu-anchor')).toBeAttached();
    await link.press('ArrowDown');
    await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Write for Us', 'Sign Out']);
    await expect(item('Profile')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(link).toBeFocused();
  });
  await step('it closes by its own link and by a click outside', async () => {
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
  await step('arrow keys move within it, and Enter follows a link', async () => {
    await link.focus();
    await link.press('Enter');
    await expect(item('Profile')).toBeFocused();
    for (const [key, name] of [
      ['ArrowDown', 'Write for Us'],
      ['ArrowUp', 'Profile'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(item(name)).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/profile');
  });
  expect(faults).toEqual([]);
  await step('it has a link to the panel for administrators', async () => {
    await openAsAdmin(page, site, '/about');
    await banner.getByRole('link', { name: 'Sample Editor' }).click();
    const items = page.getByRole('menuitem');
    await expect(items).toHaveText(['Profile', 'Write for Us', 'Admin Panel', 'Sign Out']);
  });
  await step('a failure to sign out is shown; after signing out, the session is read again', async () => {
    await openSignedIn(page, site, '/about');
    site.fault(accounts, async () => problem('unavailable'));
    await link.click();
    await item('Sign Out').click();
    await expect(toastOf(page)).toContainText('Failed to sign out. Please try again.');
    await expect(link).toBeVisible();
    site.heal();
    const [reads, calls] = [sessionReads(site).length, callsOf(site, 'POST', '/api/auth/logout').length];
    await link.click();
    await item('Sign Out').click();
    await expect(banner.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    expect(callsOf(site, 'POST', '/api/auth/logout')).toHaveLength(calls + 1);
    await expect.poll(() => sessionReads(site)).toHaveLength(reads + 1);
  });
  await step('the drawer has the same links on a small screen', async () => {
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
    await expect(page.locator('.account-name')).toHaveCount(0);
    await page.getByRole('link', { name: 'Menu' }).click();
    await expect(account.getByRole('link')).toHaveText(['Sign In', 'Sign Up']);
  });
});

test('the session is read once in five minutes of navigation, and never for a visitor', async ({
  page,
  site,
}) => {
  const follow = async (name: string, among = page.getByRole('navigation', { name: 'Main' })) => {
    await among.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  };
  await page.clock.install();
  await open(page, site, '/');
  await follow('About');
  expect(sessionReads(site)).toEqual([]);
  await openSignedIn(page, site, '/');
  expect(sessionReads(site)).toHaveLength(1);
  for (const name of ['The Clash', 'The View', 'About']) await follow(name);
  await site.edit(7, { title: 'Changed meanwhile' });
  await page.clock.runFor(4 * 60_000);
  // Unlike the sections, these pages read the session if it is stale.
  const footer = page.getByRole('navigation', { name: 'Footer' });
  await follow('Terms', footer);
  expect(sessionReads(site)).toHaveLength(1);
  await page.clock.runFor(61_000);
  await follow('Privacy', footer);
  await expect.poll(() => sessionReads(site)).toHaveLength(2);
  await step('a session that the server could not read is read by the browser, once', async () => {
    const answers = [problem('unavailable'), problem('unavailable')];
    site.fault(/ \/api\/auth\/session$/, async () => answers.shift());
    await openSignedIn(page, site, '/about');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await follow('The View');
    expect(sessionReads(site)).toHaveLength(2 + 2);
  });
});

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.describe('on a touch screen', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 } });

  test('buttons do not keep their hover colour, and a toast above a dialog can be closed', async ({
    page,
    site,
  }) => {
    await open(page, site, '/login');
    const button = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });
    const untouched = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    await button.tap();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(button).toHaveCSS('background-color', untouched);

    await openSignedIn(page, site, '/profile');
    await page.getByRole('button', { name: 'Change Password' }).tap();
    const change = page.getByRole('dialog');
    await change.getByLabel('Current password', { exact: true }).fill('correct horse');
    await change.getByLabel('New password', { exact: true }).fill('battery staple');
    await change.getByLabel('Confirm new password', { exact: true }).fill('battery staple');
    await change.getByRole('button', { name: 'Change Password' }).tap();
    await expect(toastOf(page)).toBeVisible();
    await page.getByRole('button', { name: 'Erase my account' }).tap();
    const erase = page.getByRole('dialog', { name: 'Erase my account' });
    await expect(erase).toBeVisible();
    const close = await page.locator('.toast-close').boundingBox();
    if (!close) throw new Error('No toast');
    await page.touchscreen.tap(close.x + close.width / 2, close.y + close.height / 2);
    await expect(page.locator('.toast')).toHaveCount(0, { timeout: 2_000 });
    await expect(erase).toBeVisible();
  });
});
