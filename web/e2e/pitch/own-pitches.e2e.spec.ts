import type { Page } from '@playwright/test';
import {
  expect,
  following,
  open,
  openSignedIn,
  pitching,
  problem,
  register,
  type Site,
  samplePitch,
  signIn,
  signInByForm,
  test,
  toastOf,
  withoutScripts,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { fillPitch, submit } from './pitch-site.ts';

const pitches = (page: Page) => page.getByRole('region', { name: 'Your pitches' });
const items = (page: Page) => pitches(page).getByRole('listitem');

/** Pitches as the writer, and resolves with the pitch's id. */
async function pitch(site: Site, articleTitle: string, fields: object = {}): Promise<string> {
  const body = samplePitch(1, { articleTitle, ...fields });
  return JSON.parse((await site.send('POST', '/api/submissions', { as: 'writer', body })).body).id;
}

test('tells a writer what became of each pitch', async ({ page, site }) => {
  const first = await pitch(site, 'First', { section: 'culture' });
  const second = await pitch(site, 'Second', { section: 'clash' });
  await pitch(site, 'Third', { section: 'view' });
  await site.send('POST', `/api/submissions/${second}/publish`, { as: 'editor' });
  await site.send('DELETE', `/api/submissions/${first}`, { as: 'editor' });
  const faults = await watchPage(page, site.url);
  await openSignedIn(page, site, '/profile');
  await expect(items(page)).toHaveCount(3);
  await expect(items(page).getByRole('heading')).toHaveText(['Third', 'Second', 'First']);
  await expect(items(page).locator('.badge')).toHaveText(['The View', 'The Clash', 'The Culture']);
  await expect(items(page).nth(0)).toContainText('With the editors.');
  await expect(items(page).nth(1)).toContainText('Published.');
  await expect(items(page).nth(1).getByRole('link')).toHaveAttribute('href', '/article/31');
  await expect(items(page).nth(2)).toContainText('Not taken this time.');
  expect(faults).toEqual([]);
  const plain = await withoutScripts(page);
  await plain.goto(`${site.url}/profile`);
  await expect(items(plain).first()).toContainText('With the editors.');
  await plain.context().close();
});

test('has its day as the reader writes it', async ({ page, site }) => {
  await signIn(page, site, 'pitcher');
  await open(page, site, '/profile');
  await expect(items(page).first().getByRole('time')).toHaveText('Mar 4, 2026');
});

test('shows what the newsroom does as it does it, also to who has only just signed in', async ({
  page,
  site,
}) => {
  const id = await pitch(site, 'First');
  await open(page, site, '/login');
  await following(site);
  await signInByForm(page);
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => site.followed.at(-1)).not.toBe('');
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(items(page)).toContainText('With the editors.');
  await site.send('DELETE', `/api/submissions/${id}`, { as: 'editor' });
  await expect(items(page)).toContainText('Not taken this time.');
  await site.send('POST', `/api/submissions/${id}/restore`, { as: 'editor' });
  await expect(items(page)).toContainText('With the editors.');
  await site.send('POST', `/api/submissions/${id}/publish`, { as: 'editor' });
  await expect(items(page)).toContainText('Published.');
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
  await pitch(site, 'First');
  await register(site, 'Sample Writer', 'b@example.org');
  await openSignedIn(page, site, '/profile');
  await expect(items(page)).toHaveCount(1);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await signInByForm(page, 'b@example.org');
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('banner').getByRole('link', { name: 'Sample Writer' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(pitches(page)).toContainText('You have not pitched anything yet.');
});

test('where they can not be read, the profile stands and they can be tried again', async ({ page, site }) => {
  await pitch(site, 'First');
  site.fault(pitching, async () => problem('unavailable'));
  await openSignedIn(page, site, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
  site.heal();
  await pitches(page).getByRole('link', { name: 'Try again' }).click();
  await expect(items(page)).toHaveCount(1);
});
