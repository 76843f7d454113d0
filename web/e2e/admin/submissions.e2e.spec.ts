import {
  changesOf,
  expect,
  expectFault,
  newsroom,
  openAsAdmin,
  problem,
  rowOf,
  samplePitch,
  test,
  toastOf,
} from '../test.ts';

const place = '/admin?tab=submissions';
const newest = 'Sample pitch number 3';

test('shows everything of a pitch, pages, filters, and says when there is none', async ({ page, site }) => {
  for (let number = 4; number <= 12; number++)
    await site.send('POST', '/api/submissions', { as: 'writer', body: samplePitch(number) });
  await openAsAdmin(page, site, place);
  await expect(page.locator('.row')).toHaveCount(10);
  await page.getByRole('link', { name: 'Load More Submissions' }).click();
  await expect(page.locator('.row')).toHaveCount(12);
  const row = rowOf(page, newest);
  for (const text of ['The Clash', 'Sample Writer', ', 15', 'Sample School', 'Mar 4, 2026'])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  await expect(row.getByText('What the sample pitch number 3 is about.')).toBeVisible();
  await expect(row.getByText('Paragraph 1 of pitch 3.')).toBeVisible();
  await expect(row.getByRole('link', { name: 'sample.pitcher@example.org' })).toBeVisible();
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
  const all = JSON.parse((await site.send('GET', '/api/submissions?limit=50', { as: 'editor' })).body);
  for (const { id } of all) await site.send('DELETE', `/api/submissions/${id}`, { as: 'editor' });
  await page.goto(site.url + place);
  await expect(page.getByText('No submissions yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Essay Submissions (0)' })).toBeVisible();
});

test.describe('as in operation', () => {
  test.use({ siteOptions: { isHurried: true } });

  test('says that submissions load, and that they could not be loaded', async ({ page, site }) => {
    await openAsAdmin(page, site);
    const answer = Promise.withResolvers<ReturnType<typeof problem>>();
    site.fault(/^GET \/api\/submissions\?/, () => answer.promise);
    await page.getByRole('tab', { name: 'Submissions' }).click();
    await expect(page.getByText('Loading submissions...')).toBeVisible();
    answer.resolve(problem('internal'));
    await expect(page.getByRole('alert')).toContainText('This list could not be loaded.');
    site.heal();
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(rowOf(page, newest)).toBeVisible();
  });
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
  site.fault(newsroom, async () => problem('internal'));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Failed to update submission. Please try again.');
  site.heal();
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
  site.fault(newsroom, async () => problem('submission-published'));
  await opener.click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(toastOf(page)).toContainText('Failed to publish submission. Please try again.');
  await expect(toastOf(page)).toContainText('This submission has already been published');
  site.heal();
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
  site.fault(newsroom, async () => problem('internal'));
  await opener.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page)).toContainText('Failed to delete submission. Please try again.');
  site.heal();
  await opener.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toastOf(page)).toContainText('Submission deleted successfully!');
  // The notice stays while the pointer is over it, however long the list takes.
  await toastOf(page).hover();
  await expect(rowOf(page, newest)).toHaveCount(0);
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, newest)).toBeVisible();
  await expect(toastOf(page)).toContainText('Submission restored successfully!');
  expect(changesOf(site).at(-1)?.path).toMatch(/^\/api\/submissions\/[^/]+\/restore$/);
});

test('on a phone notifications leave the buttons of a dialog free', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openAsAdmin(page, site, '/admin?tab=submissions');
  const row = rowOf(page, 'Sample pitch number 3');
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Submission updated successfully!');
  const isAtTheTop = () =>
    page.locator('.toasts').evaluate((toasts) => toasts.getBoundingClientRect().top === 0);
  expect(await isAtTheTop()).toBe(false);
  await row.getByRole('button', { name: 'Publish as Article' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await isAtTheTop()).toBe(true);
});
