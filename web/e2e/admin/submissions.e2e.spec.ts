import { expect } from '@playwright/test';
import { problem } from '../../testing/fixture-accounts.ts';
import { sampleSubmissions } from '../../testing/fixture-newsroom.ts';
import { startFixtureSite } from '../fixture-site.ts';
import { changesOf, expectFault, openAsAdmin, rowOf, test, toastOf } from './admin-site.ts';

const place = '/admin?tab=submissions';
const newest = 'Sample pitch number 3';

test('shows everything of a pitch, pages, filters, and says when there is none', async ({ page, site }) => {
  site.api.newsroom.submissions = sampleSubmissions(12);
  await openAsAdmin(page, site, place);
  await expect(page.locator('.row')).toHaveCount(10);
  await page.getByRole('link', { name: 'Load More Submissions' }).click();
  await expect(page.locator('.row')).toHaveCount(12);
  const row = rowOf(page, newest);
  for (const text of ['The Clash', 'Sample Writer', ', 15', 'Sample School', 'Mar 4, 2026'])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  await expect(row.getByText('What the sample pitch number 3 is about.')).toBeVisible();
  await expect(row.getByText('Paragraph 1 of pitch 3.')).toBeVisible();
  await expect(row.getByRole('link', { name: 'sample.writer@example.org' })).toBeVisible();
  await expect(row.getByText('760 words')).toBeVisible();
  const unfold = row.getByRole('button', { name: 'Show the full essay' });
  await expect(unfold).toHaveAttribute('aria-expanded', 'false');
  const last = row.getByText('Paragraph 8 of pitch 3.');
  const isShown = () =>
    last.evaluate((one) => {
      const below = one.parentElement?.getBoundingClientRect().bottom ?? 0;
      return one.getBoundingClientRect().top < below;
    });
  expect(await isShown()).toBe(false);
  await unfold.click();
  expect(await isShown()).toBe(true);
  const filters = page.getByRole('search', { name: 'Filter submissions' });
  await filters.getByLabel('Search').fill('number 12');
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('.row')).toHaveCount(1);
  site.api.newsroom.submissions = [];
  await page.goto(site.url + place);
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Essay Submissions (0)' })).toBeVisible();
});

test('says that submissions load, and that they could not be loaded', async ({ page }) => {
  // A page that is sent as in operation, without what is slow.
  const site = await startFixtureSite();
  await openAsAdmin(page, site);
  let answer = () => {};
  const wait = new Promise<void>((resolve) => {
    answer = resolve;
  });
  site.api.delay = (path) => (path.startsWith('/api/submissions?') ? wait : Promise.resolve());
  site.api.newsroom.before = async ({ url }) =>
    url.pathname === '/api/submissions' ? problem('internal') : undefined;
  await page.getByRole('tab', { name: 'Submissions' }).click();
  await expect(page.getByText('Loading submissions...')).toBeVisible();
  answer();
  await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
  site.api.newsroom.before = async () => undefined;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(rowOf(page, newest)).toBeVisible();
  await site.close();
});

test('edits a pitch', async ({ page, site }) => {
  await openAsAdmin(page, site, place);
  await page.getByRole('button', { name: `Edit ${newest}` }).click();
  const form = page.getByRole('region', { name: 'Edit Submission' });
  await expect(form.getByLabel('Full name')).toHaveValue('Sample Writer');
  await form.getByLabel('Age', { exact: true }).fill('19');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectFault(page, 'Age', 'Age must be between 12 and 18');
  await form.getByLabel('Age', { exact: true }).fill('18');
  await form.getByLabel('Article title').fill('Another pitch');
  site.api.newsroom.before = async () => problem('internal');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Failed to update submission. Please try again.');
  site.api.newsroom.before = async () => undefined;
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Submission updated successfully!');
  await expect(rowOf(page, 'Another pitch').getByText(', 18')).toBeVisible();
});

test('publishes after a preview', async ({ page, site }) => {
  await openAsAdmin(page, site, place);
  const opener = page.getByRole('button', { name: `Publish as Article ${newest}` });
  await opener.click();
  const dialog = page.getByRole('alertdialog', { name: 'Publish this submission?' });
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading')).toHaveText(newest);
  // 760 words at 220 a minute.
  await expect(preview.getByText('3 min read')).toBeVisible();
  await expect(preview.getByText('What the sample pitch number 3 is about.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(opener).toBeFocused();
  site.api.newsroom.before = async () => problem('submission-published');
  await opener.click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page)).toContainText('Failed to publish submission. Please try again.');
  await expect(toastOf(page)).toContainText('This submission has already been published');
  site.api.newsroom.before = async () => undefined;
  await opener.click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page)).toContainText('Submission published as article successfully!');
  await expect(rowOf(page, newest)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Essay Submissions (2)' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Articles (31)' })).toBeVisible();
  await page.getByLabel('Status').selectOption('Published');
  await expect(rowOf(page, newest).getByRole('link', { name: 'View article' })).toHaveAttribute(
    'href',
    '/article/31',
  );
});

test('deletes a pitch after a question, and takes it back', async ({ page, site }) => {
  await openAsAdmin(page, site, place);
  const opener = page.getByRole('button', { name: `Delete ${newest}` });
  const dialog = page.getByRole('alertdialog', { name: 'Delete this submission?' });
  site.api.newsroom.before = async () => problem('internal');
  await opener.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page)).toContainText('Failed to delete submission. Please try again.');
  site.api.newsroom.before = async () => undefined;
  await opener.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page)).toContainText('Submission deleted successfully!');
  await expect(rowOf(page, newest)).toHaveCount(0);
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, newest)).toBeVisible();
  await expect(toastOf(page)).toContainText('Submission restored successfully!');
  expect(changesOf(site).at(-1)).toBe('POST /api/submissions/pitch-3/restore');
});
