import { expect, type Page } from '@playwright/test';
import { cookieOf, problem } from '../../testing/fixture-accounts.ts';
import { sampleSubmission } from '../../testing/fixture-submissions.ts';
import type { FixtureSite } from '../fixture-site.ts';
import { watchPage } from '../watch-page.ts';
import { fillPitch, open, openSignedIn, submit, test, toastOf } from './pitch-site.ts';

const pitches = (page: Page) => page.getByRole('region', { name: 'Your pitches' });
const items = (page: Page) => pitches(page).getByRole('listitem');

/** What the newsroom does to a pitch. */
function change({ api }: FixtureSite, after: Parameters<typeof sampleSubmission>[1]) {
  api.submissions.all = api.submissions.all.map((one) => ({ ...one, ...after }));
  api.change(api.articles, ['submissions', 'mine:user-1']);
}

test('tells a writer what became of each pitch', async ({ page, site }) => {
  site.api.submissions.all = [
    sampleSubmission('3', { articleTitle: 'Third' }),
    sampleSubmission('2', { articleTitle: 'Second', section: 'clash', status: 'published', articleId: 7 }),
    sampleSubmission('1', { articleTitle: 'First', section: 'culture', status: 'deleted' }),
    sampleSubmission('0', { articleTitle: 'Of another', userId: 'user-2' }),
  ];
  const faults = await watchPage(page, site.url);
  await openSignedIn(page, site, '/profile');
  await expect(items(page)).toHaveCount(3);
  await expect(items(page).getByRole('heading')).toHaveText(['Third', 'Second', 'First']);
  await expect(items(page).locator('.badge')).toHaveText(['The View', 'The Clash', 'The Culture']);
  await expect(items(page).first().getByRole('time')).toHaveText('Mar 4, 2026');
  await expect(items(page).nth(0)).toContainText('With the editors.');
  await expect(items(page).nth(1)).toContainText('Published.');
  await expect(items(page).nth(1).getByRole('link')).toHaveAttribute('href', '/article/7');
  await expect(items(page).nth(2)).toContainText('Not taken this time.');
  expect(faults).toEqual([]);
});

test('shows what the newsroom does as it does it, also to who has only just signed in', async ({
  page,
  site,
}) => {
  site.api.submissions.all = [sampleSubmission('1')];
  await open(page, site, '/login');
  await expect.poll(() => site.backend.followers).toBe(1);
  await page.getByLabel('Email', { exact: true }).fill('sample.writer@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => site.backend.followed.at(-1)).toContain(cookieOf('user-1'));
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(items(page)).toContainText('With the editors.');
  change(site, { status: 'published', articleId: 3 });
  await expect(items(page)).toContainText('Published.');
  change(site, { status: 'deleted', articleId: null });
  await expect(items(page)).toContainText('Not taken this time.');
});

test('a pitch stands there as soon as it is sent', async ({ page, site }) => {
  await openSignedIn(page, site, '/profile');
  await expect(pitches(page)).toContainText('You have not pitched anything yet.');
  await pitches(page).getByRole('link', { name: 'Write for Us' }).click();
  await page.waitForURL('**/contact');
  await fillPitch(page);
  await submit(page).click();
  await expect(toastOf(page)).toContainText('Submission received!');
  await page
    .getByRole('main')
    .getByRole('link', { name: /on your profile/ })
    .click();
  await page.waitForURL('**/profile#pitches');
  await expect(items(page).getByRole('heading')).toHaveText(['On waking early']);
});

test('who signs in after another sees none of the other', async ({ page, site }) => {
  site.api.submissions.all = [sampleSubmission('1')];
  const [account] = site.api.accounts.all;
  if (account)
    site.api.accounts.all.push({
      ...account,
      user: { ...account.user, id: 'user-2', email: 'b@example.org' },
    });
  await openSignedIn(page, site, '/profile');
  await expect(items(page)).toHaveCount(1);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email', { exact: true }).fill('b@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(pitches(page)).toContainText('You have not pitched anything yet.');
});

test('where they can not be read, the profile stands and they can be tried again', async ({ page, site }) => {
  site.api.submissions.all = [sampleSubmission('1')];
  site.api.submissions.before = async () => problem('unavailable');
  await openSignedIn(page, site, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  site.api.submissions.before = async () => undefined;
  await pitches(page).getByRole('link', { name: 'Try again' }).click();
  await expect(items(page)).toHaveCount(1);
});

test('are there without scripts', async ({ browser, site }) => {
  site.api.submissions.all = [sampleSubmission('1')];
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.context().addCookies([{ name: 'journal', value: 'user-1', url: site.url }]);
  await page.goto(`${site.url}/profile`);
  await expect(items(page)).toContainText('With the editors.');
  await page.context().close();
});
