import { expect } from '@playwright/test';
import { editorBrowser, expectToast, open, openThreeBrowsers } from '../../../infra/e2e/browsers.ts';
import { join, joinAsEditor } from '../../../infra/e2e/newsroom.ts';
import { runsAllChecks, test } from '../../../tools/testing/started-system.ts';
import { expectAccessible } from '../axe.ts';
import { hydrated } from '../watch-page.ts';

const { step } = test;
const essay = `${'It began with a word. '.repeat(60).trim()}\n\nIt ended with another.`;

test('a writer hides a piece immediately, and only the writer can show it again', async ({
  browser,
  request,
}, { repeatEachIndex }) => {
  const title = `Quaywall${repeatEachIndex} by night`;
  const [writers, editors, readers] = await openThreeBrowsers(browser, '203.0.113', 50 + 3 * repeatEachIndex);
  await join(writers.page.request, {
    fullName: 'Mina Kestrel',
    email: `hiding-${repeatEachIndex}@journal.example`,
  });
  await joinAsEditor(editors.page.request, {
    fullName: 'Night Editor',
    email: `awake-${repeatEachIndex}@journal.example`,
  });
  const main = writers.page.getByRole('main');
  const state = main.locator('.own-pitch-state');
  const editor = editorBrowser(editors.page);
  const heading = readers.page.getByRole('heading', { level: 1 });
  let article = '';

  await step('a pitch is sent and published with the byline that its writer chose', async () => {
    const { page } = writers;
    await open(page, '/contact');
    await main.locator('.byline-choice summary').click();
    await main.getByRole('radio', { name: /^First name and initial/ }).check();
    await main.getByRole('switch', { name: /^My school/ }).uncheck();
    await main.getByLabel('Age', { exact: true }).fill('15');
    await main.getByLabel(/^School/).fill('Harbour School');
    await expect(main.locator('.byline-choice summary')).toContainText('By Mina K., 15');
    await expectAccessible(page, 'the choice of a byline');
    await main.getByLabel('Article title', { exact: true }).fill(title);
    await main.getByLabel('Article summary', { exact: true }).fill('What is left when the harbour sleeps.');
    await main.getByLabel('Full essay', { exact: true }).fill(essay);
    await main.getByLabel('Section', { exact: true }).selectOption('The View (Essay)');
    await main.getByRole('button', { name: 'Submit Your Pitch' }).click();
    await expectToast(page, 'Submission received!');
    const [pitch] = await (await page.request.get('/api/submissions/mine')).json();
    const published = await editors.page.request.post(`/api/submissions/${pitch.id}/publish`);
    article = `/article/${(await published.json()).id}`;
    const headers = { 'journal-position': published.headers()['journal-position'] ?? '' };
    await readers.page.request.get(article, { headers });
    await open(readers.page, article);
    await expect(heading).toHaveText(title);
    await expect(readers.page.locator('.byline-name').first()).toHaveText('Mina K., 15');
    await expect(readers.page.getByRole('main')).not.toContainText('Harbour School');
    await open(page, `/profile/pitches/${pitch.id}`);
  });
  if (runsAllChecks())
    await step('a reader without an account reports a concern about it', async () => {
      const { page } = readers;
      const form = page.getByRole('main');
      await page.getByRole('link', { name: 'Report a concern about this article' }).click();
      await hydrated(page);
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(form.getByLabel('What it is about')).toBeFocused();
      await expect(form).toContainText('Please write what it is about');
      await expectAccessible(page, 'the form for everybody');
      await form.getByLabel('What it is about').fill('I am named in it.\n\nNobody asked me.');
      const address = form.getByLabel('Your email address');
      await address.fill('parent at home');
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(address).toBeFocused();
      await expect(form).toContainText('Invalid email address');
      await address.fill('parent@journal.example');
      await form.getByRole('button', { name: 'Send' }).click();
      await expect(heading).toHaveText('Thank you');
      await expectAccessible(page, 'the thanks for a concern', ['']);
      await form.getByRole('link', { name: 'Back to the article' }).click();
      await expect(heading).toHaveText(title);
    });
  await step('the writer hides it with one confirmation, and it disappears without a reload', async () => {
    await main.getByRole('button', { name: 'Hide my piece now' }).click();
    await expectAccessible(writers.page, 'the question before a piece is hidden', ['']);
    await writers.page.getByRole('alertdialog').getByRole('button', { name: 'Hide it now' }).click();
    await expectToast(writers.page, 'Your piece is hidden.');
    await expect(state).toContainText('Hidden.');
    await expect(heading).toHaveText('Article Not Found');
    expect((await request.get(article)).status()).toBe(404);
    expect(await (await request.get('/view/feed.xml')).text()).not.toContain(title);
    await expect.poll(async () => (await request.get(`/api/search?q=${title}`)).json()).toEqual([]);
    await open(readers.page, '/view');
    await expect(readers.page.getByRole('link', { name: title })).toHaveCount(0);
    await expectAccessible(writers.page, 'a hidden piece of one’s own');
  });
  await step('editors see it and can remove the name, but not show it', async () => {
    const { page } = editors;
    await open(page, '/admin');
    await page.locator('.hidden-notice').getByRole('link').click();
    const row = editor.rowOf(title);
    await expect(row).toContainText('Hidden on');
    await expect(row.getByRole('button', { name: /^(Edit|Restore)/ })).toHaveCount(0);
    await expectAccessible(page, 'the list of hidden pieces');
    await page.setViewportSize({ width: 1280, height: 800 });
    await row.getByRole('button', { name: 'Take the name off' }).click();
    await expectToast(page, 'The name is off the article.');
    await expect(row).toContainText('Name withheld');
  });
  await step('the writer shows it again, and hides it once more', async () => {
    await main.getByRole('button', { name: 'Show it again' }).click();
    await writers.page.getByRole('alertdialog').getByRole('button', { name: 'Show it again' }).click();
    await expect(state).toContainText('Published.');
    await readers.page.getByRole('link', { name: title }).first().click();
    await expect(heading).toHaveText(title);
    await expect(readers.page.locator('.byline-name').first()).toHaveText('Name withheld');
    await main.getByRole('button', { name: 'Hide my piece now' }).click();
    await writers.page.getByRole('alertdialog').getByRole('button', { name: 'Hide it now' }).click();
    await expect(heading).toHaveText('Article Not Found');
  });
  await step(
    'an administrator removes it permanently: it returns 410, and the writer can’t show it again',
    async () => {
      const { page } = editors;
      await editor.rowOf(title).getByRole('button', { name: 'Remove for good' }).click();
      await editor.question.getByRole('button', { name: 'Remove for good' }).click();
      await expectToast(page, 'Article removed for good.');
      await expect(state).toContainText('Removed for good.');
      await expect(main.getByRole('button', { name: /Hide my piece|Show it again/ })).toHaveCount(0);
      expect((await readers.page.goto(article))?.status()).toBe(410);
      await expect(heading).toHaveText('Article Removed');
    },
  );
  if (runsAllChecks())
    await step('the writer reports a concern, and administrators can read it', async () => {
      const { page } = writers;
      await main.getByRole('button', { name: 'Report a concern' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('What happened').fill('Somebody asked for my number.');
      await expectAccessible(page, 'the form for a concern', ['']);
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expectToast(page, 'Thank you for telling us.');
      await expect(main.locator('.own-pitch-history')).toContainText('You reported a concern');
      await open(editors.page, '/admin/concerns');
      const ofReader = editors.page.locator('.concerns li').filter({ hasText: 'Nobody asked me.' });
      await expect(ofReader).toContainText('Somebody');
      await expect(ofReader.getByRole('link', { name: title })).toHaveAttribute('href', article);
      await expect(ofReader.getByRole('link', { name: 'parent@journal.example' })).toBeVisible();
      const reported = editors.page.locator('.concerns li').filter({ hasText: 'Mina Kestrel' });
      await expect(reported).toContainText(`about ${title}Somebody asked for my number.`);
      await expectAccessible(editors.page, 'the list of concerns');
    });
  await step('after the article is erased, its text is gone and reported concerns stay', async () => {
    const { page } = editors;
    await page.request.delete(`/api${article.replace('article', 'articles')}`);
    await open(page, '/admin?status=deleted');
    await editor.rowOf(title).getByRole('button', { name: 'Erase for good' }).click();
    await expectAccessible(page, 'the question before an article is erased', ['']);
    await editor.question.getByRole('button', { name: 'Erase for good' }).click();
    await expectToast(page, 'Article erased for good.');
    await expect(editor.rowOf(title)).toHaveCount(0);
    await expect
      .poll(async () => (await writers.page.request.get('/api/submissions/mine')).json())
      .toEqual([]);
    expect((await readers.page.goto(article))?.status()).toBe(410);
    if (!runsAllChecks()) return;
    await open(page, '/admin/concerns');
    await expect(page.locator('.concerns')).toContainText('Somebody asked for my number.');
  });
  await step('the history shows every decision about it', async () => {
    const id = article.split('/').at(-1);
    await open(editors.page, `/admin/articles/${id}/history`);
    await expect(editors.page.getByRole('main')).not.toContainText('It began with a word');
    await expect(editor.titlesOfVersions).toContainText([
      'Erased for good',
      'Deleted',
      'Removed for good',
      'Hidden by its writer',
      'Shown again by its writer',
      'Name taken off',
      'Hidden by its writer',
      'Published',
    ]);
  });
  const expected = /404|410/;
  for (const { faults } of [writers, editors, readers])
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([]);
});
