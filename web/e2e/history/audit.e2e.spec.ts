import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import { sampleAuditEntry } from '../../testing/fixture-audit.ts';
import { type FixtureSite, startFixtureSite } from '../fixture-site.ts';
import { watchPage } from '../watch-page.ts';
import { articlePath, auditPath, fillHistory, openAsAdmin, test, versionOf } from './history-site.ts';

const path = auditPath;
const entries = (page: Page) => page.locator('.audit-entry');
const account = (id: string) => ({ entity: { type: 'user' as const, id }, changed: [] });
const visitor = { id: 'visitor', role: 'visitor', name: null };

function fill({ api }: FixtureSite): void {
  api.audit.entries = [
    sampleAuditEntry(9, { kind: 'SignInFailed', actor: visitor, title: null, ...account('x') }),
    sampleAuditEntry(8, { kind: 'UserSignedIn', title: 'Sample Editor', ...account('user-1') }),
    sampleAuditEntry(7, {
      kind: 'AdminGranted',
      actor: { id: 'system', role: 'system', name: null },
      title: 'Other Writer',
      ...account('user-2'),
    }),
    sampleAuditEntry(6, {
      kind: 'UserForgotten',
      actor: { id: 'user-5', role: 'writer', name: null },
      title: null,
      ...account('user-5'),
    }),
    sampleAuditEntry(5, {
      kind: 'SubmissionDeleted',
      entity: { type: 'submission', id: 'pitch-1' },
      title: null,
      changed: [],
    }),
    sampleAuditEntry(2, { title: 'On waking late', changed: ['title', 'authorName'], revision: 1 }),
    sampleAuditEntry(1, { title: 'On rain', restoredRevision: 0, revision: 2 }),
  ];
}

test('tells newest first who did what, and is in the HTML', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  fill(site);
  await openAsAdmin(page, site, path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit');
  await expect(page.locator('.audit-what > p:first-child')).toHaveText([
    'Failed to sign in',
    'Signed in',
    'Made someone an administrator',
    'Erased an account',
    'Deleted a pitch',
    'Edited an article',
    'Restored version 1 of an article',
  ]);
  await expect(page.locator('.audit-who')).toHaveText([
    'A visitor',
    /^Sample Editor/,
    'The journal itself',
    /^Former contributor/,
    /^Sample Editor/,
    /^Sample Editor/,
    /^Sample Editor/,
  ]);
  await expect(entries(page).nth(2)).toContainText('Other Writer');
  await expect(entries(page).nth(4)).toContainText('Pitch pitch-1 (title erased)');
  await expect(entries(page).nth(5)).toContainText('1 Nov 2026 14:00:00 UTC');
  await expect(entries(page).nth(5)).toContainText('Changed: title, author name');
  // In whatever order the stylesheets came: axe takes a text in the colour of its ground for undecided.
  await expect(page.getByRole('button', { name: 'Show' })).toHaveCSS('color', 'rgb(252, 251, 249)');
  const html = await (await page.request.get(site.url + path)).text();
  expect(html).toContain('On waking late');
  expect(faults).toEqual([]);
});

test('an entry leads to the version that it made', async ({ page, site }) => {
  fill(site);
  fillHistory(site);
  await openAsAdmin(page, site, path);
  await page.getByRole('link', { name: 'On waking late' }).click();
  await page.waitForURL(`**${articlePath}?before=2&version=2`);
  await expect(versionOf(page, 2).locator('.difference')).toContainText('[removed: early]');
  await expect(page.getByText('There are newer versions than these.')).toBeVisible();
});

test('is narrowed by person, kind, days and text, in the address', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  fill(site);
  await openAsAdmin(page, site, path);
  const show = page.getByRole('button', { name: 'Show' });
  await page.getByLabel('What happened').selectOption('Accounts: everything');
  await show.click();
  await expect(entries(page)).toHaveCount(4);
  await expect(page).toHaveURL(/\?kind=UserRegistered/);
  await page.getByRole('link', { name: /^Sample Editor/ }).click();
  await expect(entries(page)).toHaveText([/Signed in/]);
  await expect(page.getByText('Only what Sample Editor did')).toBeVisible();
  await page.getByLabel('What happened').selectOption('Everything');
  await show.click();
  await expect(entries(page)).toHaveCount(4);
  await page.getByLabel('Title or name').fill('waking');
  await show.click();
  await expect(entries(page)).toHaveText([/Edited an article/]);
  await page.getByRole('link', { name: 'Show everybody' }).click();
  await expect(page.getByText('Only what')).toHaveCount(0);
  await expect(page).toHaveURL(`${site.url}${path}?q=waking`);
  await page.getByLabel('Title or name').fill('');
  await page.getByLabel('From').fill('2026-11-01');
  await page.getByLabel('To').fill('2026-11-01');
  await show.click();
  await expect(page).toHaveURL(/from=2026-11-01&to=2026-11-01$/);
  await expect(entries(page)).toHaveCount(7);
  await page.getByLabel('From').fill('2026-11-02');
  await page.getByLabel('To').fill('');
  await show.click();
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('From')).toHaveValue('2026-11-01');
  await expect(entries(page)).toHaveCount(7);
  expect(faults).toEqual([]);
});

