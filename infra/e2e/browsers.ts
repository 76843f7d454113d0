import { type Browser, expect, type Locator, type Page } from '@playwright/test';

/**
 * Opens a separate browser for one person, and collects the errors on its pages. Rate limits count by network, so each
 * test has its own. `baseURL`: of another journal than the shared one.
 */
export async function openBrowser(browser: Browser, network: string, baseURL?: string) {
  const context = await browser.newContext({
    extraHTTPHeaders: { 'x-forwarded-for': network },
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  return { page, faults };
}

/** Opens the browsers of three people, at the three addresses in a /24 network that follow `before`. */
export const openThreeBrowsers = (browser: Browser, network: string, before: number) =>
  Promise.all([
    openBrowser(browser, `${network}.${before + 1}`),
    openBrowser(browser, `${network}.${before + 2}`),
    openBrowser(browser, `${network}.${before + 3}`),
  ]);

type Root = { getElementById(id: string): object | null };

/** Opens a page, and resolves once React has hydrated it, so that its forms work. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  // Pages for reading are hydrated when somebody turns to a control.
  await page.getByLabel('Get new issues by email').focus();
  // A function: the pages' security policy forbids evaluating text, except on the first poll.
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: Root };
    return Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'));
  });
}

/** Expects the only visible notification to contain the text. */
export const expectToast = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')).toContainText(text);

async function fill(within: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await within.getByLabel(label, { exact: true }).fill(value);
}

/** Actions of a person with an account in their own browser, checked by what the pages show. */
export function accountBrowser(page: Page, { email, fullName }: { email: string; fullName: string }) {
  const banner = page.getByRole('banner');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const expectSignedIn = () => expect(banner.getByRole('link', { name: fullName })).toBeVisible();
  const expectSignedOut = () => expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();

  return {
    expectSignedIn,
    expectSignedOut,
    async register(password: string) {
      await open(page, '/signup');
      await fill(main, { 'Full name': fullName, Email: email, Password: password });
      await main.getByRole('button', { name: 'Create Account' }).click();
      await page.waitForURL('/');
      await expectToast(page, 'Account created successfully!');
      await expectSignedIn();
    },
    /** Submits the form; checking the outcome is up to the caller. */
    async trySignIn(password: string) {
      await open(page, '/login');
      await fill(main, { Email: email, Password: password });
      await main.getByRole('button', { name: 'Sign In', exact: true }).click();
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
      await fill(dialog, { Email: email });
      await dialog.getByRole('button', { name: 'Send Reset Email' }).click();
      await expectToast(page, 'If an account exists for that email, a temporary password is on its way.');
    },
    async changePassword(current: string, next: string) {
      await open(page, '/profile');
      await main.getByRole('button', { name: 'Change Password' }).click();
      await fill(dialog, { 'Current password': current, 'New password': next, 'Confirm new password': next });
      await dialog.getByRole('button', { name: 'Change Password' }).click();
      await expectToast(page, 'Your password has been changed successfully.');
    },
    /** Resolves with the path of the file. */
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
      await fill(dialog, { Password: password });
      await dialog.getByRole('button', { name: 'Erase my account' }).click();
      await page.waitForURL('/');
      await expectToast(page, 'Your account has been erased.');
      await expectSignedOut();
    },
  };
}

/** Actions of a writer with a pitch, checked by what the pages show. */
export function writerBrowser(page: Page) {
  const main = page.getByRole('main');
  return {
    async pitch(fields: Readonly<Record<string, string>>, section: string) {
      await open(page, '/contact');
      await fill(main, fields);
      await main.getByLabel('Section', { exact: true }).selectOption(section);
      await main.getByRole('button', { name: 'Submit Your Pitch' }).click();
      await expectToast(page, 'Submission received!');
      await expectToast(page, "Thank you for your pitch. We'll review it and get back to you soon.");
    },
    /** Entry of a pitch on the open profile. */
    outcomeOf: (title: string) =>
      main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
  };
}

/** Actions of an editor in the admin panel and the histories, checked by what the pages show. */
export function editorBrowser(page: Page) {
  const main = page.getByRole('main');
  const question = page.getByRole('alertdialog');
  const versions = page.locator('.version');

  return {
    rowOf: (title: string) =>
      page.locator('.row').filter({ has: page.getByRole('heading', { name: title, exact: true }) }),
    /** Entries of the open audit, newest first: who, what, and about what. */
    audit: page.locator('.audit-entry'),
    question,
    /** The open pitch, beside the list. */
    reader: page.locator('.reading'),
    async openForm(kind: 'Article' | 'Submission', title: string) {
      if (kind === 'Submission') await main.getByRole('heading', { name: title }).getByRole('link').click();
      await main.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
      const form = page.getByRole('region', { name: `Edit ${kind}` });
      const save = form.getByRole('button', {
        name: kind === 'Article' ? 'Publish changes' : 'Save',
        exact: true,
      });
      await expect(save).toBeVisible();
      return { form, save };
    },
    /** Opens the version with this number, as people see it. */
    async openVersion(number: number) {
      const version = versions.filter({
        has: page.getByRole('heading', { name: new RegExp(`^Version ${number} `) }),
      });
      await version.getByRole('link', { name: 'Open' }).click();
      return version;
    },
    titlesOfVersions: versions.getByRole('heading', { level: 2 }),
    factsOfVersions: page.locator('.version-facts'),
  };
}

/** Links to an article with this title in one part of the reader's Home. */
export const onHome = (page: Page, part: 'Featured This Week' | 'Latest Articles', title: string) =>
  page.getByRole('region', { name: part }).getByRole('link', { name: title });
