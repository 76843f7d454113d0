import { expectAccessible } from '../axe.ts';
import {
  changesOf,
  delayResponses,
  expect,
  expectFieldError,
  newsroom,
  openAsAdmin,
  people,
  problem,
  reload,
  rowOf,
  samplePitch,
  test,
  toastOf,
} from '../test.ts';

const { step } = test;
const newest = 'Sample pitch number 3';

test('pitches are read one after the other, found, edited, deleted and published', async ({ page, site }) => {
  for (let number = 4; number <= 12; number++) await site.pitch(samplePitch(number));
  await openAsAdmin(page, site, '/admin?tab=submissions&order=newest');
  const rows = page.locator('.row');
  const row = rowOf(page, newest);
  const reader = page.locator('.reading');
  const toast = toastOf(page);
  const fail = (code: Parameters<typeof problem>[0] = 'internal') =>
    site.fault(newsroom, async () => problem(code));
  const shows = (number: number) =>
    expect(reader.getByRole('heading')).toHaveText(`Sample pitch number ${number}`);
  await step('the first pitch is shown with its whole essay', async () => {
    await shows(12);
    for (const text of ['What the sample pitch number 12 is about.', 'Paragraph 8 of pitch 12.', '1 of 12'])
      await expect(reader.getByText(text)).toBeVisible();
    await expect(reader.getByRole('link', { name: people.writer.email })).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await expect(page.locator('.row[data-read]')).toContainText('Sample pitch number 12');
  });
  await step('the list is dense, and each row identifies its pitch', async () => {
    for (const text of ['The Clash', 'Sample Writer', ', 17'])
      await expect(rows.first().getByText(text, { exact: true })).toBeVisible();
    const long = await site.pitch(
      samplePitch(13, { articleTitle: 'A title that goes on and on, for two lines. '.repeat(4) }),
    );
    await expect(rows).toHaveCount(10);
    await expect(rows.first()).toContainText('A title that goes on');
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(72);
    await site.send('DELETE', long, { as: 'editor' });
    await expect(rows.first()).toContainText('Sample pitch number 12');
  });
  await step('buttons and keys lead to the next pitch, beyond the loaded rows', async () => {
    await reader.getByRole('button', { name: 'Next' }).click();
    await shows(11);
    await expect(reader.getByRole('heading')).toBeFocused();
    // Press the key faster than the page responds, and beyond the loaded rows.
    const release = delayResponses(site, /^GET \/api\/submissions\?.*after=/);
    for (let number = 10; number >= 2; number--) await page.keyboard.press('j');
    await shows(3);
    await expect(page.locator('.row[data-read]')).toBeInViewport({ ratio: 1 });
    release();
    await shows(2);
    await expect(page.locator('.row[data-read]')).toBeInViewport({ ratio: 1 });
    await expect(rows).toHaveCount(12);
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('k');
    await shows(4);
    await expect(reader.getByText('9 of 12')).toBeVisible();
    await expect(page.locator('.row-title [aria-current]')).toHaveText('Sample pitch number 4');
    // The address identifies a pitch beyond the first page of the list, and typing triggers no shortcuts.
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('j');
    await shows(2);
    await reload(page);
    await shows(2);
    await expect(page.locator('.row[data-read]')).toBeInViewport({ ratio: 1 });
    await page.getByLabel('Search', { exact: true }).pressSequentially('jk?');
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue('jk?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await step('the list can start with the oldest, and the address keeps the order', async () => {
    await page.getByLabel('Order').selectOption('Oldest first');
    await page.waitForURL('**/admin?tab=submissions&q=jk%3F&order=oldest');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL('**/admin?tab=submissions&order=oldest');
    await expect(rows.first()).toContainText('Sample pitch number 1');
    await reload(page);
    await expect(rows.first()).toContainText('Sample pitch number 1');
    await shows(1);
  });
  await step('the keyboard shortcuts are explained, and can be turned off', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByLabel('Single keys').uncheck();
    await help.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    await expect(help).toHaveCount(0);
    await shows(1);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByLabel('Single keys').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await shows(2);
  });
  await step('after a deletion the next pitch is shown', async () => {
    const [remove, history] = [
      reader.getByRole('button', { name: 'Delete' }),
      reader.getByRole('link', { name: 'History' }),
    ];
    const path = `/api/submissions/${new URL(page.url()).hash.slice(1)}`;
    const [far, near] = [await remove.boundingBox(), await history.boundingBox()];
    expect((far?.x ?? 0) - (near?.x ?? 0) - (near?.width ?? 0)).toBeGreaterThan(100);
    await remove.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await shows(3);
    await site.send('POST', `${path}/restore`, { as: 'editor' });
  });
  await step('the form’s lines have at most 75 characters, and its words are counted', async () => {
    await page.setViewportSize({ width: 1920, height: 900 });
    await reader.getByRole('button', { name: 'Edit' }).click();
    const essay = page.getByLabel('Full essay');
    await expect(page.getByText('760 words · 3 min read')).toBeVisible();
    await essay.fill('Four words are here');
    await expect(page.getByText('4 words · 1 min read')).toBeVisible();
    const characters = await essay.evaluate((area) => {
      const text = 'The council closed our library on a Tuesday, and nobody asked those who use it each day.';
      const style = getComputedStyle(area);
      const line = Object.assign(document.createElement('span'), { textContent: text });
      Object.assign(line.style, { font: style.font, whiteSpace: 'nowrap', position: 'absolute' });
      document.body.append(line);
      const width = line.getBoundingClientRect().width / text.length;
      line.remove();
      return (area.clientWidth - 2 * Number.parseFloat(style.paddingLeft)) / width;
    });
    expect(characters).toBeLessThanOrEqual(75);
    expect(characters).toBeGreaterThan(60);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });

  await page.setViewportSize({ width: 1280, height: 720 });
  await openAsAdmin(page, site, '/admin?tab=submissions');

  await step('a row and the reader show all fields', async () => {
    await expect(rows).toHaveCount(10);
    await page.getByRole('link', { name: 'Load More Submissions' }).click();
    await expect(rows).toHaveCount(12);
    for (const text of ['The Clash', 'Sample Writer', ', 15', 'Mar 4, 2026'])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await row.getByRole('link').click();
    for (const text of ['Sample School', 'Paragraph 1 of pitch 3.', 'Paragraph 8 of pitch 3.'])
      await expect(reader.getByText(text)).toBeVisible();
    await expect(reader.getByText('760 words', { exact: true })).toBeVisible();
    await expect(reader.getByText('What the sample pitch number 3 is about.')).toBeVisible();
    await expect(reader.getByText('760 words', { exact: true })).toBeVisible();
  });
  const search = async (text: string) => {
    const filters = page.getByRole('search', { name: 'Filter submissions' });
    await filters.getByLabel('Search').fill(text);
    await filters.getByRole('button', { name: 'Search' }).click();
  };
  await step('a search narrows the list', async () => {
    await search('number 3');
    await expect(rows).toHaveCount(1);
    await expect(row).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Essay Submissions (1)' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Submissions (12)' })).toBeVisible();
  });

  await step('an edit is validated, and saved after a failed attempt', async () => {
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
    await expect(reader.getByText('Of another')).toBeVisible();
  });

  await step('a pitch is deleted after a confirmation, and restored from the notification', async () => {
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
    // The notification stays while the pointer is over it, even if the list takes long.
    await toast.hover();
    await expect(row).toHaveCount(0);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Essay Submissions (1)' })).toBeFocused();
    await expect(toast).toContainText('Submission restored successfully!');
    const restored = changesOf(site).at(-1)?.path ?? '';
    expect(restored).toMatch(/^\/api\/submissions\/[^/]+\/restore$/);
    // Leaving the page removes the undo button.
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page).toHaveURL(/\/admin\/audit$/);
    await expect(toast).toHaveCount(0, { timeout: 2_000 });
    await site.send('POST', restored, { as: 'editor' });
    await openAsAdmin(page, site, '/admin?tab=submissions&q=number+3');
    await expect(rows).toHaveCount(1);
  });

  await step('a pitch is published after a preview and a failed attempt', async () => {
    await search('');
    // Wait for the other list: until it arrives, the search would replace the pitch selected below.
    await expect(rows).toHaveCount(10);
    await page.getByRole('link', { name: 'Load More Submissions' }).click();
    await expect(rows).toHaveCount(12);
    await row.getByRole('link').click();
    const opener = page.getByRole('button', { name: `Publish as Article ${newest}` });
    await opener.click();
    const dialog = page.getByRole('alertdialog', { name: 'Publish this submission?' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading')).toHaveText(newest);
    // 760 words at 220 words per minute.
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
    const link = reader.getByRole('link', { name: `View article ${newest}` });
    await expect(link).toHaveAttribute('href', '/article/31');
  });

  await step('on a phone the reader replaces the list, and going back returns to it', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await openAsAdmin(page, site, '/admin?tab=submissions&order=newest');
    await expect(reader).toBeHidden();
    await rowOf(page, 'Sample pitch number 11').getByRole('heading').getByRole('link').click();
    await shows(11);
    await expect(reader.getByRole('heading')).toBeInViewport();
    await expect(rows.first()).toBeHidden();
    await reader.locator('.checklist summary').click();
    await expectAccessible(page, 'a pitch in the reader');
    await reader.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Full essay').waitFor();
    await expectAccessible(page, 'the form above the reader');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await reader.getByRole('button', { name: 'Next' }).click();
    await shows(10);
    await page.goBack();
    await expect(rows.first()).toBeVisible();
    await expect(reader).toBeHidden();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, 'the help');
  });
  await step('on a phone notifications do not cover a dialog’s buttons', async () => {
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 780 });
    const other = rowOf(page, 'Sample pitch number 12');
    await other.getByRole('link').click();
    await reader.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast).toContainText('Submission updated successfully!');
    const isAtTheTop = () =>
      page.locator('.toasts').evaluate((toasts) => toasts.getBoundingClientRect().top === 0);
    expect(await isAtTheTop()).toBe(false);
    await reader.getByRole('button', { name: 'Publish as Article' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await isAtTheTop()).toBe(true);
  });
});
