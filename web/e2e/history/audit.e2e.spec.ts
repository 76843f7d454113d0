import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  holdBack,
  people,
  problem,
  register,
  type Site,
  sampleArticle,
  signIn,
  test,
  withoutScripts,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { auditPath, fillPitch, openAsAdmin, versionOf } from './history-site.ts';

const path = auditPath;
const entries = (page: Page) => page.locator('.audit-entry');

// Nothing has happened but that three people have joined, of whom one became an administrator.
test.use({ siteOptions: { empty: true } });

/** What the newest seven entries tell: of an article, a pitch, and accounts. */
async function fill(site: Site): Promise<void> {
  const { id } = await site.publish(sampleArticle(1, { title: 'On waking early' }));
  const { id: _, createdAt: __, ...early } = await site.article(id);
  const late = { ...early, title: 'On waking late', authorName: 'Another Writer' };
  await site.send('PUT', `/api/articles/${id}`, { as: 'editor', body: late });
  await site.send('POST', `/api/articles/${id}/restore`, { as: 'editor', body: { revision: 0 } });
  const pitch = await fillPitch(site);
  await site.send('DELETE', pitch.api, { as: 'editor' });
  const body = { password: people.writer.password, pieces: 'remove' };
  await site.send('DELETE', '/api/me', { as: 'writer', body });
  await register(site, 'Other Writer', 'other@example.org');
  const grant = { email: 'other@example.org' };
  await site.send('POST', '/api/operations/administrators/grant', { as: 'service', body: grant });
  const { email, password } = people.editor;
  await site.send('POST', '/api/auth/login', { body: { email, password } });
  await site.send('POST', '/api/auth/login', { body: { email, password: 'wrong' } }).catch(() => undefined);
}

test('tells newest first who did what, is in the HTML, and leads to the version that an entry made', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await fill(site);
  await openAsAdmin(page, site, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit');
  await expect(page.locator('.audit-what > p:first-child')).toHaveText([
    'Failed to sign in',
    'Signed in',
    'Made someone an administrator',
    'Opened an account',
    'Erased an account',
    'Deleted a pitch',
    'Sent a pitch',
    'Restored version 1 of an article',
    'Edited an article',
    'Published an article',
    'Made someone an administrator',
    ...Array(3).fill('Opened an account'),
  ]);
  const editor = /^Sample Editor/;
  const forgotten = /^Former contributor/;
  await expect(page.locator('.audit-who')).toHaveText([
    'A visitor',
    editor,
    'A program',
    /^Other Writer/,
    forgotten,
    editor,
    forgotten,
    ...Array(2).fill(editor),
    ...Array(2).fill('A program'),
    ...Array(3).fill(/./),
  ]);
  const told: { at: string }[] = JSON.parse((await site.send('GET', '/api/audit', { as: 'editor' })).body);
  const times = told.map(({ at }) =>
    new Date(at)
      .toUTCString()
      .replace(/^\w+, 0?/, '')
      .replace('GMT', 'UTC'),
  );
  await expect(page.locator('.audit-when')).toHaveText(times);
  await expect(entries(page).nth(2)).toContainText('Other Writer');
  await expect(entries(page).nth(5)).toContainText(/Pitch \S+ \(title erased\)/);
  await expect(entries(page).nth(8)).toContainText('Changed: title, author name');
  // In whatever order the stylesheets came: axe takes a text in the colour of its ground for undecided.
  await expect(page.getByRole('button', { name: 'Show' })).toHaveCSS('color', 'rgb(252, 251, 249)');
  const html = await (await page.request.get(site.url + path)).text();
  expect(html).toContain('On waking late');
  await page.getByRole('link', { name: 'On waking late' }).click();
  await page.waitForURL(`**/admin/articles/1/history?before=2&version=2`);
  await expect(versionOf(page, 2).locator('.difference').first()).toContainText('[removed: early]');
  await expect(page.getByText('There are newer versions than these.')).toBeVisible();
  expect(faults).toEqual([]);
});

