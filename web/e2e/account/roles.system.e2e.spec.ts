import { expect, type Locator } from '@playwright/test';
import {
  accountBrowser,
  editorBrowser,
  expectToast,
  open,
  openBrowser,
} from '../../../infra/e2e/browsers.ts';
import { join, joinAsEditor } from '../../../infra/e2e/newsroom.ts';
import { test } from '../../../tools/testing/started-system.ts';
import { expectAccessible } from '../axe.ts';

const { step } = test;
const password = 'correct horse';

/** Whether a control can be clicked when it is scrolled to the lower edge. */
const isUncovered = (control: Locator) =>
  control.evaluate((button) => {
    button.scrollIntoView({ block: 'end' });
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('a user becomes an editor, reads pitches without addresses, and loses the role during an edit', async ({
  browser,
  journal,
}, { repeatEachIndex }) => {
  const title = `Breakwater ${repeatEachIndex}`;
  const [chief, editor] = await Promise.all(
    [1, 2].map((person) => openBrowser(browser, `203.0.113.${90 + 2 * repeatEachIndex + person}`)),
  );
  if (!chief || !editor) throw new Error('There is no browser');
  const chiefs = { fullName: 'The Chief', email: `chief-${repeatEachIndex}@journal.example` };
  const editors = { fullName: 'New Colleague', email: `colleague-${repeatEachIndex}@journal.example` };
  await joinAsEditor(chief.page.request, chiefs);
  await join(editor.page.request, editors);
  const sent = await chief.page.request.post('/api/submissions', {
    data: {
      fullName: 'Ada Sample',
      age: 15,
      section: 'view',
      articleTitle: title,
      articleSummary: 'What holds the sea back.',
      fullEssay: 'It began with a wave.\n\nIt ended with a wall.',
    },
  });
  expect(sent.status()).toBe(201);
  const people = chief.page.getByRole('list', { name: 'People', exact: true }).locator(':scope > li');
  const colleague = people.filter({ hasText: editors.email });
  const main = editor.page.getByRole('main');
  const { openForm, reader, rowOf } = editorBrowser(editor.page);

  await step('an administrator grants the role once the address is confirmed', async () => {
    const { page } = chief;
    await open(page, '/admin/people');
    const form = page.getByRole('region', { name: 'Give a role' });
    await form.getByLabel('Email', { exact: true }).fill(editors.email);
    await page.getByRole('button', { name: 'Give Role' }).click();
    await expect(form.getByRole('alert')).toContainText('This address is not confirmed yet');
    const readLink = () => journal.mailbox.find(editors.email, 'confirm your address');
    await expect.poll(readLink).toBeDefined();
    const [link = ''] = /http\S+\/confirm-email\?token=[\w-]+/.exec((await readLink()) ?? '') ?? [];
    await editor.page.goto(link);
    await editor.page.getByRole('button', { name: 'Confirm my address' }).click();
    await expect(editor.page.getByText('Your email address is confirmed.')).toBeVisible();
    await page.getByRole('button', { name: 'Give Role' }).click();
    await expectToast(page, 'The role has been given.');
    await expect(colleague).toContainText('Editor');
    await expectAccessible(page, 'people with roles');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await step('the editor sees the desk, but no addresses and no administrators’ pages', async () => {
    const { page } = editor;
    await open(page, '/profile');
    await expect(main.getByText('Editor', { exact: true })).toBeVisible();
    await open(page, '/admin?tab=submissions');
    await rowOf(title).getByRole('link').click();
    await expect(reader.getByRole('heading')).toHaveText(title);
    await expect(reader.getByRole('button', { name: 'Publish as Article' })).toBeVisible();
    await expect(main).not.toContainText('@');
    for (const name of ['People', 'Audit', 'Pages'])
      await expect(main.getByRole('link', { name, exact: true })).toHaveCount(0);
    await expectAccessible(page, 'the reader of an editor');
    const actions = await reader.locator('.reading-foot').getByRole('button').all();
    expect(actions.length).toBeGreaterThan(6);
    for (const action of actions)
      expect(await isUncovered(action), `${await action.textContent()} at the edge of a phone`).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await open(page, '/admin/people');
    await expect(main.getByText('You need admin privileges to access this page.')).toBeVisible();
  });
  await step(
    'the role is removed during an edit: the editor reads why saving fails, and keeps the text',
    async () => {
      const { page } = editor;
      await open(page, '/admin?tab=submissions');
      const { form, save } = await openForm('Submission', title);
      const field = form.getByLabel('Article title', { exact: true });
      await field.fill('Typed with care');
      await colleague.getByRole('button', { name: 'Remove' }).click();
      const question = chief.page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Remove' }).click();
      await expect(colleague).toHaveCount(0);
      await save.click();
      await expect(form.getByRole('alert')).toContainText('You are no longer signed in.');
      await expect(field).toHaveValue('Typed with care');
      const signedIn = await page.request.post('/api/auth/login', {
        data: { email: editors.email, password },
      });
      expect(await signedIn.json()).toMatchObject({ isAdmin: false, roles: [] });
      await save.click();
      await expect(form.getByRole('alert')).toContainText('Admin privileges are required');
      await expect(field).toHaveValue('Typed with care');
    },
  );
  await step(
    'with the safeguarding role they read the pitch and look up an address, which the audit records',
    async () => {
      const form = chief.page.getByRole('region', { name: 'Give a role' });
      await form.getByLabel('Email', { exact: true }).fill(editors.email);
      await form.getByLabel('Role', { exact: true }).selectOption('Safeguarding');
      await chief.page.getByRole('button', { name: 'Give Role' }).click();
      await expect(colleague).toContainText('Safeguarding');
      const { page } = await openBrowser(browser, `203.0.113.${80 + repeatEachIndex}`);
      await accountBrowser(page, editors).signIn(password);
      await open(page, '/admin');
      const desk = page.getByRole('main');
      await editorBrowser(page).rowOf(title).getByRole('link').first().click();
      await expect(
        desk.getByRole('button', { name: /^(Publish|Edit|Delete|Request|Assign|Take)/ }),
      ).toHaveCount(0);
      await expect(desk.getByText('No comments yet')).toBeVisible();
      await expect(desk.getByText('Select words in the text')).toHaveCount(0);
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(help.locator('kbd')).toHaveText(['J', 'K', '?']);
      await help.getByRole('button', { name: 'Close' }).click();
      await expect(desk.getByRole('tab', { name: /^Articles/ })).toHaveCount(0);
      await desk.getByRole('button', { name: 'Show address' }).click();
      await expect(desk.getByRole('link', { name: chiefs.email })).toBeVisible();
      await expectAccessible(page, 'the desk of safeguarding');
      await open(chief.page, '/admin/audit');
      await expect(editorBrowser(chief.page).audit.first()).toContainText(
        'Looked up the address of a writer',
      );
    },
  );
  for (const { faults } of [chief, editor])
    expect(faults.filter((fault) => !/40[0139]/.test(fault))).toEqual([]);
});
