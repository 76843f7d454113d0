import { expect, type Page } from '@playwright/test';
import { expectToast, open } from './open-browser.ts';

/** What somebody does with an account in a browser of their own, by what the pages show. */
export function accountBrowser(page: Page, { email, fullName }: { email: string; fullName: string }) {
  const banner = page.getByRole('banner');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const fill = (fields: Readonly<Record<string, string>>, within = main) =>
    Object.entries(fields).reduce(
      (before, [label, value]) => before.then(() => within.getByLabel(label, { exact: true }).fill(value)),
      Promise.resolve(),
    );
  const expectSignedIn = () => expect(banner.getByRole('link', { name: fullName })).toBeVisible();
  const expectSignedOut = () => expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();

  return {
    expectSignedIn,
    expectSignedOut,
    async register(password: string) {
      await open(page, '/signup');
      await fill({ 'Full name': fullName, Email: email, Password: password });
      await main.getByRole('button', { name: 'Create Account' }).click();
      await page.waitForURL('/');
      await expectToast(page, 'Account created successfully!');
      await expectSignedIn();
    },
    /** Sends the form; what comes of it is for the caller to see. */
    async trySignIn(password: string) {
      await open(page, '/login');
      await fill({ Email: email, Password: password });
      await main.getByRole('button', { name: 'Sign In' }).click();
    },
    async signIn(password: string) {
      await this.trySignIn(password);
      await page.waitForURL('/');
      await expectSignedIn();
    },
    async signOut() {
      await banner.getByRole('link', { name: fullName }).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      await expectSignedOut();
    },
    async forgetPassword() {
      await open(page, '/login');
      await main.getByRole('button', { name: 'Forgot your password?' }).click();
      await fill({ Email: email }, dialog);
      await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
      await expectToast(page, 'If an account exists for that email, a temporary password is on its way.');
    },
    async changePassword(current: string, next: string) {
      await open(page, '/profile');
      await main.getByRole('button', { name: 'Change Password' }).click();
      await fill({ 'Current password': current, 'New password': next, 'Confirm new password': next }, dialog);
      await dialog.getByRole('button', { name: 'Change Password' }).click();
      await expectToast(page, 'Your password has been changed successfully.');
    },
    /** Resolves to the path of the file. */
    async download(): Promise<string> {
      await open(page, '/profile');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        main.getByRole('link', { name: 'Download my data' }).click(),
      ]);
      return file.path();
    },
    async erase(password: string) {
      await open(page, '/profile');
      await main.getByRole('button', { name: 'Erase my account' }).click();
      await fill({ Password: password }, dialog);
      await dialog.getByRole('button', { name: 'Erase my account' }).click();
      await page.waitForURL('/');
      await expectToast(page, 'Your account has been erased.');
      await expectSignedOut();
    },
  };
}
