import {
  changesOf,
  expect,
  expectFieldError,
  newsroom,
  openAsAdmin,
  problem,
  rowOf,
  samplePitch,
  test,
  toastOf,
} from '../test.ts';

const { step } = test;
const newest = 'Sample pitch number 3';

test('a pitch is read, searched for, edited, deleted and published', async ({ page, site }) => {
  for (let number = 4; number <= 12; number++) await site.pitch(samplePitch(number));
  const fail = (code: Parameters<typeof problem>[0] = 'internal') =>
    site.fault(newsroom, async () => problem(code));
  const rows = page.locator('.row');
  const row = rowOf(page, newest);
  const toast = toastOf(page);
  await openAsAdmin(page, site, '/admin?tab=submissions');

  await step('fields', async () => {
    await expect(rows).toHaveCount(10);
    await page.getByRole('link', { name: 'Load More Submissions' }).click();
    await expect(rows).toHaveCount(12);
    for (const text of ['The Clash', 'Sample Writer', ', 15', 'Sample School', 'Mar 4, 2026'])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expect(row.getByText('What the sample pitch number 3 is about.')).toBeVisible();
    await expect(row.getByText('Paragraph 1 of pitch 3.')).toBeVisible();
    await expect(row.getByRole('link', { name: 'sample.pitcher@example.org' })).toBeVisible();
    await expect(row.getByText('760 words')).toBeVisible();
    const unfold = row.getByRole('button', { name: 'Show the full essay' });
    await expect(unfold).toHaveAttribute('aria-expanded', 'false');
    const isLastShown = () =>
      row.getByText('Paragraph 8 of pitch 3.').evaluate((one) => {
        const below = one.parentElement?.getBoundingClientRect().bottom ?? 0;
        return one.getBoundingClientRect().top < below;
      });
    expect(await isLastShown()).toBe(false);
    await unfold.click();
    expect(await isLastShown()).toBe(true);
  });
  const search = async (text: string) => {
    const filters = page.getByRole('search', { name: 'Filter submissions' });
    await filters.getByLabel('Search').fill(text);
    await filters.getByRole('button', { name: 'Search' }).click();
  };
  await step('search', async () => {
    await search('number 3');
    await expect(rows).toHaveCount(1);
    await expect(row).toBeVisible();
  });

  await step('editing', async () => {
    await page.getByRole('button', { name: `Edit ${newest}` }).click();
    const form = page.getByRole('region', { name: 'Edit Submission' });
    const save = form.getByRole('button', { name: 'Save' });
    const age = form.getByLabel('Age', { exact: true });
    await expect(form.getByLabel('Full name')).toHaveValue('Sample Writer');
    await age.fill('19');
    await save.click();
    await expectFieldError(page, 'Age', 'Age must be between 12 and 18');
    await age.fill('18');
    await form.getByLabel('Article summary').fill('Of another');
    fail();
    await save.click();
    await expect(toast).toContainText('Failed to update submission. Please try again.');
    site.heal();
    await save.click();
    await expect(toast).toContainText('Submission updated successfully!');
    await expect(row.getByText(', 18')).toBeVisible();
    await expect(row.getByText('Of another')).toBeVisible();
  });

  await step('deleting after a question, and taking it back', async () => {
    const opener = page.getByRole('button', { name: `Delete ${newest}` });
    const dialog = page.getByRole('alertdialog', { name: 'Delete this submission?' });
    fail();
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast).toContainText('Failed to delete submission. Please try again.');
    site.heal();
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast).toContainText('Submission deleted successfully!');
    // The notice stays while the pointer is over it, however long the list takes.
    await toast.hover();
    await expect(row).toHaveCount(0);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
    await expect(toast).toContainText('Submission restored successfully!');
    expect(changesOf(site).at(-1)?.path).toMatch(/^\/api\/submissions\/[^/]+\/restore$/);
  });

  await step('publishing after a preview', async () => {
    await search('');
    await expect(rows).toHaveCount(12);
    const opener = page.getByRole('button', { name: `Publish as Article ${newest}` });
    await opener.click();
    const dialog = page.getByRole('alertdialog', { name: 'Publish this submission?' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading')).toHaveText(newest);
    // 760 words at 220 a minute.
    await expect(preview.getByText('3 min read')).toBeVisible();
    await expect(preview.getByText('Of another')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(opener).toBeFocused();
    fail('submission-published');
    await opener.click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(toast).toContainText('Failed to publish submission. Please try again.');
    await expect(toast).toContainText('This submission has already been published');
    site.heal();
    await opener.click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(toast).toContainText('Submission published as article successfully!');
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Essay Submissions (11)' })).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Articles (31)' })).toBeVisible();
    await page.getByLabel('Status').selectOption('Published');
    const link = row.getByRole('link', { name: 'View article' });
    await expect(link).toHaveAttribute('href', '/article/31');
  });

  await step('on a phone notifications leave the buttons of a dialog free', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await openAsAdmin(page, site, '/admin?tab=submissions');
    const other = rowOf(page, 'Sample pitch number 12');
    await other.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast).toContainText('Submission updated successfully!');
    const isAtTheTop = () =>
      page.locator('.toasts').evaluate((toasts) => toasts.getBoundingClientRect().top === 0);
    expect(await isAtTheTop()).toBe(false);
    await other.getByRole('button', { name: 'Publish as Article' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await isAtTheTop()).toBe(true);
  });
});
