import { callsOf, expect, problem, sampleArticle, signIn, test, toastOf, withoutScripts } from '../test.ts';
import { watchPage } from '../watch-page.ts';
import {
  articlePath,
  editAgain,
  fillHistory,
  fillPitch,
  forgetWriter,
  openAsAdmin,
  openVersion,
  versionOf,
} from './history-site.ts';

test('tells newest first who did what and when, and is in the HTML', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('On waking late');
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
  expect(faults).toEqual([]);
});

test('a version opens to what it changed, word by word, and to its whole text', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  const third = await openVersion(page, 3);
  await expect(third.getByRole('link', { name: 'Close version 3' })).toHaveAttribute('aria-expanded', 'true');
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
  await third.getByRole('link', { name: 'Close' }).click();
  await expect(third.locator('.difference')).toHaveCount(0);
  const first = await openVersion(page, 1);
  await expect(first.getByText('Paragraph 1 of article 7.')).toBeVisible();
  await expect(first.locator('.difference')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('is read by keyboard alone', async ({ page, site }) => {
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  await page.getByRole('link', { name: 'Open version 2' }).focus();
  await page.keyboard.press('Enter');
  await versionOf(page, 2).getByText('What changed').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(versionOf(page, 2).locator('details')).toHaveAttribute('open', '');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Restore this version' })).toBeFocused();
  expect(callsOf(site, 'POST', '/api/articles/31/restore')).toEqual([]);
});

test('a version is restored after a question, and the history goes on', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  const first = await openVersion(page, 1);
  const restore = first.getByRole('button', { name: 'Restore this version' });
  await restore.click();
  const question = page.getByRole('alertdialog', { name: 'Restore version 1?' });
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(toastOf(page)).toContainText('Version 1 restored successfully!');
  expect(callsOf(site, 'POST', '/api/articles/31/restore').map(({ fields }) => fields)).toEqual([
    { revision: 0 },
  ]);
  await expect(versionOf(page, 4)).toContainText('Restored version 1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('On waking early');
  await expect(page.getByText('Version 4 is the article as it is now.')).toBeVisible();
  await expect(restore).toBeFocused();
  expect(faults).toEqual([]);
});

test('says why a version was not restored', async ({ page, site }) => {
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  const first = await openVersion(page, 1);
  site.fault(/^POST .*\/restore$/, async () => problem('write-conflict'));
  await first.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toastOf(page)).toContainText('Failed to restore version 1. Please try again.');
  await expect(toastOf(page)).toContainText('Someone else changed this at the same moment.');
  await expect(page.locator('.version')).toHaveCount(3);
});

test('of a deleted article can be read, and brings it back', async ({ page, site }) => {
  await fillHistory(site);
  await site.remove(31);
  await openAsAdmin(page, site, articlePath);
  await expect(page.getByText('This article is deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View article' })).toHaveCount(0);
  const deleted = await openVersion(page, 4);
  await expect(deleted.getByText('The text of the article stayed the same.')).toBeVisible();
  await deleted.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.locator('.version-title').first()).toHaveText(/^Version 5 Restored/);
  await expect(page.getByText('Version 5 is the article as it is now.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View article' })).toBeVisible();
});

