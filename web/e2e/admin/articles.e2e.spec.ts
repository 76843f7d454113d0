import {
  changesOf,
  expect,
  expectFault,
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

const newest = 'Sample article number 30';

test('shows every field and action of a row', async ({ page, site }) => {
  await openAsAdmin(page, site);
  await expect(page.locator('.row')).toHaveCount(25);
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
  await expect(row.getByRole('link', { name: `View ${newest}` })).toHaveAttribute('href', '/article/30');
  await expect(row.getByRole('link', { name: `History ${newest}` })).toHaveAttribute(
    'href',
    '/admin/articles/30/history',
  );
  await expect(rowOf(page, 'Sample article number 29').getByText('Featured')).toHaveCount(0);
  await page.getByRole('link', { name: 'Load More Articles' }).click();
  await expect(page.locator('.row')).toHaveCount(30);
  await expect(page.getByText('5 more articles loaded, that is all')).toBeAttached();
  for (let id = 30; id > 0; id--) await site.remove(id);
  await expect(page.getByText('No articles published yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Published Articles (0)' })).toBeVisible();
});

test('narrows the list to words, a section, what is featured and what is deleted', async ({ page, site }) => {
  const gone = await site.publish(sampleArticle(31, { title: 'Gone' }));
  await site.remove(gone.id);
  await openAsAdmin(page, site);
  const list = page.getByRole('search', { name: 'Filter articles' });
  await list.getByLabel('Search').fill('number 7');
  await list.getByLabel('Search').press('Enter');
  await page.waitForURL('**/admin?tab=articles&q=number+7');
  await expect(page.locator('.row').first()).toBeVisible();
  await list.getByLabel('Featured').selectOption('Featured');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.locator('.row')).toHaveCount(25);
  await list.getByLabel('Section').selectOption('The View');
  await expect(page.locator('.row')).toHaveCount(10);
  await reload(page);
  await expect(page.locator('.row')).toHaveCount(10);
  await expect(list.getByLabel('Section')).toHaveValue('view');
  await list.getByLabel('Status').selectOption('Deleted');
  await list.getByLabel('Section').selectOption('All sections');
  await rowOf(page, 'Gone').getByRole('button', { name: 'Restore Gone' }).click();
  await expect(toastOf(page)).toContainText('Article restored successfully!');
  await expect(rowOf(page, 'Gone')).toHaveCount(0);
  expect(changesOf(site).map(({ path }) => path)).toEqual([`/api/articles/${gone.id}/restore`]);
});

test('adds an article, once, and names what is missing', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  await openAsAdmin(page, site);
  await page.getByRole('button', { name: 'Add New Article' }).click();
  const form = page.getByRole('region', { name: 'Add New Article' });
  await expect(form.getByRole('heading')).toBeFocused();
  await expect(form.getByLabel('Section')).toHaveValue('view');
  await expect(form.getByLabel('Author age')).toHaveValue('16');
  await expect(form.getByLabel('Read time in minutes')).toHaveValue('3');
  const featured = form.getByLabel('Featured Article: Show this article prominently on the homepage');
  await expect(featured).not.toBeChecked();
  const send = form.getByRole('button', { name: 'Publish Article' });
  await send.click();
  await expectFault(page, 'Title', 'Title is required');
  await expectFault(page, 'Content', 'Content is required');
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused();
  await form.getByLabel('Title', { exact: true }).fill('  A new title ');
  await form.getByLabel('Excerpt').fill('What it is about');
  await form.getByLabel('Content').fill('One.\n\nTwo.');
  await form.getByLabel('Author name').fill('Sample Writer');
  await form.getByLabel('Author age').fill('11');
  await form.getByLabel('Read time in minutes').fill('21');
  await featured.check();
  await send.click();
  await expectFault(page, 'Author age', 'Age must be between 12 and 18');
  await expectFault(page, 'Read time in minutes', 'Read time must be between 1 and 20 minutes');
  await form.getByLabel('Author age').fill('12');
  await form.getByLabel('Read time in minutes').fill('20');
  site.fault(newsroom, async () => ({ status: 500, headers: {}, body: '' }));
  await send.click();
  await expect(toastOf(page)).toContainText('Failed to publish article. Please try again.');
  site.heal();
  await send.click();
  await expect(form).toHaveCount(0);
  await expect(toastOf(page)).toContainText('Article published successfully!');
  await expect(page.getByRole('button', { name: 'Add New Article' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Published Articles (31)' })).toBeVisible();
  expect(await site.article(31)).toMatchObject({
    title: 'A new title',
    featured: 1,
    authorAge: 12,
    readTime: 20,
  });
  const keys = changesOf(site).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[!-~]{10,200}$/);
  // The browser itself reports the 500.
  expect(faults.filter((fault) => !fault.includes('status of 500'))).toEqual([]);
});

test('edits an article, over the version that was read', async ({ page, site }) => {
  await openAsAdmin(page, site);
  const opener = page.getByRole('button', { name: `Edit ${newest}` });
  await opener.click();
  const form = page.getByRole('region', { name: 'Edit Article' });
  const title = form.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue(newest);
  await expect(form.getByLabel('Featured Article:')).toBeChecked();
  await expect(form.getByLabel('Content')).toHaveValue(/^Paragraph 1 of article 30\./);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await title.fill('Another title');
  await form.getByLabel('Featured Article:').uncheck();
  site.fault(newsroom, async () => problem('unavailable'));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Failed to update article. Please try again.');
  await expect(title).toHaveValue('Another title');
  site.heal();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Article updated successfully!');
  await expect(rowOf(page, 'Another title')).toBeVisible();
  await expect(rowOf(page, 'Another title').getByText('Featured')).toHaveCount(0);
  expect(changesOf(site).at(-1)?.headers['if-match']).toMatch(/^"0-/);
});

test('deletes after a question, and takes it back from the notification', async ({ page, site }) => {
  await openAsAdmin(page, site);
  const opener = page.getByRole('button', { name: `Delete ${newest}` });
  await opener.click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete this article?' });
  await expect(dialog).toContainText(newest);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(changesOf(site)).toEqual([]);
  site.fault(newsroom, async () => problem('internal'));
  await opener.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page)).toContainText('Failed to delete article. Please try again.');
  await expect(rowOf(page, newest)).toBeVisible();
  site.heal();
  await opener.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, newest)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Published Articles (29)' })).toBeFocused();
  await expect(toastOf(page)).toContainText('Article deleted successfully!');
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, newest)).toBeVisible();
  await expect(toastOf(page)).toContainText('Article restored successfully!');
});
