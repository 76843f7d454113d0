import {
  changesOf,
  expect,
  expectFieldError,
  newsroom,
  openAsAdmin,
  problem,
  reload,
  rowOf,
  sampleArticle,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;
const newest = 'Sample article number 30';

test('the list shows every field and action of an article, and is filtered', async ({ page, site }) => {
  const gone = await site.publish(sampleArticle(31, { title: 'Gone' }));
  await site.remove(gone.id);
  await openAsAdmin(page, site);
  const rows = page.locator('.row');
  await step('fields and actions', async () => {
    await expect(rows).toHaveCount(25);
    const row = rowOf(page, newest);
    for (const text of [
      'The Clash',
      'Featured',
      'What the sample article number 30 is about, in a sentence or two.',
      'Sample Writer',
      '11 min read',
    ])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expect(row.getByText('Jan 31, 2026')).toBeVisible();
    for (const [name, href] of [
      [`View ${newest}`, '/article/30'],
      [`History ${newest}`, '/admin/articles/30/history'],
    ] as const)
      await expect(row.getByRole('link', { name })).toHaveAttribute('href', href);
    await expect(rowOf(page, 'Sample article number 29').getByText('Featured')).toHaveCount(0);
    await page.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(rows).toHaveCount(30);
    await expect(page.getByText('5 more articles loaded, that is all')).toBeAttached();
  });
  await step('filters', async () => {
    await reload(page);
    const filters = page.getByRole('search', { name: 'Filter articles' });
    await filters.getByLabel('Search').fill('number 7');
    await filters.getByLabel('Search').press('Enter');
    await page.waitForURL('**/admin?tab=articles&q=number+7');
    await expect(rows.first()).toBeVisible();
    await filters.getByLabel('Featured').selectOption('Featured');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(25);
    await filters.getByLabel('Section').selectOption('The View');
    await expect(rows).toHaveCount(10);
    await reload(page);
    await expect(rows).toHaveCount(10);
    await expect(filters.getByLabel('Section')).toHaveValue('view');
    await filters.getByLabel('Status').selectOption('Deleted');
    await filters.getByLabel('Section').selectOption('All sections');
    await rowOf(page, 'Gone').getByRole('button', { name: 'Restore Gone' }).click();
    await expect(toastOf(page)).toContainText('Article restored successfully!');
    await expect(rowOf(page, 'Gone')).toHaveCount(0);
    expect(changesOf(site).map(({ path }) => path)).toEqual([`/api/articles/${gone.id}/restore`]);
  });
});

test('an article is added once, edited, deleted and taken back', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const fail = (answer = problem('internal')) => site.fault(newsroom, async () => answer);
  await openAsAdmin(page, site);

  const add = page.getByRole('button', { name: 'Add New Article' });
  const form = page.getByRole('region', { name: 'Add New Article' });
  const publish = form.getByRole('button', { name: 'Publish Article' });
  const featured = form.getByLabel('Featured Article: Show this article prominently on the homepage');
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(texts))
      await form.getByLabel(label, { exact: true }).fill(text);
  };
  await step('the form of a new article names what is missing or wrong', async () => {
    await add.click();
    await expect(form.getByRole('heading')).toBeFocused();
    await expect(form.getByLabel('Section')).toHaveValue('view');
    await expect(form.getByLabel('Author age')).toHaveValue('16');
    await expect(form.getByLabel('Read time in minutes')).toHaveValue('3');
    await expect(featured).not.toBeChecked();
    await publish.click();
    await expectFieldError(page, 'Title', 'Title is required');
    await expectFieldError(page, 'Content', 'Content is required');
    await expect(form.getByLabel('Title', { exact: true })).toBeFocused();
    await fill({
      Title: '  A new title ',
      Excerpt: 'What it is about',
      Content: 'One.\n\nTwo.',
      'Author name': 'Sample Writer',
      'Author age': '11',
      'Read time in minutes': '21',
    });
    await featured.check();
    await publish.click();
    await expectFieldError(page, 'Author age', 'Age must be between 12 and 18');
    await expectFieldError(page, 'Read time in minutes', 'Read time must be between 1 and 20 minutes');
  });
  await step('published after a failure it is there once', async () => {
    await fill({ 'Author age': '12', 'Read time in minutes': '20' });
    fail({ status: 500, headers: {}, body: '' });
    await publish.click();
    await expect(toastOf(page)).toContainText('Failed to publish article. Please try again.');
    site.heal();
    await publish.click();
    await expect(form).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Article published successfully!');
    await expect(add).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Published Articles (31)' })).toBeVisible();
    const published = { title: 'A new title', featured: 1, authorAge: 12, readTime: 20 };
    expect(await site.article(31)).toMatchObject(published);
    const keys = changesOf(site).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[!-~]{10,200}$/);
  });

  await step('edited it keeps what was typed when saving fails, and shows in its row', async () => {
    const opener = page.getByRole('button', { name: `Edit ${newest}` });
    const edit = page.getByRole('region', { name: 'Edit Article' });
    const title = edit.getByLabel('Title', { exact: true });
    await opener.click();
    await expect(title).toHaveValue(newest);
    await expect(edit.getByLabel('Featured Article:')).toBeChecked();
    await expect(edit.getByLabel('Content')).toHaveValue(/^Paragraph 1 of article 30\./);
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await expect(edit).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await title.fill('Another title');
    await edit.getByLabel('Featured Article:').uncheck();
    fail(problem('unavailable'));
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toastOf(page)).toContainText('Failed to update article. Please try again.');
    await expect(title).toHaveValue('Another title');
    site.heal();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toastOf(page)).toContainText('Article updated successfully!');
    await expect(rowOf(page, 'Another title')).toBeVisible();
    await expect(rowOf(page, 'Another title').getByText('Featured')).toHaveCount(0);
    expect(changesOf(site).at(-1)?.headers['if-match']).toMatch(/^"0-/);
  });

  await step('deleted after a question it is brought back from the notification', async () => {
    const opener = page.getByRole('button', { name: 'Delete Another title' });
    const dialog = page.getByRole('alertdialog', { name: 'Delete this article?' });
    const changes = changesOf(site).length;
    await opener.click();
    await expect(dialog).toContainText('Another title');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    expect(changesOf(site)).toHaveLength(changes);
    fail();
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toastOf(page)).toContainText('Failed to delete article. Please try again.');
    await expect(rowOf(page, 'Another title')).toBeVisible();
    site.heal();
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, 'Another title')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Published Articles (30)' })).toBeFocused();
    await expect(toastOf(page)).toContainText('Article deleted successfully!');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Another title')).toBeVisible();
    await expect(toastOf(page)).toContainText('Article restored successfully!');
  });
  // The browser itself reports what was refused.
  expect(faults.filter((fault) => !fault.includes('responded with a status of'))).toEqual([]);
});
