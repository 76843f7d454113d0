import { expect } from '@playwright/test';
import {
  editorBrowser,
  expectToast,
  onHome,
  open,
  openThreeBrowsers,
  writerBrowser,
} from '../../../infra/e2e/browsers.ts';
import { join, joinAsEditor } from '../../../infra/e2e/newsroom.ts';
import { test } from '../../../tools/testing/started-system.ts';

const essay = `${'It began with a word. '.repeat(100).trim()}\n\nIt ended with another.`;

test('a pitch becomes an article, and the audit lists every step with its actor', async ({ browser }, {
  repeatEachIndex,
}) => {
  // No other title contains this word.
  const word = `Breakwater${repeatEachIndex}`;
  const titles = {
    pitched: `${word} at dawn`,
    edited: `${word} at daybreak`,
    featured: `${word} before daybreak`,
  };
  const [writers, editors, readers] = await openThreeBrowsers(
    browser,
    '198.51.100',
    50 + 3 * repeatEachIndex,
  );
  const writer = writerBrowser(writers.page);
  const editor = editorBrowser(editors.page);
  await join(writers.page.request, {
    fullName: 'Sample Writer',
    email: `pitching-${repeatEachIndex}@journal.example`,
  });
  await joinAsEditor(editors.page.request, {
    fullName: 'Sample Editor',
    email: `editing-${repeatEachIndex}@journal.example`,
  });
  await Promise.all([open(editors.page, '/admin?tab=submissions'), open(readers.page, '/')]);
  await expect(editors.page.getByRole('heading', { name: /^Essay Submissions \(\d+\)$/ })).toBeVisible();

  await writer.pitch(
    {
      'Full name': 'Sample Writer',
      Age: '15',
      'School/University (optional)': 'Sample School',
      'Article title': titles.pitched,
      'Article summary': 'What the sea leaves behind.',
      'Full essay': essay,
    },
    'The View (Essay)',
  );
  await expect(editor.rowOf(titles.pitched).getByText('Sample Writer')).toBeVisible();
  await open(writers.page, '/profile');
  await expect(writer.outcomeOf(titles.pitched)).toContainText('With the editors.');

  const pitch = await editor.openForm('Submission', titles.pitched);
  await pitch.form.getByLabel('Article title').fill(titles.edited);
  await pitch.save.click();
  await expectToast(editors.page, 'Submission updated successfully!');
  await editor.reader.getByRole('button', { name: `Publish as Article ${titles.edited}` }).click();
  const preview = editor.question.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading')).toHaveText(titles.edited);
  // 504 words at 220 words per minute.
  await expect(preview.getByText('2 min read')).toBeVisible();
  await editor.question.getByRole('button', { name: 'Publish' }).click();
  await expectToast(editors.page, 'Submission published as article successfully!');
  await expect(editor.rowOf(titles.edited)).toHaveCount(0);

  const latest = (title: string) => onHome(readers.page, 'Latest Articles', title);
  const featured = (title: string) => onHome(readers.page, 'Featured This Week', title);
  await expect(latest(titles.edited)).toBeVisible();
  await expect(writer.outcomeOf(titles.edited)).toContainText('Published.');
  const link = writer.outcomeOf(titles.edited).getByRole('link', { name: 'Read it in the journal' });
  await expect(link).toHaveAttribute('href', (await latest(titles.edited).getAttribute('href')) ?? '');

  await editors.page.getByRole('tab', { name: /^Articles/ }).click();
  const article = await editor.openForm('Article', titles.edited);
  await article.form.getByLabel('Title', { exact: true }).fill(titles.featured);
  await article.form.getByLabel('Featured Article: Show this article prominently on the homepage').check();
  await article.save.click();
  await expectToast(editors.page, 'Article updated successfully!');
  await expect(featured(titles.featured)).toBeVisible();

  await editor.rowOf(titles.featured).getByRole('link', { name: 'History' }).click();
  await expect(editor.titlesOfVersions).toHaveText([
    'Version 2 Edited: title, featured',
    'Version 1 Published',
  ]);
  await expect(editor.factsOfVersions).toHaveText([/^Sample Editor, /, /^Sample Editor, /]);
  const difference = (await editor.openVersion(2)).locator('.difference dd').first();
  await expect(difference.locator('del')).toContainText('at');
  await expect(difference.locator('ins')).toContainText('before');
  const first = await editor.openVersion(1);
  await expect(first.getByText('It ended with another.')).toBeVisible();
  await first.getByRole('button', { name: 'Restore this version' }).click();
  await editor.question.getByRole('button', { name: 'Restore' }).click();
  await expectToast(editors.page, 'Version 1 restored successfully!');
  await expect(editor.titlesOfVersions.first()).toHaveText(/^Version 3 Restored version 1: /);
  await expect(latest(titles.edited)).toBeVisible();
  await expect(featured(titles.featured)).toHaveCount(0);
  await expect(featured(titles.edited)).toHaveCount(0);

  await open(editors.page, '/admin');
  const row = editor.rowOf(titles.edited);
  await row.getByRole('button', { name: 'Delete' }).click();
  await editor.question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(editors.page, 'Article deleted successfully!');
  await expect(latest(titles.edited)).toHaveCount(0);
  await editors.page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(editors.page, 'Article restored successfully!');
  await expect(latest(titles.edited)).toBeVisible();
  await expect(row).toBeVisible();

  await editors.page.getByRole('main').getByRole('link', { name: 'Audit' }).click();
  await editors.page.getByLabel('Title or name').fill(word);
  await editors.page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(editor.audit).toHaveCount(8);
  const steps = [
    ['Sample Editor', 'Restored an article', titles.edited],
    ['Sample Editor', 'Deleted an article', titles.edited],
    ['Sample Editor', 'Restored version 1 of an article', titles.edited],
    ['Sample Editor', 'Edited an article', titles.featured],
    ['Sample Editor', 'Published an article', titles.edited],
    ['Sample Editor', 'Published a pitch', titles.edited],
    ['Sample Editor', 'Edited a pitch', titles.edited],
    ['Sample Writer', 'Sent a pitch', titles.pitched],
  ];
  for (const [index, texts] of steps.entries())
    for (const text of texts) await expect(editor.audit.nth(index)).toContainText(text);
  for (const { faults } of [writers, editors, readers]) expect(faults).toEqual([]);
});