test('of a pitch can be restored until it is published', async ({ page, site }) => {
  const pitch = await fillPitch(site);
  await site.send('DELETE', pitch.api, { as: 'editor' });
  await openAsAdmin(page, site, pitch.path);
  await expect(page.locator('.version-title')).toHaveText(['Version 2 Deleted', 'Version 1 Pitched']);
  const first = await openVersion(page, 1);
  await first.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toastOf(page)).toContainText('Version 1 restored successfully!');
  expect(callsOf(site, 'POST', `${pitch.api}/restore`)).toHaveLength(1);
  await expect(page.getByText('Version 3 is the pitch as it is now.')).toBeVisible();
  await site.send('POST', `${pitch.api}/publish`, { as: 'editor' });
  await expect(page.getByText('This pitch has been published as an article, and is closed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
});

test('shows what others do, without a reload', async ({ page, site }) => {
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  const second = await openVersion(page, 2);
  await expect(second.getByText('What changed')).toBeVisible();
  await editAgain(site, { title: 'Of somebody else' });
  await expect(versionOf(page, 4)).toContainText('Edited: title');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Of somebody else');
  await expect(second.getByText('What changed')).toBeVisible();
});

test('a thousand versions come page by page', async ({ page, site }) => {
  test.setTimeout(120_000);
  await site.publish(sampleArticle(31));
  for (let n = 1; n < 120; n++) await editAgain(site, { title: `Title ${n}` });
  await openAsAdmin(page, site, articlePath);
  await expect(page.locator('.version')).toHaveCount(50);
  const more = page.getByRole('link', { name: 'Load Older Versions' });
  await expect(more).toHaveAttribute('href', `${articlePath}?before=70`);
  await more.click();
  await expect(page.locator('.version')).toHaveCount(100);
  await more.click();
  await expect(page.locator('.version')).toHaveCount(120);
  await expect(page.getByText('20 more versions loaded, that is all')).toBeAttached();
  await expect(versionOf(page, 20).getByRole('link', { name: 'Open' })).toBeFocused();
  await expect(versionOf(page, 1)).toBeVisible();
});

test('can be read without scripts', async ({ page, site }) => {
  await fillHistory(site);
  await signIn(page, site, 'editor');
  const plain = await withoutScripts(page);
  await plain.goto(site.url + articlePath);
  await plain.getByRole('link', { name: 'Open version 2' }).click();
  await expect(plain.locator('.version-title')).toHaveText([/^Version 2/, /^Version 1/]);
  await expect(versionOf(plain, 2).locator('.difference del').first()).toContainText('early');
  await plain.getByText('The whole text as of version 2').click();
  await expect(plain.getByText('Sentence number 1 of').last()).toBeVisible();
  await plain.getByRole('link', { name: 'See the newest' }).click();
  await expect(plain.locator('.version')).toHaveCount(3);
  await plain.context().close();
});

test('says what could not be loaded, and tries again', async ({ page, site }) => {
  await fillHistory(site);
  await openAsAdmin(page, site, articlePath);
  site.fault(/\/history\/1$/, async () => problem('unavailable'));
  const second = await openVersion(page, 2);
  await expect(second.getByRole('alert')).toContainText('could not be loaded');
  site.heal();
  await second.getByRole('link', { name: 'Try again' }).click();
  await expect(second.getByText('What changed')).toBeVisible();
});

test('of what was forgotten says so, and restores nothing', async ({ page, site }) => {
  const pitch = await fillPitch(site);
  await site.send('DELETE', pitch.api, { as: 'editor' });
  await forgetWriter(site);
  await openAsAdmin(page, site, pitch.path);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Pitch \S+ \(erased\)/);
  const first = await openVersion(page, 1);
  await expect(first).toContainText('Former contributor');
  await expect(first).toContainText('The writer has been forgotten, and what this version said with them.');
  await expect(first.getByRole('button')).toHaveCount(0);
});

test('markup in titles and texts is text', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const hostile =
    '</script><script>globalThis.broken = true</script><img src=x onerror="globalThis.broken = true">';
  const article = sampleArticle(31, { title: `Old ${hostile}`, content: hostile });
  await site.publish(article);
  await site.edit(31, { title: `New ${hostile}`, content: `${hostile} ${hostile}` });
  await openAsAdmin(page, site, `${articlePath}?version=2`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`New ${hostile}`);
  await expect(versionOf(page, 2).locator('.difference')).toContainText('<script>');
  await (await openVersion(page, 1)).getByText('onerror').first().waitFor();
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  expect(faults).toEqual([]);
});

test('what is not there is not found', async ({ page, site }) => {
  await signIn(page, site, 'editor');
  for (const [path, text] of [
    ['/admin/articles/999/history', 'Article Not Found'],
    ['/admin/articles/x/history', 'Article Not Found'],
    ['/admin/submissions/pitch-1/history', 'Submission Not Found'],
  ] as const) {
    const answer = await page.goto(site.url + path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
  }
});
