import { sessionCookie } from '@journal/testing';
import type { Page } from '@playwright/test';
import { type Site, type SiteOptions, startSite } from '../../tools/testing/site.ts';
import { type Person, people } from '../../tools/testing/site-content.ts';
import { test as base } from '../../tools/testing/started-system.ts';
import { hydrated } from './watch-page.ts';

export { expect } from '@playwright/test';
export { delayResponses, problem, type Site } from '../../tools/testing/site.ts';
export { people, sampleArticle, samplePitch } from '../../tools/testing/site-content.ts';

/**
 * Gives each test a system with thirty articles and three pitches: a new one, or one that this worker's earlier tests
 * have only read.
 */
export const test = base.extend<{ siteOptions: SiteOptions; site: Site }>({
  siteOptions: [{}, { option: true }],
  site: async ({ siteOptions, earlierSites, browser, context }, use) => {
    const kind = JSON.stringify(siteOptions);
    const earlier = earlierSites.get(kind);
    const wasRenewed = await earlier?.renew();
    if (!wasRenewed) {
      earlierSites.set(kind, await startSite(siteOptions));
      await earlier?.stop();
    }
    await use(earlierSites.get(kind) as Site);
    // A page left open would follow the changes of the next site, which has the same address.
    const left = browser.contexts().filter((other) => other !== context);
    await Promise.all(left.map((other) => other.close()));
  },
});

/** Requests to the account routes, and to the newsroom's: the reads of editors, and all writes. */
export const accounts = / \/api\/(?:auth|me)\b/;
export const newsroom =
  /^GET \/api\/(?:newsroom|submissions(?!\/mine))|^(?:POST|PUT|DELETE) \/api\/(?:articles|submissions)/;
export const pitching = / \/api\/submissions(?:\/mine)?$/;
export const anything = /./;

export async function open(page: Page, site: Site, path: string): Promise<void> {
  await page.goto(site.url + path);
  await hydrated(page);
}

/** Resolves with a user's session: the initial one, or a new one after any sign-out. */
async function sessionOf(site: Site, person: Person): Promise<string> {
  if (callsOf(site, 'POST', '/api/auth/logout').length === 0) return site.cookie(person);
  const { email, password } = people[person];
  const { headers } = await site.send('POST', '/api/auth/login', { body: { email, password } });
  return sessionCookie(headers);
}

/** Signs in a user, given by name or by session cookie, without a form. */
export async function signIn(page: Page, site: Site, person: Person | { cookie: string }): Promise<void> {
  const cookie = typeof person === 'string' ? await sessionOf(site, person) : person.cookie;
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? [];
  await page.context().addCookies([{ name, value, url: site.url, httpOnly: true }]);
}

const loaded = new Set<string>();

/** Opens a page as a signed-in user. */
export async function openAs(page: Page, site: Site, person: Person, path: string): Promise<void> {
  await signIn(page, site, person);
  // The page's code is loaded for a visitor first: the API is in the same process and can't respond during loading.
  const [address = path] = path.split('?', 1);
  if (!loaded.has(address)) await fetch(site.url + address);
  loaded.add(address);
  await open(page, site, path);
}

export const openSignedIn = (page: Page, site: Site, path: string) => openAs(page, site, 'writer', path);

/** Reloads the page, and resolves when it is interactive. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

/** The requests to a route so far. */
export const callsOf = (site: Site, method: string, path: string) =>
  site.calls.filter((call) => call.method === method && call.path === path);

export const toastOf = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

/** Expects that this many readers follow the changes, at once or soon. */
export const expectFollowers = (site: Site, readers = 1) =>
  base.expect.poll(() => site.followers).toBe(readers);

export const sessionReads = (site: Site) => callsOf(site, 'GET', '/api/auth/session');

/** The requests that changed something in the newsroom. */
export const changesOf = (site: Site) =>
  site.calls.filter((call) =>
    /^(?:POST|PUT|DELETE) \/api\/(?:articles|submissions)/.test(`${call.method} ${call.path}`),
  );

/** Expects a field error: shown below the field, associated with it, and its label red. */
export async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await base.expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll('.', '\\.')));
  await base.expect(field).toHaveAttribute('aria-invalid', 'true');
  await base.expect(page.getByText(message, { exact: true })).toBeVisible();
  const labelOfField = page.locator('label', { hasText: new RegExp(`^${label}$`) });
  await base.expect(labelOfField).toHaveCSS('color', 'rgb(179, 18, 42)');
}

/** Fills in and submits the login form. */
export async function signInByForm(page: Page, email: string = people.writer.email): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(people.writer.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Signs out by the menu of the masthead. */
export async function signOutByMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

/** Opens a page as an administrator; the admin panel by default. */
export const openAsAdmin = (page: Page, site: Site, path = '/admin') => openAs(page, site, 'editor', path);

/** The row of an article or a pitch in the panel. */
export const rowOf = (page: Page, title: string) =>
  page.locator('.row').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Creates an account. Resolves with its session cookie. */
export async function register(site: Site, fullName: string, email: string): Promise<{ cookie: string }> {
  const body = { fullName, email, password: people.writer.password };
  const { headers } = await site.send('POST', '/api/auth/register', { body });
  return { cookie: sessionCookie(headers) };
}
