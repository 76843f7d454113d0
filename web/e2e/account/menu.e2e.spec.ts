import { devices, type Page } from '@playwright/test';
import {
  accounts,
  callsOf,
  expect,
  open,
  openAsAdmin,
  openSignedIn,
  problem,
  type Site,
  sessionReads,
  signIn,
  test,
  toastOf,
  withoutScripts,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

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
  await openAsAdmin(page, site, '/about');
  await page.getByRole('banner').getByRole('link', { name: 'Sample Editor' }).click();
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
  site.fault(accounts, async () => problem('unavailable'));
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

test.describe(() => {
  test.use({ ownContext: true });
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
    await site.edit(7, { title: 'Changed meanwhile' });
    await page.clock.runFor(4 * 60_000);
    expect(sessionReads(site)).toHaveLength(1);
  });
});

test('a session that the server could not read is read by the browser, once', async ({ page, site }) => {
  const answers = [problem('unavailable'), problem('unavailable')];
  site.fault(/ \/api\/auth\/session$/, async () => answers.shift());
  await openSignedIn(page, site, '/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'The View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The View');
  expect(sessionReads(site)).toHaveLength(2);
});

test('who is signed in never sees a page as a visitor', async ({ page: own, site }) => {
  await signIn(own, site, 'writer');
  const page = await withoutScripts(own);
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sample Writer' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  await page.context().close();
});

test.describe('a notification', () => {
  /** Makes a toast appear: signing out fails. */
  async function showToast(page: Page, site: Site) {
    site.fault(accounts, async () => problem('unavailable'));
    await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
    await expect(toastOf(page)).toBeVisible();
  }

  /** From now on no time goes by but what the test lets go by. */
  async function holdTime(page: Page) {
    await page.clock.pauseAt(Date.now() + 60_000);
  }

  test.describe(() => {
    test.use({ ownContext: true });
    test('stays for five seconds', async ({ page, site }) => {
      await page.clock.install();
      await openSignedIn(page, site, '/profile');
      await holdTime(page);
      await showToast(page, site);
      await page.clock.runFor(4_500);
      await expect(toastOf(page)).toBeVisible();
      await page.clock.runFor(1_000);
      await expect(toastOf(page)).toHaveCount(0);
    });
  });

  test.describe(() => {
    test.use({ ownContext: true });
    test('is one at a time, the newest, with its full time', async ({ page, site }) => {
      await page.clock.install();
      await openSignedIn(page, site, '/profile');
      await holdTime(page);
      await showToast(page, site);
      await page.clock.runFor(3_000);
      const first = await toastOf(page).elementHandle();
      await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
      await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
      await expect(toastOf(page)).toHaveCount(1);
      await page.clock.runFor(4_000);
      await expect(toastOf(page)).toHaveCount(1);
      await page.clock.runFor(1_500);
      await expect(toastOf(page)).toHaveCount(0);
    });
  });

  test('is reached by F8 and put away by its button', async ({ page, site }) => {
    await openSignedIn(page, site, '/profile');
    await showToast(page, site);
    await page.keyboard.press('F8');
    expect(await toastOf(page).evaluate((toast) => document.activeElement?.contains(toast) ?? false)).toBe(
      true,
    );
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect(toastOf(page)).toHaveCount(0);
  });

  test('goes by a swipe of 50 px to the right, and stays for less', async ({ page, site }) => {
    await openSignedIn(page, site, '/profile');
    await showToast(page, site);
    const box = await toastOf(page).boundingBox();
    if (!box) throw new Error('No toast');
    const swipe = async (pixels: number) => {
      const [x, y] = [box.x + 60, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels, y, { steps: 8 });
      await page.mouse.up();
    };
    await swipe(40);
    await expect(toastOf(page)).toBeVisible();
    await swipe(70);
    await expect(toastOf(page)).toHaveCount(0);
  });
});

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];

test.describe('with a finger', () => {
  test.use({ ...phone, viewport: { width: 360, height: 740 }, ownContext: true });

  test('a button does not look pressed after the finger has left it', async ({ page, site }) => {
    await open(page, site, '/login');
    const button = page.getByRole('main').getByRole('button', { name: 'Sign In' });
    const untouched = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
    await button.tap();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(button).toHaveCSS('background-color', untouched);
  });

  test('a notification over a dialog can still be put away', async ({ page, site }) => {
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
