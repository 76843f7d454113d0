import { readFile } from 'node:fs/promises';
import {
  expect,
  expectFollowers,
  openAsAdmin,
  people,
  problem,
  type Site,
  sampleArticle,
  test,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import { fillPitch, hostile, registerAdmin, versionOf } from './history-site.ts';

const { step } = test;
const path = '/admin/audit';

// Initially three users have registered, and one has become an administrator.
test.use({ siteOptions: { empty: true } });

/** Creates the newest entries: about an article, a pitch and accounts. */
async function fill(site: Site): Promise<void> {
  const { id } = await site.publish(sampleArticle(1, { title: 'On waking early' }));
  await site.edit(id, { title: 'On waking late', authorName: 'Another Writer' }, 'editor');
  await site.send('POST', `/api/articles/${id}/restore`, { as: 'editor', body: { revision: 0 } });
  const pitch = await fillPitch(site);
  await site.send('DELETE', pitch.api, { as: 'editor' });
  const body = { password: people.writer.password, pieces: 'remove' };
  await site.send('DELETE', '/api/me', { as: 'writer', body });
  await registerAdmin(site, 'Other Writer', 'other@example.org');
  const { email, password } = people.editor;
  await site.send('POST', '/api/auth/login', { body: { email, password } });
  await site.send('POST', '/api/auth/login', { body: { email, password: 'wrong' } }).catch(() => undefined);
}

test('the audit shows who did what, can be filtered, and is exported as filtered', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await fill(site);
  await openAsAdmin(page, site, path);
  const entries = page.locator('.audit-entry');
  const show = page.getByRole('button', { name: 'Show' });
  const entry = (hasText: string) => entries.filter({ hasText });

  await step('entries are listed newest first, and are in the HTML', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit');
    const editor = /^Sample Editor/;
    const forgotten = /^Former contributor/;
    const expectedEntries = [
      ['Failed to sign in', 'A visitor'],
      ['Signed in', editor],
      ['Made someone an administrator', 'A program'],
      ['Opened an account', /^Other Writer/],
      ['Erased an account', forgotten],
      ['Deleted a pitch', editor],
      ['Sent a pitch', forgotten],
      ['Restored version 1 of an article', editor],
      ['Edited an article', editor],
      ['Published an article', 'A program'],
      ['Made someone an administrator', 'A program'],
      ['Signed in', /./],
      ['Opened an account', /./],
      ['Signed in', /./],
      ['Opened an account', /./],
      ['Signed in', /./],
      ['Opened an account', /./],
    ] as const;
    await expect(page.locator('.audit-what > p:first-child')).toHaveText(
      expectedEntries.map(([what]) => what),
    );
    await expect(page.locator('.audit-who')).toHaveText(expectedEntries.map(([, who]) => who));
    const events: { at: string }[] = JSON.parse(
      (await site.send('GET', '/api/audit', { as: 'editor' })).body,
    );
    const times = events.map(({ at }) =>
      new Date(at)
        .toUTCString()
        .replace(/^\w+, 0?/, '')
        .replace('GMT', 'UTC'),
    );
    await expect(page.locator('.audit-when')).toHaveText(times);
    await expect(entries.nth(2)).toContainText('Other Writer');
    await expect(entries.nth(5)).toContainText(/Pitch \S+ \(title erased\)/);
    await expect(entries.nth(8)).toContainText('Changed: title, author name');
    // In any order of the style sheets: axe reports text in the colour of its background as undecided.
    await expect(show).toHaveCSS('color', 'rgb(252, 251, 249)');
    expect(await (await page.request.get(site.url + path)).text()).toContain('On waking late');
  });

  await step('an entry links to the version that it created', async () => {
    await page.getByRole('link', { name: 'On waking late' }).click();
    await page.waitForURL(`**/admin/articles/1/history?before=2&version=2`);
    await expect(versionOf(page, 2).locator('.difference').first()).toContainText('[removed: early]');
    await expect(page.getByText('There are newer versions than these.')).toBeVisible();
  });

  await step('the filters are in the address', async () => {
    await openAsAdmin(page, site, path);
    await expect(entries.first()).toBeVisible();
    const total = await entries.count();
    await page.getByLabel('What happened').selectOption('Accounts: everything');
    await show.click();
    await expect(page).toHaveURL(/\?kind=UserRegistered/);
    await expect(show).toBeFocused();
    await expect(entry('article')).toHaveCount(0);
    const editor = page.getByRole('main').getByRole('link', { name: /^Sample Editor/ });
    await editor.first().click();
    await expect(page.getByText('Only what Sample Editor did')).toBeVisible();
    await expect(entry('Signed in').first()).toBeVisible();
    await page.getByLabel('What happened').selectOption('Everything');
    await show.click();
    await expect(entry('Deleted a pitch')).toHaveCount(1);
    await page.getByLabel('Title or name').fill('waking');
    await show.click();
    await expect(entry('Edited an article')).toHaveCount(1);
    await expect(entry('Deleted a pitch')).toHaveCount(0);
    await page.getByRole('link', { name: 'Show everybody' }).click();
    await expect(page.getByText('Only what')).toHaveCount(0);
    await expect(page).toHaveURL(`${site.url}${path}?q=waking`);
    await page.getByLabel('Title or name').fill('');
    const today = new Date().toISOString().slice(0, 10);
    await page.getByLabel('From').fill(today);
    await page.getByLabel('To').fill(today);
    await show.click();
    await expect(page).toHaveURL(new RegExp(`from=${today}&to=${today}$`));
    await expect(entries).toHaveCount(total);
    await page.getByLabel('Words added or removed').fill('another');
    await page.getByLabel('What happened').selectOption('Restored an article');
    await show.click();
    // A filter changed while the response is in flight is kept.
    await page.getByLabel('What happened').selectOption('Everything');
    await expect(entries).toHaveCount(1);
    await expect(entry('Restored version 1 of an article')).toHaveCount(1);
    await expect(page.getByLabel('What happened')).toHaveValue('');
    await show.click();
    await expect(entries).toHaveCount(2);
    await expect(entry('Edited an article')).toHaveCount(1);
    await page.goBack();
    await page.goBack();
    await expect(entries).toHaveCount(total);
    await expect(page.getByLabel('Words added or removed')).toHaveValue('');
    await page.getByLabel('From').fill('2099-11-02');
    await show.click();
    await expect(page.getByLabel('To')).toHaveAccessibleDescription('To must not be before From');
    await expect(page).toHaveURL(/from=2099-11-02&to=/);
    await page.goBack();
    await expect(page.getByLabel('To')).toHaveAccessibleDescription('');
    await page.getByLabel('From').fill('2099-11-02');
    await page.getByLabel('To').fill('');
    await show.click();
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('From')).toHaveValue(today);
    await expect(entries).toHaveCount(total);
  });

  await step(
    'a search text that is too short is marked at its field, and the filters stay in one line',
    async () => {
      await page.goto(`${site.url}${path}?q=ab&kind=UserSignedIn`);
      const text = page.getByLabel('Title or name');
      await expect(text).toHaveAccessibleDescription('Search for three characters at least');
      await expect(text).toHaveValue('ab');
      await expect(entries).toHaveCount(4);
      const tops = await page
        .locator('.audit-filter :is(.field-box, .button)')
        .evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().top)));
      expect(tops).toHaveLength(6);
      expect(new Set(tops).size, 'filters in a line').toBe(1);
    },
  );

  await step('markup in titles and names is shown as text', async () => {
    const author = await registerAdmin(site, hostile, 'hostile@example.org');
    await site.publish(sampleArticle(1, { title: hostile }), author);
    await openAsAdmin(page, site, `${path}?kind=ArticlePublished`);
    await expect(entries.first().locator('.audit-subject')).toHaveText(hostile);
    await expect(entries.first().locator('.audit-who')).toContainText(hostile);
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  });

  await step('the CSV file contains only the filtered entries', async () => {
    const link = page.getByRole('link', { name: 'Export as CSV' });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(file.suggestedFilename()).toBe('journal-audit.csv');
    expect(site.calls.at(-1)?.path).toBe('/api/audit.csv?kind=ArticlePublished');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('ArticlePublished');
    expect(text).not.toContain('ArticleEdited');
  });
  expect(faults).toEqual([]);

  await step('new entries appear, and a list that failed to load can be retried', async () => {
    const before = await entries.count();
    await expectFollowers(site);
    await site.publish(sampleArticle(2));
    await expect(entries).toHaveCount(before + 1);
    site.fault(/ \/api\/audit/, async () => problem('unavailable'));
    expect((await page.goto(site.url + path))?.status()).toBe(503);
    await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
    site.heal();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(entries.first()).toBeVisible();
  });
});
