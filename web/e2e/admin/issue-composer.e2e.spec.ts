import { delayResponses, expect, openAsAdmin, samplePitch, signOutByMenu, test, toastOf } from '../test.ts';

const { step } = test;
const path = '/api/issues/7';

test('saving an issue loses nothing that is typed, and says what has happened', async ({ page, site }) => {
  const body = { number: 7, date: '2026-06-01', title: 'At sea' };
  await site.send('POST', '/api/issues', { as: 'editor', body });
  const pieces = [30, 29, 28].map((articleId) => ({ articleId }));
  await site.send('PUT', `${path}/pieces`, { as: 'editor', body: { pieces } });
  await openAsAdmin(page, site, '/admin/issues/7');
  const front = page.getByRole('region', { name: 'Front' });

  await step('nothing can be typed into the front while it is being saved', async () => {
    const letter = front.getByLabel('Letter from the editors (optional)');
    await letter.fill('Dear reader,');
    const release = delayResponses(site, /^PUT /);
    await front.getByRole('button', { name: 'Save' }).click();
    await expect(front.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await letter.press('End');
    await page.keyboard.type(' the tide is in.');
    const seen = await letter.inputValue();
    release();
    await expect(toastOf(page)).toContainText('Saved.');
    await expect(letter).toHaveValue(seen);
    await letter.press('End');
    await page.keyboard.type(' the tide is out.');
    await expect(letter).toHaveValue('Dear reader, the tide is out.');
    await front.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeVisible();
  });
  const placed = page.getByRole('region', { name: 'Pieces' });
  const headings = placed.getByLabel('Heading above it (optional)');
  const save = placed.getByRole('button', { name: 'Save Pieces' });
  const byOthers = placed.getByText('Someone else has changed');
  await step('a heading is stored without the spaces around it, which is no change by others', async () => {
    await headings.first().fill('On the water ');
    await headings.nth(1).fill(' ');
    await save.click();
    await expect(toastOf(page)).toContainText('The pieces are saved.');
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(byOthers).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Publish…' })).toBeVisible();
  });
  await step('a heading that is too long is reported instead of cut', async () => {
    const long = `${'At sea, and '.repeat(10)}ashore`;
    await headings.last().focus();
    await page.keyboard.insertText(long);
    await save.click();
    await expect(headings.last()).toBeFocused();
    await expect(headings.last()).toHaveAccessibleDescription('Heading must be at most 120 characters');
    await expect(headings.last()).toHaveValue(long);
    await headings.last().fill('');
    await expect(save).toHaveAttribute('aria-disabled', 'true');
  });
  await step('nor is what the editor changes while the pieces are being saved', async () => {
    const release = delayResponses(site, /^PUT /);
    await headings.first().fill('At sea');
    await save.click();
    await expect(placed.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await headings.last().fill('Ashore');
    release();
    await expect(save).not.toHaveAttribute('aria-disabled', 'true');
    await expect(byOthers).toHaveCount(0);
    await save.click();
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(headings.first()).toHaveValue('At sea');
    await expect(headings.last()).toHaveValue('Ashore');
  });
  await step('a drag that is cancelled moves nothing later', async () => {
    const items = placed.getByRole('list', { name: 'Pieces in their order' }).getByRole('listitem');
    await items.first().dispatchEvent('dragstart');
    await items.first().dispatchEvent('dragend');
    await items.last().dispatchEvent('drop');
    await expect(headings.first()).toHaveValue('At sea');
    await expect(save).toHaveAttribute('aria-disabled', 'true');
  });
  await step(
    'a plan by another editor that arrives while one is being typed is not replaced unseen',
    async () => {
      await page.getByRole('button', { name: 'Plan…' }).click();
      const dialog = page.getByRole('dialog');
      const clock = dialog.getByLabel('Date and time (UTC)');
      await clock.fill('2027-03-01T08:00');
      const at = '2027-02-01T08:00:00.000Z';
      await site.send('POST', `${path}/publish`, { as: 'editor', body: { at } });
      await expect(dialog).toHaveAccessibleName('Change the plan');
      const change = dialog.getByRole('button', { name: 'Change plan' });
      await change.click();
      await expect(dialog.getByRole('alert').first()).toContainText('Someone else has changed this issue');
      await expect(clock).toHaveValue('2027-03-01T08:00');
      await change.click();
      await expect(toastOf(page)).toContainText('Publication planned.');
      await expect(page.locator('.row-facts')).toContainText('1 Mar 2027, 08:00');
      await page.getByRole('button', { name: 'Cancel plan' }).click();
      await expect(toastOf(page)).toContainText('The plan is cancelled.');
    },
  );
  await step('after a sign-out in another tab only what was typed stays', async () => {
    const letter = front.getByLabel('Letter from the editors (optional)');
    await letter.fill('Dear reader, and writer,');
    await expect(placed.getByRole('heading', { name: 'Add pieces' })).toBeVisible();
    const tab = await page.context().newPage();
    await openAsAdmin(tab, site);
    await signOutByMenu(tab);
    await expect(placed).toHaveCount(0);
    await expect(page.getByText('As readers will see it')).toHaveCount(0);
    await expect(letter).toHaveValue('Dear reader, and writer,');
  });
});

test('an issue of which nothing would come out is not offered for publication', async ({ page, site }) => {
  const pitch = await site.pitch(samplePitch(1, { articleTitle: 'Taken back' }));
  await site.send('POST', `${pitch}/accept`, { as: 'editor', body: { issueNumber: 7 } });
  await site.send('POST', '/api/issues', { as: 'editor', body: { number: 7, date: '2026-06-01' } });
  const body = { pieces: [{ submissionId: pitch.split('/').at(-1) }] };
  await site.send('PUT', `${path}/pieces`, { as: 'editor', body });
  await openAsAdmin(page, site, '/admin/issues/7');
  const publish = page.getByRole('button', { name: 'Publish…' });
  await expect(publish).toBeVisible();
  await site.send('POST', `${pitch}/withdraw`, { as: 'writer' });
  await expect(page.getByText('None of its pieces can come out.')).toBeVisible();
  await expect(publish).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Taken back' }).click();
  await page.getByRole('button', { name: 'Save Pieces' }).click();
  await expect(page.getByRole('button', { name: 'Discard…' })).toBeVisible();
});

test('more than fifty accepted pitches are offered for an issue', async ({ page, site }) => {
  const body = { number: 7, date: '2026-06-01' };
  await site.send('POST', '/api/issues', { as: 'editor', body });
  for (let number = 1; number <= 51; number++) {
    const path = await site.pitch(samplePitch(1, { articleTitle: `Accepted ${number}` }));
    await site.send('POST', `${path}/accept`, { as: 'editor', body: { issueNumber: null } });
  }
  await openAsAdmin(page, site, '/admin/issues/7');
  const offered = page.getByRole('list', { name: 'Accepted pitches' }).getByRole('listitem');
  await expect(offered).toHaveCount(50);
  await page.getByRole('link', { name: 'Load More Pitches' }).click();
  await expect(offered).toHaveCount(51);
});

test('an issue that is older than two years can still be opened from the list', async ({ page, site }) => {
  for (let number = 1; number <= 51; number++)
    await site.send('POST', '/api/issues', { as: 'editor', body: { number, date: '2026-06-01' } });
  await openAsAdmin(page, site, '/admin/issues');
  const issues = page.getByRole('list', { name: 'Issues' });
  await expect(issues.getByRole('heading')).toHaveCount(50);
  await page.getByRole('link', { name: 'Load Older Issues' }).click();
  await expect(issues.getByRole('link', { name: 'Issue 1', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open an issue…' }).click();
  await expect(page.getByRole('dialog').getByLabel('Number')).toHaveValue('52');
});
