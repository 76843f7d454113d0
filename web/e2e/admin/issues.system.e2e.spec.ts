import { expect } from '@playwright/test';
import { expectToast, open, openBrowser } from '../../../infra/e2e/browsers.ts';
import { createNewsroom, joinAsEditor } from '../../../infra/e2e/newsroom.ts';
import { test } from '../../../tools/testing/started-system.ts';
import { expectAccessible } from '../axe.ts';

const { step } = test;

test('an editor composes an issue, and readers see it whole from one moment to the next', async ({
  browser,
  request,
}, { repeatEachIndex }) => {
  const newsroom = createNewsroom(request);
  const number = 300 + repeatEachIndex;
  const titles = ['Anchorage', 'Breakwater', 'Capstan'].map((word) => `${word} ${number}`);
  const [first = '', second = '', third = ''] = titles;
  const [editors, readers] = await Promise.all(
    [1, 2].map((person) => openBrowser(browser, `203.0.113.${180 + 2 * repeatEachIndex + person}`)),
  );
  if (!editors || !readers) throw new Error('There is no browser');
  const { page } = editors;
  const main = page.getByRole('main');
  await joinAsEditor(page.request, {
    fullName: 'Issue Editor',
    email: `issues-${repeatEachIndex}@journal.example`,
  });
  let seen = '';
  for (const title of titles) seen = (await newsroom.publish({ title })).position;
  await page.request.get('/api/articles', { headers: { 'journal-position': seen } });
  const path = `/issues/${number}`;
  const heading = readers.page.getByRole('heading', { level: 1 });

  await step('it is opened with a number, a day and a working title', async () => {
    await open(page, '/admin');
    await main.getByRole('link', { name: 'Issues' }).click();
    await expect(main.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible();
    await main.getByLabel('Number').fill(String(number));
    await main.getByLabel('Date').fill('2027-01-31');
    await main.getByLabel('Working title (optional)').fill(`Harbour ${number}`);
    await expectAccessible(page, 'the issues of the newsroom');
    await main.getByRole('button', { name: 'Open Issue' }).click();
    await page.waitForURL(`/admin${path}`);
    await expect(main.getByRole('heading', { level: 1, name: `Harbour ${number}` })).toBeVisible();
  });
  await step('pieces are placed, ordered by keyboard and by dragging, and parted by a heading', async () => {
    await main.getByLabel('Title or author').fill(String(number));
    for (const title of titles) await main.getByRole('button', { name: `Add ${title}` }).click();
    const placed = main.getByRole('list', { name: 'Pieces in their order' }).getByRole('listitem');
    await main.getByRole('button', { name: `Up ${third}` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('status')).toHaveText(`${third} is now number 1 of 3.`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await placed.nth(2).locator('.placed-name').dragTo(placed.nth(1).locator('.placed-name'));
    for (const [place, title] of [third, second, first].entries())
      await expect(placed.nth(place)).toContainText(title);
    await placed.nth(1).getByLabel('Heading above it (optional)').fill('At the quay');
    await main.getByRole('button', { name: 'Save Pieces' }).click();
    await expectToast(page, 'The pieces are saved.');
    await main.getByLabel('Letter from the editors (optional)').fill('Dear reader,\n\nthe tide is in.');
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Saved.');
    await main.locator('.issue-preview summary').click();
    await expect(main.locator('.issue-preview')).toContainText('the tide is in.');
    await expectAccessible(page, 'an issue that is composed');
  });
  await step('readers know nothing of it until it is published, and then all of it', async () => {
    expect((await readers.page.goto(path))?.status()).toBe(404);
    await expect(heading).toHaveText('Issue Not Found');
    await main.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, 'The issue is out.');
    await expect(async () => {
      await open(readers.page, '/issues');
      await expect(readers.page.getByRole('link', { name: `Harbour ${number}` })).toBeVisible({
        timeout: 500,
      });
    }).toPass();
    await expectAccessible(readers.page, 'the archive of issues');
    await readers.page.getByRole('link', { name: `Harbour ${number}` }).click();
    await expect(heading).toHaveText(`Harbour ${number}`);
    const reader = readers.page.getByRole('main');
    await expect(reader.getByRole('heading', { level: 3 })).toHaveText([third, second, first]);
    await expect(reader.getByRole('heading', { name: 'At the quay' })).toBeVisible();
    await expect(reader).toContainText('the tide is in.');
    await expectAccessible(readers.page, 'an issue');
  });
  await step('a change is seen without a reload, and a withdrawal too', async () => {
    await main.getByLabel('Title (optional)').fill(`Lagoon ${number}`);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(page, 'Saved.');
    await expect(heading).toHaveText(`Lagoon ${number}`);
    await main.getByRole('button', { name: 'Withdraw…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expectToast(page, 'The issue is withdrawn.');
    await expect(heading).toHaveText('Issue Not Found');
    await main.getByRole('link', { name: 'History' }).click();
    await expect(main.locator('.version')).toHaveCount(6);
    await expectAccessible(page, 'the history of an issue', ['']);
    await open(page, '/admin/audit');
    await expect(main.locator('.audit-entry').first()).toContainText('Withdrew an issue');
  });
  expect([...editors.faults, ...readers.faults.filter((fault) => !fault.includes('404'))]).toEqual([]);
});
