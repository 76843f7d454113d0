import type { Locator, Page } from '@playwright/test';
import { sampleSubmissions } from '../../testing/fixture-newsroom.ts';
import { openSignedIn } from '../account/account-site.ts';
import type { FixtureSite } from '../fixture-site.ts';

export { expectFault, open, reload, test, toastOf } from '../account/account-site.ts';

let isWarm = false;

/** Opens a page as an administrator. */
export async function openAsAdmin(page: Page, site: FixtureSite, path = '/admin'): Promise<void> {
  // The page's code is loaded before anything is read: the API of these specs lives in the same process, and can't
  // answer in time while that is busy.
  if (!isWarm) await page.request.get(`${site.url}/admin`);
  isWarm = true;
  for (const { user } of site.api.accounts.all) user.isAdmin = true;
  if (site.api.newsroom.submissions.length === 0) site.api.newsroom.submissions = sampleSubmissions(3);
  await openSignedIn(page, site, path);
}

/** The row of an article or a pitch. */
export const rowOf = (page: Page, title: string): Locator =>
  page.locator('.row').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** What was sent to change something. */
export const changesOf = ({ api }: FixtureSite) =>
  api.newsroom.calls.map(({ method, path }) => `${method} ${path}`);
