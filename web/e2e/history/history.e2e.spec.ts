import { parse } from 'csv-parse/sync';
import { expectAccessible } from '../axe.ts';
import {
  callsOf,
  delayResponses,
  expect,
  open,
  openAsAdmin,
  people,
  problem,
  sampleArticle,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';
import {
  articlePath,
  fillHistory,
  fillPitch,
  forget,
  hostile,
  openVersion,
  versionOf,
} from './history-site.ts';

const { step } = test;

test('the history of an article shows who changed what, word by word', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  const title = page.getByRole('heading', { level: 1 });
  await step('versions are listed newest first, and are in the HTML', async () => {
    await expect(title).toContainText('On waking late');
    expect(await page.title()).toContain('History of On waking late');
    await expect(page.locator('.version-title')).toHaveText([
      'Version 3 Edited: content, section, featured',
      'Version 2 Edited: title, content',
      'Version 1 Published',
    ]);
    await expect(page.locator('.version-facts')).toHaveText([
      /^Former administrator, \d+ [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d UTC$/,
      /^Sample Editor, \d/,
      /^A program, \d/,
    ]);
    await expect(page.getByText('Version 3 is the article as it is now.')).toBeVisible();
    const html = await (await page.request.get(site.url + articlePath)).text();
    for (const text of ['Edited: title, content', 'Former administrator', 'On waking late'])
      expect(html).toContain(text);
  });
  await step('a version opens to its changes and its whole text', async () => {
    const third = await openVersion(page, 3);
    const close = third.getByRole('link', { name: 'Close version 3' });
    await expect(close).toHaveAttribute('aria-expanded', 'true');
    const differences = third.locator('.difference dd');
    await expect(differences.nth(0)).toContainText('[250 words unchanged]');
    await expect(differences.nth(0)).toContainText('It was [removed: dark] [added: light] .');
    await expect(differences.nth(1)).toHaveText('[removed: The View] [added: The Clash] ');
    await expect(differences.nth(2)).toHaveText('[removed: No] [added: Yes] ');
    await expect(differences.locator('del').first()).toHaveCSS('text-decoration-line', 'line-through');
    await expect(differences.locator('ins').first()).toHaveCSS('text-decoration-line', 'underline');
    const whole = third.locator('details');
    await expect(whole.getByText('Sentence number 1 of')).toBeHidden();
    await third.getByText('The whole text as of version 3').click();
    await expect(whole.getByText('Sentence number 1 of')).toBeVisible();
    await expect(third.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await close.click();
    await expect(third.locator('.difference')).toHaveCount(0);
    const first = await openVersion(page, 1);
    await expect(first.getByText('Paragraph 1 of article 7.')).toBeVisible();
    await expect(first.locator('.difference')).toHaveCount(0);
    await first.getByRole('link', { name: 'Close version 1' }).click();
  });
  await step(
    'the history, its confirmation, the history of a pitch and the audit are accessible',
    async () => {
      for (const number of [3, 2]) {
        const item = await openVersion(page, number);
        await item.getByText('The whole text').click();
      }
      await expectAccessible(page, 'open versions', ['']);
      await page.getByRole('button', { name: 'Restore this version' }).click();
      await page.getByRole('alertdialog').waitFor();
      await expectAccessible(page, 'question', ['']);
      await open(page, site, (await fillPitch(site)).path);
      await expectAccessible(page, 'history of a pitch', ['']);
      await open(page, site, '/admin/audit?q=ab');
      await expectAccessible(page, 'audit', ['']);
      await page.setViewportSize({ width: 1280, height: 720 });
    },
  );
  await step('markup is shown as text', async () => {
    await site.publish(sampleArticle(32, { title: `Old ${hostile}`, content: hostile }));
    await site.edit(32, { title: `New ${hostile}`, content: `${hostile} ${hostile}` });
    await open(page, site, '/admin/articles/32/history?version=2');
    await expect(title).toContainText(`New ${hostile}`);
    await expect(versionOf(page, 2).locator('.difference')).toContainText('<script>');
    await (await openVersion(page, 1)).getByText('onerror').first().waitFor();
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  });
  expect(faults.splice(0)).toEqual([]);
  await step('a version that failed to load can be retried', async () => {
    await page.goto(site.url + articlePath);
    site.fault(/\/history\/1$/, async () => problem('unavailable'));
    const second = await openVersion(page, 2);
    await expect(second.getByRole('alert')).toContainText('could not be loaded');
    site.heal();
    await second.getByRole('link', { name: 'Try again' }).click();
    await expect(second.getByText('What changed')).toBeVisible();
  });
  await step('the history can be read by keyboard alone', async () => {
    await versionOf(page, 2).getByRole('link', { name: 'Close version 2' }).click();
    await page.getByRole('link', { name: 'Open version 2' }).press('Enter');
    await versionOf(page, 2).getByText('What changed').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(versionOf(page, 2).locator('details')).toHaveAttribute('open', '');
    await page.keyboard.press('Tab');
    const restore = page.getByRole('button', { name: 'Restore this version' });
    await expect(restore).toBeFocused();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(restore).toBeFocused();
    expect(callsOf(site, 'POST', '/api/articles/31/restore')).toEqual([]);
  });
  await step('versions are found by words that they added or removed', async () => {
    const words = page.getByLabel('Words added or removed');
    const show = page.getByRole('button', { name: 'Show' });
    await words.fill('light');
    await show.click();
    await expect(page.locator('.version')).toHaveCount(1);
    await expect(versionOf(page, 3)).toBeVisible();
    await words.fill('dark');
    await words.press('Enter');
    await expect(page.locator('.version')).toHaveCount(2);
    await expect(words).toBeFocused();
    await words.fill('zeppelin');
    await show.click();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(page.locator('.version')).toHaveCount(3);
    await openVersion(page, 2);
  });
  await step('others’ changes appear without a reload', async () => {
    await site.edit(31, { title: 'Of somebody else' }, 'editor');
    await expect(versionOf(page, 4)).toContainText('Edited: title');
    await expect(title).toContainText('Of somebody else');
    await expect(versionOf(page, 2).getByText('What changed')).toBeVisible();
  });
  await step('unknown articles and pitches return 404', async () => {
    for (const [path, text] of [
      ['/admin/articles/999/history', 'Article Not Found'],
      ['/admin/articles/x/history', 'Article Not Found'],
      ['/admin/submissions/pitch-1/history', 'Submission Not Found'],
    ] as const) {
      expect((await page.goto(site.url + path))?.status(), path).toBe(404);
      await expect(title).toHaveText(text);
    }
  });
});

const byline = { name: 'first', showAge: true, showSchool: true };
const bylineOf = ({ api }: { api: string }) => `${api.replace('/submissions/', '/submissions/mine/')}/byline`;

test('a version is restored after a confirmation, unless the piece is closed or erased', async ({
  page,
  site,
}) => {
  const faults = await watchPage(page, site.url);
  await fillHistory(site);
  const pitch = await fillPitch(site);
  const restore = page.getByRole('button', { name: 'Restore this version' });
  const question = page.getByRole('alertdialog');
  const confirm = async () => {
    await restore.click();
    await question.getByRole('button', { name: 'Restore' }).click();
  };
  await step('chosen fields of a version are restored as a new version', async () => {
    await openAsAdmin(page, site, articlePath);
    await openVersion(page, 1);
    await restore.click();
    await expect(question).toHaveAccessibleName('Restore version 1?');
    await expect(question.locator('.difference dd').first()).toContainText('[removed: late] [added: early]');
    const fields = ['Title', 'Content', 'Section', 'Featured'];
    await expect(question.locator('.restore-fields label')).toHaveText(fields);
    for (const field of fields) await question.getByLabel(field, { exact: true }).uncheck();
    await expect(question.getByRole('button', { name: 'Restore' })).toBeDisabled();
    await question.getByLabel('Title', { exact: true }).check();
    await question.getByLabel('Content', { exact: true }).check();
    await question.getByRole('button', { name: 'Restore' }).click();
    await expect(toastOf(page)).toContainText('Version 1 restored successfully!');
    expect(callsOf(site, 'POST', '/api/articles/31/restore').map(({ fields }) => fields)).toEqual([
      { revision: 0, fields: ['title', 'content'] },
    ]);
    await expect(versionOf(page, 4)).toContainText('Restored version 1: title, content');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('On waking early');
    await expect(page.getByText('Version 4 is the article as it is now.')).toBeVisible();
    await expect(restore).toBeFocused();
    expect(faults).toEqual([]);
  });
  await step('a failure to restore is shown with its reason', async () => {
    site.fault(/^POST .*\/restore$/, async () => problem('write-conflict'));
    await confirm();
    await expect(toastOf(page)).toContainText('Failed to restore version 1. Please try again.');
    await expect(toastOf(page)).toContainText('Someone else changed this at the same moment.');
    await expect(page.locator('.version')).toHaveCount(4);
    site.heal();
  });
  await step('a deleted article is readable, and can be restored', async () => {
    await site.remove(31);
    await openAsAdmin(page, site, articlePath);
    await expect(page.getByText('This article is deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'View article' })).toHaveCount(0);
    const deleted = await openVersion(page, 5);
    await expect(deleted.getByText('The text of the article stayed the same.')).toBeVisible();
    await confirm();
    await expect(page.locator('.version-title').first()).toHaveText(/^Version 6 Restored/);
    await expect(page.getByText('Version 6 is the article as it is now.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'View article' })).toBeVisible();
  });
  await step(
    'the history names the other article of a debate, and CSV and audit count the same versions',
    async () => {
      await site.send('PUT', '/api/articles/31/opposing', { as: 'editor', body: { statementId: 27 } });
      await expect(versionOf(page, 7)).toContainText('Paired with its opposite: Sample article number 27');
      await site.send('DELETE', '/api/articles/31/opposing', { as: 'editor' });
      await site.remove(27);
      await page.reload();
      await expect(versionOf(page, 7)).toContainText('Paired with its opposite: a deleted article');
      await expect(versionOf(page, 8)).toContainText('Unpaired: a deleted article');
      await expectAccessible(page, 'history of a debate', ['']);
      const titles = await page.locator('.version-title').allTextContents();
      const { body } = await site.send('GET', '/api/audit.csv?entity=article:31', { as: 'editor' });
      const lines: { Version: string }[] = parse(body, { columns: true, bom: true });
      const versions = lines.map(({ Version }) => Version);
      expect(versions).toEqual(titles.map((title) => /^Version (\d+) /.exec(title)?.[1]));
      expect(versions).toHaveLength(8);
      await versionOf(page, 8).getByRole('link', { name: 'a deleted article' }).click();
      await expect(page.getByText('This article is deleted.')).toBeVisible();
      await page.goto(`${site.url}/admin/audit`);
      const links = page.locator('.audit-subject a[href^="/admin/articles/31/"]');
      await expect(links).toHaveCount(8);
      const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(addresses.map((address) => /version=(\d+)$/.exec(`${address}`)?.[1])).toEqual(versions);
      const paired = page.locator('.audit-entry').filter({ hasText: 'Paired an article with its opposite' });
      await expect(paired).toContainText(['Opposite: a deleted article', 'Opposite: On waking early']);
    },
  );
  await step('only the chosen fields of an issue are restored', async () => {
    const as = 'editor';
    const body = { number: 7, date: '2027-01-31', title: 'Snow', letter: 'Dear all' };
    await site.send('POST', '/api/issues', { as, body });
    const { number: _, ...edited } = { ...body, title: 'Ice', letter: 'Dear readers' };
    await site.send('PUT', '/api/issues/7', { as, body: edited });
    await openAsAdmin(page, site, '/admin/issues/7/history');
    await openVersion(page, 1);
    await restore.click();
    await question.getByLabel('Title', { exact: true }).uncheck();
    await question.getByRole('button', { name: 'Restore' }).click();
    await expect(versionOf(page, 3).locator('.version-title')).toHaveText(
      /^Version 3 Restored version 1: letter/,
    );
    const { body: restored } = await site.send('GET', '/api/issues/7?status=all', { as });
    expect(JSON.parse(restored)).toMatchObject({ title: 'Ice', letter: 'Dear all' });
  });
  await step('a version is not restored over a change that the page does not show yet', async () => {
    const release = delayResponses(site, /^GET \/api\/issues\/7\/history$/);
    const body = { date: '2027-01-31', title: 'Frost' };
    await site.send('PUT', '/api/issues/7', { as: 'editor', body });
    await confirm();
    await expect(toastOf(page)).toContainText('Someone else has changed this issue since you opened it');
    release();
    await expect(page.locator('.version')).toHaveCount(4);
    site.heal();
  });
  await step(
    'nor over one that arrives while the question is open, which goes on showing the same',
    async () => {
      await restore.click();
      await expect(question).toContainText('Frost');
      await site.send('PUT', '/api/issues/7', { as: 'editor', body: { date: '2027-01-31', title: 'Rain' } });
      await expect(page.locator('.version')).toHaveCount(5);
      await expect(question).toContainText('Frost');
      await question.getByRole('button', { name: 'Restore' }).click();
      await expect(toastOf(page)).toContainText('Someone else has changed this issue since you opened it');
      await expect(page.locator('.version')).toHaveCount(5);
    },
  );
  await step('a pitch can be restored until it is published', async () => {
    await site.send('DELETE', pitch.api, { as: 'editor' });
    await openAsAdmin(page, site, pitch.path);
    await expect(page.locator('.version-title')).toHaveText(['Version 2 Deleted', 'Version 1 Pitched']);
    await openVersion(page, 1);
    await confirm();
    await expect(toastOf(page)).toContainText('Version 1 restored successfully!');
    expect(callsOf(site, 'POST', `${pitch.api}/restore`)).toHaveLength(1);
    await expect(page.getByText('Version 3 is the pitch as it is now.')).toBeVisible();
    await site.send('POST', `${pitch.api}/publish`, { as: 'editor' });
    const closed = 'This pitch has been published as an article, and is closed.';
    await expect(page.getByText(closed)).toBeVisible();
    await expect(restore).toHaveCount(0);
    await site.send('PUT', bylineOf(pitch), { as: 'writer', body: byline });
    await expect(versionOf(page, 5)).toContainText('Byline chosen by its writer');
    await expect(page.getByText(closed)).toBeVisible();
    await expect(restore).toHaveCount(0);
    await page.reload();
    await page.getByRole('link', { name: 'History of its article' }).click();
    await expect(page).toHaveURL(/\/admin\/articles\/\d+\/history$/);
    await page.getByRole('link', { name: 'History of its pitch' }).click();
    await expect(page).toHaveURL(site.url + pitch.path);
  });
  await step('how its writer is named is not restored with a pitch', async () => {
    const named = await fillPitch(site);
    await site.send('PUT', bylineOf(named), { as: 'writer', body: byline });
    const { body } = await site.send('GET', named.api, { as: 'editor' });
    const { fullName, age, school, section, articleSummary, fullEssay } = JSON.parse(body);
    const edited = { fullName, age, school, section, articleSummary, fullEssay, articleTitle: 'Rain' };
    await site.send('PUT', named.api, { as: 'editor', body: edited });
    await openAsAdmin(page, site, named.path);
    await openVersion(page, 1);
    await restore.click();
    await expect(question.locator('.difference dt')).toHaveText(['Article title']);
    await question.getByRole('button', { name: 'Restore' }).click();
    await expect(versionOf(page, 4)).toContainText('Restored version 1: article title');
  });
  await step('a name that was taken off is not restored with an article', async () => {
    const { id } = await site.publish(sampleArticle(8));
    await site.edit(id, { title: 'Rain' });
    await site.send('POST', `/api/articles/${id}/unname`, { as: 'editor' });
    await openAsAdmin(page, site, `/admin/articles/${id}/history`);
    await openVersion(page, 1);
    await restore.click();
    await expect(question.locator('.difference dt')).toHaveText(['Title']);
    await question.getByRole('button', { name: 'Restore' }).click();
    await expect(versionOf(page, 4)).toContainText('Restored version 1: title');
    expect(await site.article(id)).toMatchObject({ authorName: 'Name withheld', authorAge: null });
  });
  await step('an administrator can erase an article that was removed, which is in no list', async () => {
    const own = await fillPitch(site);
    const { body } = await site.send('POST', `${own.api}/publish`, { as: 'editor' });
    const { id } = JSON.parse(body);
    await site.send('POST', `${own.api.replace('/submissions/', '/submissions/mine/')}/hide`, {
      as: 'writer',
    });
    await site.send('POST', `/api/articles/${id}/remove`, { as: 'editor' });
    await openAsAdmin(page, site, `/admin/articles/${id}/history`);
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await question.getByRole('button', { name: 'Erase for good' }).click();
    await expect(toastOf(page)).toContainText('Article erased for good.');
    await expect(page.getByText('This article was erased for good.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
  await step('an erased pitch is shown as such, and can’t be restored', async () => {
    const other = await fillPitch(site);
    await site.send('DELETE', other.api, { as: 'editor' });
    await forget(site, people.writer.email);
    await openAsAdmin(page, site, other.path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Pitch \S+ \(erased\)/);
    const first = await openVersion(page, 1);
    await expect(first).toContainText('Former contributor');
    const why = 'The writer’s account was erased, and with it what this version said.';
    await expect(first).toContainText(why);
    await expect(first.getByRole('button')).toHaveCount(0);
  });
});

test('long histories and audits are paginated', async ({ page, site }) => {
  await site.publish(sampleArticle(31));
  for (let n = 1; n < 110; n++) await site.edit(31, { title: `Title ${n}` });
  await step('the history loads 50 versions at a time', async () => {
    const versions = page.locator('.version');
    await openAsAdmin(page, site, articlePath);
    await expect(versions).toHaveCount(50);
    const more = page.getByRole('link', { name: 'Load Older Versions' });
    await expect(more).toHaveAttribute('href', `${articlePath}?before=60`);
    await more.click();
    await expect(versions).toHaveCount(100);
    await more.click();
    await expect(versions).toHaveCount(110);
    await expect(page.getByText('10 more versions loaded, that is all')).toBeAttached();
    await expect(versionOf(page, 10).getByRole('link', { name: 'Open' })).toBeFocused();
    await expect(versionOf(page, 1)).toBeVisible();
  });
  await step('the audit loads 50 entries at a time, and filters are kept', async () => {
    const entries = page.locator('.audit-entry');
    await openAsAdmin(page, site, '/admin/audit?kind=ArticleEdited');
    await expect(entries).toHaveCount(50);
    const more = page.getByRole('link', { name: 'Load Older Entries' });
    await expect(more).toHaveAttribute('href', /^\/admin\/audit\?kind=ArticleEdited&before=\d+$/);
    const older = (await more.getAttribute('href')) ?? '';
    await more.click();
    await expect(entries).toHaveCount(100);
    await more.click();
    await expect(entries).toHaveCount(109);
    await page.goto(site.url + older);
    await expect(entries).toHaveCount(50);
    await page.goto(site.url + older.replace(/(?<=before=)\d+/, (last) => '1'.padStart(last.length, '0')));
    await page.getByRole('link', { name: 'See the newest' }).click();
    await expect(entries.first()).toContainText('Title 109');
  });
});
