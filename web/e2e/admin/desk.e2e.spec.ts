import type { Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import {
  delayResponses,
  expect,
  expectFieldError,
  openAs,
  openAsAdmin,
  people,
  problem,
  rowOf,
  type Site,
  samplePitch,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;
const titleOf = (number: number) => `Sample pitch number ${number}`;
const desk = '/admin?tab=submissions';
const inAMonth = new Date(Date.now() + 30 * 24 * 3_600_000);
const dueDay = inAMonth.toISOString().slice(0, 10);
const dueDayLabel = inAMonth.toLocaleDateString('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Makes the pitcher a second editor. */
const grant = (site: Site) =>
  site.send('POST', '/api/operations/administrators/grant', {
    as: 'service',
    body: { email: people.pitcher.email },
  });

/** Expects the desk to be accessible, then restores the desktop viewport and the light theme. */
async function expectAccessibleOnDesktop(
  page: Page,
  what: string,
  fontSizes?: readonly string[],
): Promise<void> {
  await expectAccessible(page, what, fontSizes);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Locators and actions for the reader and the list of a desk. */
function deskOf(page: Page) {
  const reader = page.locator('.reading');
  return {
    reader,
    rows: page.locator('.row-title'),
    dialog: page.getByRole('dialog'),
    toast: toastOf(page),
    shows: (number: number) => expect(reader.getByRole('heading')).toHaveText(titleOf(number)),
    /** One fact about the state of the pitch in the reader. */
    fact: (name: string) =>
      reader
        .locator('.reading-standing > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .locator('dd'),
    press: (name: string) => reader.getByRole('button', { name: new RegExp(`^${name}`) }).click(),
    read: (number: number) => rowOf(page, titleOf(number)).getByRole('heading').getByRole('link').click(),
    options: (label: string) => page.getByLabel(label, { exact: true }).locator('option').allTextContents(),
  };
}

test('two editors share the desk, and neither decides on a version they have not seen', async ({
  page,
  site,
  browser,
}) => {
  await grant(site);
  const faults = await watchPage(page, site.url);
  await openAsAdmin(page, site, desk);
  const other = await (await browser.newContext()).newPage();
  await openAs(other, site, 'pitcher', desk);
  const [mine, theirs] = [deskOf(page), deskOf(other)];
  const { reader, rows, dialog, toast, shows, fact, press, read } = mine;

  await step('the pitch that has waited longest comes first, with its waiting time', async () => {
    await expect(rows).toHaveText([titleOf(1), titleOf(2), titleOf(3)]);
    await shows(1);
    await expect(fact('Stage')).toHaveText('Received');
    await expect(fact('Waiting')).toHaveText(/^\d+ days$/);
    await expect(fact('Assignee')).toHaveText('Nobody');
    await expect(rowOf(page, titleOf(1)).locator('.row-standing')).toHaveText(/^Received\d+ days$/);
    expect(await mine.options('Stage')).toEqual([
      'All stages',
      'Received (3)',
      'Reading (0)',
      'Changes requested (0)',
      'Back from the writer (0)',
      'Accepted (0)',
      'Planned',
    ]);
    expect(await mine.options('Assignee')).toEqual([
      'Everybody’s',
      'Mine (0)',
      'Nobody’s (3)',
      'Sample Pitcher (0)',
    ]);
    expect(await mine.options('Status')).toEqual([
      'Waiting',
      'Published',
      'Declined',
      'Withdrawn',
      'Deleted',
    ]);
  });
  await step('an editor takes a pitch: the other editor sees it, and it stays in the reader', async () => {
    await read(1);
    await press('Take it');
    await expect(toast).toContainText('Submission assigned successfully!');
    await expect(fact('Stage')).toHaveText('Reading');
    await expect(fact('Waiting')).toHaveText('since today');
    await expect(fact('Assignee')).toHaveText('You');
    await expect(rows).toHaveText([titleOf(2), titleOf(3), titleOf(1)]);
    await shows(1);
    await expect(reader.getByRole('button', { name: 'Take it' })).toHaveCount(0);
    await expect(rowOf(other, titleOf(1))).toContainText('Sample Editor');
    // The next one is counted from the pitch's former place, not from the end of the list.
    await page.keyboard.press('j');
    await shows(2);
    await read(1);
    expect(await mine.options('Assignee')).toContain('Mine (1)');
  });
  await step('a pitch can be assigned to any editor or to nobody', async () => {
    const opener = reader.getByRole('button', { name: 'Assign…' });
    await opener.press('Enter');
    const choice = (name: RegExp) => page.getByRole('menuitemradio', { name });
    await expect(choice(/^Sample Editor \(you\)/)).toBeChecked();
    await expectAccessibleOnDesktop(page, 'the menu of editors', ['']);
    await choice(/^Sample Pitcher/).click();
    await expect(fact('Assignee')).toHaveText('Sample Pitcher');
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await choice(/^Nobody/).click();
    await expect(fact('Assignee')).toHaveText('Nobody');
    await expect(fact('Stage')).toHaveText('Received');
  });
  await step('changes are requested with a note, but not after another editor’s change', async () => {
    await press('Request changes…');
    await dialog.getByRole('button', { name: 'Request changes' }).click();
    await expectFieldError(page, 'Note', 'Note is required');
    await expectAccessibleOnDesktop(page, 'asking for changes');
    await dialog.getByLabel('Note').fill('The bees are wonderful.\n\nWhere do they sleep?');
    await dialog.getByLabel('By when').pressSequentially('0101');
    await dialog.getByRole('button', { name: 'Request changes' }).click();
    await expectFieldError(page, 'By when', 'This date is not complete');
    await dialog.getByLabel('By when').fill('2000-01-01');
    await dialog.getByRole('button', { name: 'Request changes' }).click();
    await expectFieldError(page, 'By when', 'This day has passed');
    await dialog.getByLabel('By when').fill('2126-01-01');
    await expectFieldError(page, 'By when', 'This day is more than a year away');
    await dialog.getByLabel('By when').fill(dueDay);
    await theirs.read(1);
    await theirs.press('Take it');
    await expect(theirs.fact('Assignee')).toHaveText('You');
    await dialog.getByRole('button', { name: 'Request changes' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this submission');
    await expect(dialog.getByRole('alert')).toContainText('It is “Reading” now. Assignee: Sample Pitcher.');
    await expect(dialog.getByLabel('Note')).toHaveValue('The bees are wonderful.\n\nWhere do they sleep?');
    await expectAccessibleOnDesktop(page, 'a refusal in words');
    await dialog.getByLabel('Note').press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    await expect(toast).toContainText('Changes requested.');
    // The reader continues with the pitch that followed when this one was taken.
    await shows(2);
    await expect(reader.getByRole('heading')).toBeFocused();
    await expect(rowOf(page, titleOf(1)).locator('.row-standing')).toHaveText(
      `Changes requestedsince todaySample PitcherDue ${dueDayLabel}`,
    );
  });
  await step('the history shows the note', async () => {
    await read(1);
    await reader.getByRole('link', { name: 'History' }).click();
    await expect(page.locator('.version-title').first()).toContainText('Changes requested');
    await expect(page.locator('.version-note')).toContainText('Where do they sleep?');
    await expectAccessibleOnDesktop(page, 'a history with a note', ['']);
    await page.goBack();
    await shows(1);
  });
  await step('a pitch is accepted for an issue after a failed attempt', async () => {
    await read(2);
    await press('Accept…');
    await dialog.getByLabel('Issue number').fill('24');
    await expectAccessibleOnDesktop(page, 'accepting');
    site.fault(/^POST .*\/accept$/, async () => problem('unavailable'));
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByLabel('Issue number')).toHaveValue('24');
    site.heal();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect(toast).toContainText('Submission accepted.');
    await shows(3);
    await expect(rowOf(other, titleOf(2)).locator('.row-standing')).toHaveText(/^Accepted.*Issue 24$/);
    await read(2);
    await expect(fact('Issue')).toHaveText('24');
    await expect(reader.getByRole('button', { name: 'Request changes…' })).toHaveCount(0);
  });
  await step('taking a pitch that another editor has just taken is refused', async () => {
    await read(3);
    const path = `/api/submissions/${new URL(page.url()).hash.slice(1)}`;
    const { body } = await site.send('GET', '/api/newsroom/desk', { as: 'editor' });
    const pitcher = JSON.parse(body).editors.find(({ name }: { name: string }) => name === 'Sample Pitcher');
    const release = delayResponses(site, /^GET \/api\/submissions\?/);
    await site.send('POST', `${path}/assign`, { as: 'pitcher', body: { userId: pitcher.userId } });
    await press('Take it');
    await expect(toast).toContainText('Failed to assign submission. Please try again.');
    await expect(toast).toContainText('Someone else has changed this submission since you opened it');
    release();
    await expect(fact('Assignee')).toHaveText('Sample Pitcher');
  });
  for (const [when, isArrived] of [
    ['before the page has it', false],
    ['though the page has it', true],
  ] as const)
    await step(`a text that its writer has just sent can’t be published unread, ${when}`, async () => {
      await read(1);
      await press('Publish as Article');
      const path = `/api/submissions/${new URL(page.url()).hash.slice(1)}`;
      const release = isArrived ? () => {} : delayResponses(site, /^GET \/api\/submissions\?/);
      const fullEssay = `Nobody has read this, ${when}.`;
      await site.send('POST', `${path}/resubmit`, { as: 'pitcher', body: { ...samplePitch(1), fullEssay } });
      if (isArrived) await expect(reader).toContainText(fullEssay);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
      await expect(toast).toContainText('Failed to publish submission. Please try again.');
      await expect(toast).toContainText('Someone else has changed this submission since you opened it');
      await toast.getByRole('button', { name: 'Close notification' }).click();
      release();
      await expect(reader).toContainText(fullEssay);
      expect(JSON.parse((await site.send('GET', path, { as: 'editor' })).body).status).toBe('pending');
      await site.send('POST', `${path}/request-changes`, {
        as: 'editor',
        body: { note: 'Once more, please', dueAt: inAMonth.toISOString() },
      });
      await expect(fact('Due')).toHaveText(dueDayLabel);
    });
  await step('the reader of a pitch with all its facts is accessible', async () => {
    await read(1);
    await expect(fact('Due')).toHaveText(dueDayLabel);
    await expectAccessibleOnDesktop(page, 'a pitch on the desk');
  });
  // The browser logs refused requests.
  expect(faults.filter((fault) => !fault.includes('responded with a status of'))).toEqual([]);
  await other.context().close();
});

test('pitches are declined with a message, reopened, accepted, planned and filtered', async ({
  page,
  site,
}) => {
  await grant(site);
  await openAsAdmin(page, site, desk);
  const { reader, rows, dialog, toast, shows, press, fact, options, read } = deskOf(page);
  const message = dialog.getByLabel('Message');
  const decline = dialog.getByRole('button', { name: 'Decline' });
  await step('declining proposes a friendly message, and requires one', async () => {
    await read(2);
    await press('Decline…');
    await expect(message).toHaveValue(
      /^Dear Sample Writer,\n\nThank you for sending us “Sample pitch number 2”/,
    );
    await expectAccessibleOnDesktop(page, 'declining');
    await message.fill('  ');
    await decline.click();
    await expectFieldError(page, 'Message', 'Message is required');
    await message.fill('');
    const long = `${'Bees and bees. '.repeat(334)}The end.`;
    await page.keyboard.insertText(long);
    await expect(message).toHaveValue(long);
    await decline.click();
    await expectFieldError(page, 'Message', 'Message must be at most 5000 characters');
    await message.fill('Not about bees.');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(message).toHaveValue('Not about bees.');
  });
  await step('undoing it in the notification restores the pitch to its place', async () => {
    await decline.click();
    await expect(toast).toContainText('Submission declined.');
    await toast.hover();
    await expect(rows).toHaveText([titleOf(1), titleOf(3)]);
    await shows(3);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(rows).toHaveText([titleOf(1), titleOf(2), titleOf(3)]);
    await expect(toast).toContainText('Submission reopened successfully!');
  });
  await step('a declined pitch is reopened from the list later', async () => {
    await read(2);
    await press('Decline…');
    await decline.click();
    await expect(rows).toHaveCount(2);
    await page.getByLabel('Status').selectOption('Declined');
    await page.waitForURL('**/admin?tab=submissions&status=declined');
    await expect(page.getByRole('heading', { name: 'Declined Submissions (1)' })).toBeVisible();
    await expect(page.getByLabel('Stage')).toHaveCount(0);
    await shows(2);
    await expect(fact('Stage')).toHaveText('Declined');
    await expectAccessibleOnDesktop(page, 'declined submissions');
    await press('Reopen');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(3);
  });
  await step('accepting a pitch that another editor has just declined is refused with a reason', async () => {
    await read(3);
    const path = `/api/submissions/${new URL(page.url()).hash.slice(1)}`;
    await press('Accept…');
    await dialog.getByLabel('Issue number').fill('24');
    await site.send('POST', `${path}/decline`, { as: 'pitcher', body: { message: 'Sorry.' } });
    await expect(rows).toHaveCount(2);
    const accept = dialog.getByRole('button', { name: 'Accept' });
    await accept.click();
    await expect(dialog.getByRole('alert').first()).toContainText(
      'has been declined; it has to be reopened first',
    );
    await expect(dialog.getByText('It is “Declined” now.')).toBeVisible();
    await Promise.all([page.waitForResponse(/\/accept$/), accept.click()]);
    await expect(accept).toBeEnabled();
    await expect(dialog.getByRole('alert').first()).toContainText(
      'has been declined; it has to be reopened first',
    );
    await expect(dialog.getByText('It is “Declined” now.')).toBeVisible();
    await expect(dialog.getByLabel('Issue number')).toHaveValue('24');
    await site.send('POST', `${path}/reopen`, { as: 'pitcher' });
    await accept.click();
    await expect(dialog.getByText('Everything shown here is as it was.')).toBeVisible();
    await accept.click();
    await expect(toast).toContainText('Submission accepted.');
  });
  await step('a publication is planned and shown until it is cancelled', async () => {
    await read(3);
    await press('Schedule…');
    const plan = dialog.getByRole('button', { name: 'Plan' });
    await plan.click();
    await expect(dialog).toContainText('Choose a date and a time');
    await dialog.getByLabel('Date and time (UTC)').fill(`${dueDay}T08:05`);
    await expectAccessibleOnDesktop(page, 'planning a publication');
    await plan.click();
    await expect(toast).toContainText('Publication planned.');
    await expect(rowOf(page, titleOf(3)).locator('.row-standing')).toHaveText(/Planned for .*, 08:05$/);
    await read(3);
    await expect(fact('Publication')).toHaveText(/^Planned for .*, 08:05 \(UTC\)$/);
    await press('Decline…');
    await expect(dialog).toContainText('Its planned publication is cancelled at once');
    await page.keyboard.press('Escape');
    await press('Delete');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('You can restore it, but not its planned publication.');
    await page.keyboard.press('Escape');
    await page.getByLabel('Stage').selectOption('Planned');
    await expect(rows).toHaveText([titleOf(3)]);
    await page.getByLabel('Stage').selectOption('All stages');
    await expect(rows).toHaveCount(3);
    await read(3);
    await press('Cancel plan');
    await expect(fact('Publication')).toHaveCount(0);
    await expect(reader.getByRole('heading')).toBeFocused();
  });
  await step('the list is filtered by stage and assignee, and the address keeps the filter', async () => {
    await page.getByLabel('Stage').selectOption('Accepted (1)');
    await page.waitForURL('**/admin?tab=submissions&stage=accepted');
    await expect(rows).toHaveText([titleOf(3)]);
    await expect(page.getByRole('heading', { name: 'Essay Submissions (1)' })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Stage')).toHaveValue('accepted');
    await page.getByLabel('Stage').selectOption('All stages');
    await page.getByLabel('Assignee').selectOption('Nobody’s (3)');
    await page.waitForURL('**/admin?tab=submissions&assignee=nobody');
    await expect(rows).toHaveCount(3);
    await press('Take it');
    await expect(rows).toHaveCount(2);
    await page.getByLabel('Assignee').selectOption('Mine (1)');
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Assignee').selectOption('Sample Pitcher (0)');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    expect(await options('Order')).toEqual(['Longest wait', 'Newest first', 'Oldest first']);
  });
});

test('thirteen pitches are worked through by keyboard', async ({ page, site }) => {
  for (let number = 4; number <= 13; number++) await site.pitch(samplePitch(number));
  await openAsAdmin(page, site, desk);
  const { reader, dialog, toast, shows, fact, read } = deskOf(page);
  await step('a pitch that is taken stays in the reader, wherever it moves in the list', async () => {
    await reader.getByRole('heading').click();
    await page.keyboard.press('t');
    await expect(fact('Assignee')).toHaveText('You');
    await shows(1);
    await expect(reader.getByText('13 of 13')).toBeVisible();
    await expect(page.locator('.row[data-read]')).toBeInViewport({ ratio: 1 });
  });
  await step('each key opens the dialog of its button, and the next pitch follows', async () => {
    await read(2);
    await shows(2);
    await page.keyboard.press('c');
    await expect(dialog.getByLabel('Note')).toBeFocused();
    await expect(dialog.getByLabel('Note')).toHaveValue('');
    await page.keyboard.type('A cat dreams.');
    await expect(dialog.getByLabel('Note')).toHaveValue('A cat dreams.');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Request changes' }).press('Enter');
    await shows(3);
    await page.keyboard.press('a');
    await dialog.getByRole('button', { name: 'Accept' }).press('Enter');
    await shows(4);
    await page.keyboard.press('d');
    await dialog.getByRole('button', { name: 'Decline' }).press('Enter');
    await expect(toast).toContainText('Submission declined.');
    await shows(5);
    // It stays while the pointer is on it.
    await toast.hover();
    await page.keyboard.press('p');
    const question = page.getByRole('alertdialog', { name: 'Publish this submission?' });
    const publish = await question.getByRole('button', { name: 'Publish' }).boundingBox();
    const notification = await toast.boundingBox();
    if (!publish || !notification) throw new Error('The question or the notification is gone');
    expect(notification.y + notification.height, 'a notification above the buttons').toBeLessThan(publish.y);
    // Unlike the rest of the page, it can be reached.
    for (const key of ['F8', 'Tab', 'Tab']) await page.keyboard.press(key);
    await expect(toast.getByRole('button', { name: 'Undo' })).toBeFocused();
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await expect(question.locator(':focus')).toHaveCount(1);
    await question.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(reader.getByRole('heading')).toBeFocused();
  });
  await step('keys do nothing while somebody types, and the help lists them', async () => {
    await page.getByLabel('Search', { exact: true }).pressSequentially('tcadp');
    await expect(page.getByLabel('Search', { exact: true })).toHaveValue('tcadp');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    for (const what of ['Take it', 'Request changes', 'Accept', 'Decline', 'Publish as article'])
      await expect(dialog.getByText(what, { exact: false }).first()).toBeVisible();
  });
});