test('works without scripts', async ({ browser, page, site }) => {
  fill(site);
  await openAsAdmin(page, site, path);
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await plain.goto(`${site.url}${path}?person=user-1`);
  await plain.getByLabel('What happened').selectOption('Signed in');
  await plain.getByRole('button', { name: 'Show' }).click();
  await expect(entries(plain)).toHaveText([/Signed in/]);
  await expect(plain.getByLabel('What happened')).toHaveValue('UserSignedIn');
  await expect(plain.getByText('Only what Sample Editor did')).toBeVisible();
  await context.close();
});

test('says what it can not search for, and shows the rest', async ({ page, site }) => {
  fill(site);
  await openAsAdmin(page, site, `${path}?q=ab&kind=UserSignedIn`);
  await expect(page.getByLabel('Title or name')).toHaveAccessibleDescription(
    'Search for three characters at least',
  );
  await expect(page.getByLabel('Title or name')).toHaveValue('ab');
  await expect(entries(page)).toHaveCount(1);
});

test('comes page by page', async ({ page, site }) => {
  site.api.audit.entries = Array.from({ length: 70 }, (_, n) => sampleAuditEntry(70 - n));
  await openAsAdmin(page, site, `${path}?kind=ArticleEdited`);
  await expect(entries(page)).toHaveCount(50);
  const more = page.getByRole('link', { name: 'Load Older Entries' });
  await expect(more).toHaveAttribute('href', `${path}?kind=ArticleEdited&before=00000021`);
  await more.click();
  await expect(entries(page)).toHaveCount(70);
  await page.goto(`${site.url}${path}?kind=ArticleEdited&before=00000021`);
  await expect(entries(page)).toHaveCount(20);
  await page.goto(`${site.url}${path}?before=00000001`);
  await page.getByRole('link', { name: 'See the newest' }).click();
  await expect(entries(page)).toHaveCount(50);
});

test('is a file for what it shows', async ({ page, site }) => {
  fill(site);
  await openAsAdmin(page, site, `${path}?kind=UserSignedIn&person=user-1`);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('journal-audit.csv');
  expect(site.api.requests.at(-1)?.path).toBe('/api/audit.csv?kind=UserSignedIn&person=user-1');
  expect(await readFile(await file.path(), 'utf8')).toContain('UserSignedIn');
});

test('is empty before anything has happened, and goes on by itself', async ({ page, site }) => {
  await openAsAdmin(page, site, path);
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
  fill(site);
  site.api.tell(['audit']);
  await expect(entries(page)).toHaveCount(7);
});

test('says that it could not be loaded, and tries again', async ({ page, site }) => {
  fill(site);
  await openAsAdmin(page, site, '/about');
  site.api.audit.before = async () => problem('unavailable');
  const answer = await page.goto(site.url + path);
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
  site.api.audit.before = async () => undefined;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(entries(page)).toHaveCount(7);
});

test('says that it is loading', async ({ page }) => {
  const site = await startFixtureSite();
  fill(site);
  await openAsAdmin(page, site, '/about');
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  site.api.delay = async (asked) => (asked.startsWith('/api/audit') ? slow : undefined);
  await page.goto(site.url + path, { waitUntil: 'commit' });
  await expect(page.getByText('Loading the audit...')).toBeVisible();
  release();
  await expect(entries(page)).toHaveCount(7);
  await site.close();
});

test('markup in titles and names is text', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const hostile =
    '</script><script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">';
  site.api.audit.entries = [
    sampleAuditEntry(1, { title: hostile, actor: { id: 'user-2', role: 'writer', name: hostile } }),
  ];
  await openAsAdmin(page, site, path);
  await expect(entries(page).locator('.audit-subject')).toHaveText(hostile);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
});