test('is narrowed by person, kind, days and text, in the address, with and without scripts', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await fill(site);
  await openAsAdmin(page, site, path);
  await expect(entries(page).first()).toBeVisible();
  const total = await entries(page).count();
  const show = page.getByRole('button', { name: 'Show' });
  await page.getByLabel('What happened').selectOption('Accounts: everything');
  await show.click();
  await expect(page).toHaveURL(/\?kind=UserRegistered/);
  await expect(entries(page).filter({ hasText: 'article' })).toHaveCount(0);
  const editor = page.getByRole('main').getByRole('link', { name: /^Sample Editor/ });
  await editor.first().click();
  await expect(page.getByText('Only what Sample Editor did')).toBeVisible();
  await expect(entries(page).filter({ hasText: 'Signed in' }).first()).toBeVisible();
  await page.getByLabel('What happened').selectOption('Everything');
  await show.click();
  await expect(entries(page).filter({ hasText: 'Deleted a pitch' })).toHaveCount(1);
  await page.getByLabel('Title or name').fill('waking');
  await show.click();
  await expect(entries(page).filter({ hasText: 'Edited an article' })).toHaveCount(1);
  await expect(entries(page).filter({ hasText: 'Deleted a pitch' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Show everybody' }).click();
  await expect(page.getByText('Only what')).toHaveCount(0);
  await expect(page).toHaveURL(`${site.url}${path}?q=waking`);
  await page.getByLabel('Title or name').fill('');
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('From').fill(today);
  await page.getByLabel('To').fill(today);
  await show.click();
  await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}$`));
  await expect(entries(page)).toHaveCount(total);
  await page.getByLabel('From').fill('2099-11-02');
  await page.getByLabel('To').fill('');
  await show.click();
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('From')).toHaveValue(today);
  await expect(entries(page)).toHaveCount(total);

  await page.goto(`${site.url}${path}?q=ab&kind=UserSignedIn`);
  await expect(page.getByLabel('Title or name')).toHaveAccessibleDescription(
    'Search for three characters at least',
  );
  await expect(page.getByLabel('Title or name')).toHaveValue('ab');
  await expect(entries(page)).toHaveCount(1);
  const tops = await page
    .locator('.audit-filter :is(.field-box, .button)')
    .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().top)));
  expect(tops).toHaveLength(5);
  expect(new Set(tops).size, 'filters in a line').toBe(1);
  expect(faults).toEqual([]);

  const plain = await withoutScripts(page);
  await plain.goto(site.url + path);
  await plain.getByLabel('What happened').selectOption('Signed in');
  await plain.getByRole('button', { name: 'Show' }).click();
  await expect(entries(plain)).toHaveText([/Signed in/]);
  await expect(plain.getByLabel('What happened')).toHaveValue('UserSignedIn');
  await plain.context().close();
});

test('comes page by page, and is a file for what it shows', async ({ page, site }) => {
  test.setTimeout(120_000);
  const { id } = await site.publish(sampleArticle(1));
  for (let n = 1; n <= 55; n++) await site.edit(id, { title: `Title ${n}` });
  await openAsAdmin(page, site, `${path}?kind=ArticleEdited`);
  await expect(entries(page)).toHaveCount(50);
  const more = page.getByRole('link', { name: 'Load Older Entries' });
  await expect(more).toHaveAttribute('href', /^\/admin\/audit\?kind=ArticleEdited&before=\d+$/);
  const older = (await more.getAttribute('href')) ?? '';
  await more.click();
  await expect(entries(page)).toHaveCount(55);
  await page.goto(site.url + older);
  await expect(entries(page)).toHaveCount(5);
  await page.goto(site.url + older.replace(/(?<=before=)\d+/, (last) => '1'.padStart(last.length, '0')));
  await page.getByRole('link', { name: 'See the newest' }).click();
  await expect(entries(page)).toHaveCount(50);
  await page.goto(`${site.url}${path}?kind=ArticlePublished`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('journal-audit.csv');
  expect(site.calls.at(-1)?.path).toBe('/api/audit.csv?kind=ArticlePublished');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('ArticlePublished');
  expect(text).not.toContain('ArticleEdited');
});

test('goes on by itself, says that it is loading or could not be loaded, and tries again', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, site, `${path}?kind=ArticlePublished`);
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await expect.poll(() => site.followers).toBe(1);
  await site.publish(sampleArticle(1));
  await expect(entries(page)).toHaveCount(1);

  site.fault(/ \/api\/audit/, async () => problem('unavailable'));
  const answer = await page.goto(site.url + path);
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
  site.heal();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(entries(page).first()).toBeVisible();
});

test.describe('as in operation', () => {
  test.use({ siteOptions: { empty: true, isHurried: true } });

  test('says that it is loading', async ({ page, site }) => {
    await signIn(page, site, 'editor');
    await page.goto(`${site.url}/about`);
    const release = holdBack(site, / \/api\/audit/);
    await page.goto(site.url + path, { waitUntil: 'commit' });
    await expect(page.getByText('Loading the audit...')).toBeVisible();
    release();
    await expect(entries(page).first()).toBeVisible();
  });
});

test('markup in titles and names is text', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const hostile =
    '</script><script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">';
  const author = await register(site, hostile, 'hostile@example.org');
  const body = { email: 'hostile@example.org' };
  await site.send('POST', '/api/operations/administrators/grant', { as: 'service', body });
  const { id: _, createdAt: __, ...article } = sampleArticle(1, { title: hostile });
  await site.send('POST', '/api/articles', { as: author, body: article });
  await openAsAdmin(page, site, `${path}?kind=ArticlePublished`);
  await expect(entries(page).locator('.audit-subject')).toHaveText(hostile);
  await expect(entries(page).locator('.audit-who')).toContainText(hostile);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
});
