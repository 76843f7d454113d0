import { test as base, expect, type Page } from '@playwright/test';
import { cookieOf } from '../../testing/fixture-accounts.ts';
import { type FixtureSite, startFixtureSite, unhurried } from '../fixture-site.ts';
import { hydrated } from '../watch-page.ts';

/** Each test has a site and accounts of its own. */
export const test = base.extend<{ site: FixtureSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  site: async ({}, use) => {
    // Long enough for the server to know the session on a busy machine too: these specs count who asks for it.
    const site = await startFixtureSite(undefined, unhurried);
    await use(site);
    await site.close();
  },
});

/** Opens a page as somebody who is signed in. */
export async function openSignedIn(page: Page, site: FixtureSite, path: string): Promise<void> {
  const [name = '', value = ''] = cookieOf('user-1').split('=');
  await page.context().addCookies([{ name, value, url: site.url, httpOnly: true }]);
  await open(page, site, path);
}

export async function open(page: Page, site: FixtureSite, path: string): Promise<void> {
  await page.goto(site.url + path);
  await hydrated(page);
}

/** Loads the page anew, until it answers to what is done with it. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

/** The calls of a browser or a page's server to one of the account routes. */
export function callsOf({ api }: FixtureSite, method: string, path: string) {
  return api.accounts.calls.filter((call) => call.method === method && call.path === path);
}

export const sessionReads = (site: FixtureSite) => callsOf(site, 'GET', '/api/auth/session');

/** A field is at fault: told under it, tied to it, and its label red. */
export async function expectFault(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(message, { exact: true })).toBeVisible();
  await expect(page.locator('label', { hasText: new RegExp(`^${label}$`) })).toHaveCSS(
    'color',
    'rgb(179, 18, 42)',
  );
}

export const toastOf = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
