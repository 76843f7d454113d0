import { expectAccessible } from '../axe.ts';
import {
  expect,
  expectFollowers,
  open,
  openAsAdmin,
  people,
  reload,
  rowOf,
  sampleArticle,
  samplePitch,
  test,
} from '../test.ts';
import { hydrated, watchPage } from '../watch-page.ts';

const { step } = test;

// What the HTML contains for each role is tested in infra/e2e/closed-newsroom.system.e2e.spec.ts.
test('visitors can’t enter the newsroom, and their pages load none of its code', async ({ page, site }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url());
  });
  for (const path of ['/', '/article/7', '/profile']) await open(page, site, path);
  const code = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
  expect(code.join('\n')).toContain('Latest Articles');
  expect(code.join('\n')).not.toMatch(/Restore this version|Filter the audit|Add an administrator/);

  for (const path of [
    '/admin?tab=submissions',
    '/admin/articles/7/history',
    '/admin/articles/x/history',
    '/admin/submissions/x/history',
    '/admin/audit',
    '/admin/people',
    '/admin/mail',
    '/admin/texts?edit=privacy',
    '/admin/texts/privacy/history',
    '/admin',
  ]) {
    await open(page, site, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    await expect(page.getByText('You need admin privileges to access this page.')).toBeVisible();
  }
  expect(site.calls.filter(({ path }) => /newsroom|submissions|history|audit/.test(path))).toEqual([]);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await main.getByRole('link', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
});

test('the panel has two tabs, works by keyboard, follows others’ changes, and edits the text pages', async ({
  page,
  site,
  browser,
}) => {
  const faults = await watchPage(page, site.url);
  const articles = page.getByRole('tab', { name: 'Articles (30)' });
  const submissions = page.getByRole('tab', { name: 'Submissions (3)' });
  await step('a link in the profile leads to the panel', async () => {
    await openAsAdmin(page, site, '/profile');
    await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click();
    await page.waitForURL('**/admin');
    await expect(page.getByRole('heading', { name: 'Published Articles (30)' })).toBeVisible();
    await expect(rowOf(page, 'Sample article number 30')).toBeVisible();
  });
  await step('the page of an article has a link to its form, for editors only', async () => {
    const htmlFor = async (cookie: string) =>
      (await fetch(`${site.url}/article/7`, { headers: { cookie } })).text();
    for (const person of ['editor', 'writer', 'editor', 'nobody'])
      expect((await htmlFor(site.cookie(person))).includes('&amp;edit=7'), person).toBe(person === 'editor');
    await page.goto(`${site.url}/article/7`);
    const link = page.getByRole('article').getByRole('link', { name: 'Edit this article' });
    await expect(link).toBeInViewport();
    const before = await link.boundingBox();
    await hydrated(page);
    expect(await link.boundingBox()).toEqual(before);
    await link.click();
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Sample article number 7');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'The View' }).first().click();
    await expect(page.getByRole('link', { name: 'Edit this article' })).toHaveCount(0);
    await openAsAdmin(page, site);
  });
  await step('both tabs are in the HTML, and the selected one is in the address', async () => {
    const html = await (await page.request.get(`${site.url}/admin`)).text();
    for (const text of ['Articles (30)', 'Published Articles (30)', 'Sample article number 30'])
      expect(html).toContain(text);
    await expect(articles).toHaveAttribute('aria-selected', 'true');
    await submissions.click();
    await page.waitForURL('**/admin?tab=submissions');
    await expect(page.getByRole('heading', { name: 'Essay Submissions (3)' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Published Articles/ })).toBeHidden();
    await reload(page);
    await expect(submissions).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(articles).toHaveAttribute('aria-selected', 'true');
  });
  await step('forms, confirmations and undo work by keyboard', async () => {
    const add = page.getByRole('button', { name: 'Add New Article' });
    const remove = page.getByRole('button', { name: 'Delete Sample article number 29' });
    const dialog = page.getByRole('alertdialog');
    await add.press('Enter');
    await expect(page.getByRole('heading', { name: 'Add New Article' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(add).toBeFocused();
    await remove.press('Enter');
    for (let count = 0; count < 4; count += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByText('Article deleted successfully!').first()).toBeVisible();
    for (const key of ['F8', 'Tab', 'Tab']) await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toBeVisible();
  });
  await step('the tabs work by keyboard', async () => {
    await articles.focus();
    await page.keyboard.press('ArrowRight');
    await expect(submissions).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Essay Submissions (3)' })).toBeVisible();
  });
  await step('others’ changes are counted and listed without a reload', async () => {
    await articles.click();
    const pitched = JSON.parse((await site.send('GET', '/api/submissions', { as: 'editor' })).body);
    await site.send('DELETE', `/api/submissions/${pitched[0].id}`, { as: 'editor' });
    await expect(page.getByRole('tab', { name: 'Submissions (2)' })).toBeVisible();
    await site.remove(30);
    await expect(page.getByRole('tab', { name: 'Articles (29)' })).toBeVisible();
    await expect(rowOf(page, 'Sample article number 30')).toHaveCount(0);
  });
  const change = (text: string) => site.send('PUT', '/api/pages/privacy', { as: 'editor', body: { text } });
  const reader = await (await browser.newContext()).newPage();
  await open(reader, site, '/privacy');
  await expect(reader.getByRole('heading', { name: 'If you only read' })).toBeVisible();
  await expectFollowers(site, 2);
  const form = page.getByRole('region', { name: 'Edit Privacy' });
  const text = form.getByLabel('Text', { exact: true });
  const preview = form.getByRole('region', { name: 'Preview' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await step('a text page has a link to its form, for administrators only', async () => {
    await openAsAdmin(page, site, '/privacy');
    await page.getByRole('main').getByRole('link', { name: 'Edit this page' }).click();
    await expect(text).toHaveValue(/^This page says what the journal knows about you/);
    await expect(reader.getByRole('link', { name: 'Edit this page' })).toHaveCount(0);
    await expectAccessible(page, 'the form of a page');
  });
  await step('readers see the saved text without a reload, as in the preview', async () => {
    await text.fill('## Ours\n\nWe keep <b>nothing</b>.');
    await expect(preview.getByRole('heading', { name: 'Ours' })).toBeVisible();
    await expect(preview.getByText('We keep <b>nothing</b>.')).toBeVisible();
    await text.press('Control+s');
    await expect(page.getByText('Page updated successfully!').first()).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(reader.getByRole('heading', { name: 'Ours' })).toBeVisible();
    await expect(reader.getByText('We keep <b>nothing</b>.')).toBeVisible();
    await expect(reader.getByText('If you only read')).toHaveCount(0);
  });
  await step(
    'a conflict between two administrators is resolved by choice, and unsaved text is kept',
    async () => {
      await page.getByRole('button', { name: 'Edit Privacy' }).click();
      await text.fill('Mine');
      await page.getByRole('link', { name: 'History Privacy' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
      await page.waitForURL('**/history');
      await change('Theirs');
      await page.getByRole('link', { name: 'Pages' }).click();
      await page.getByRole('button', { name: 'Edit Privacy' }).click();
      await expect(text).toHaveValue('Mine');
      await form.getByRole('button', { name: 'Compare both versions' }).click();
      await expect(form.getByText('which version of this page to keep')).toBeFocused();
      await form.getByLabel('Take theirs').check();
      await form.getByRole('button', { name: 'Save what I chose' }).click();
      await expect(form).toHaveCount(0);
      await expect(reader.getByText('Theirs', { exact: true })).toBeVisible();
    },
  );
  await step('the original text can be restored', async () => {
    await page.getByRole('button', { name: 'Edit Privacy' }).click();
    await form.getByRole('button', { name: 'Restore the original text' }).click();
    await expect(preview.getByRole('heading', { name: 'If you only read' })).toBeVisible();
    await save.click();
    await expect(reader.getByRole('heading', { name: 'If you only read' })).toBeVisible();
  });
  await step('the history shows who changed what, and restores a version', async () => {
    await page.getByRole('link', { name: 'History Privacy' }).click();
    await expect(page.locator('.version-title')).toHaveText([
      'Version 3 Edited: text',
      'Version 2 Edited: text',
      'Version 1 Edited: text',
    ]);
    await expect(page.locator('.version-facts').first()).toHaveText(/^Sample Editor, \d/);
    await page.getByRole('link', { name: 'Open version 1' }).click();
    await expect(page.locator('.difference')).toContainText('[added: ## Ours');
    await expect(page.locator('.difference')).toContainText('[removed: This page says');
    await expectAccessible(page, 'the history of a page', ['']);
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.locator('.version-title').first()).toHaveText('Version 4 Restored version 1: text');
    await expect(reader.getByRole('heading', { name: 'Ours' })).toBeVisible();
    await page.getByRole('link', { name: 'Audit' }).click();
    const first = page.locator('.audit-entry').first();
    await expect(first).toContainText('Restored version 1 of a page');
    await expect(first.getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      '/admin/texts/privacy/history?before=4&version=4',
    );
  });
  await step('the history of an unchanged page says that nobody has changed it', async () => {
    await page.goto(`${site.url}/admin/texts/terms/history`);
    await expect(page.getByText('Nobody has changed the text that came with the journal.')).toBeVisible();
    await expectAccessible(page, 'a history without versions', ['']);
  });
  expect(faults).toEqual([]);
});

test.describe('with few rows', () => {
  test.use({ siteOptions: { empty: true } });

  test('every view of the panel is accessible and obeys the Content Security Policy', async ({
    page,
    site,
  }) => {
    const faults = await watchPage(page, site.url);
    const endless = 'Unbreakable'.repeat(17);
    // The fewest rows that show all variants of a row.
    await site.publish(sampleArticle(30));
    const { id } = await site.publish(sampleArticle(29));
    await site.publish(sampleArticle(28, { title: endless, excerpt: endless }));
    await site.pitch(samplePitch(3));
    await openAsAdmin(page, site);
    await expectAccessible(page, 'articles');
    await page.getByRole('button', { name: 'Add New Article' }).click();
    await page.getByRole('button', { name: 'Publish Article' }).click();
    await page.getByText('Title is required').waitFor();
    await expectAccessible(page, 'the form of a new article, with errors');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit Sample article number 29' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await site.edit(id, { title: 'Theirs', content: 'Their\n\ntext' });
    await page.getByRole('button', { name: 'Compare both versions' }).click();
    await page.getByRole('button', { name: 'Save what I chose' }).click();
    await page.getByText('Choose one of the two').waitFor();
    await expectAccessible(page, 'two versions');
    await page.getByRole('button', { name: 'Back to my text' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'the question before discarding');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Delete Theirs' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'the question before deleting');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Article deleted successfully!').first().waitFor();
    await expectAccessible(page, 'the notification with its undo');
    await page.getByRole('tab', { name: 'Submissions' }).click();
    await rowOf(page, 'Sample pitch number 3').getByRole('link').click();
    await page.getByRole('button', { name: 'Publish as Article Sample pitch number 3' }).click();
    await page.getByRole('alertdialog').waitFor();
    await expectAccessible(page, 'the preview');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'List' }).click();
    await expectAccessible(page, 'submissions');

    await page.getByRole('link', { name: 'People' }).click();
    const list = page.getByRole('list', { name: 'People', exact: true });
    const person = list.locator(':scope > li');
    await expect(person).toHaveText([/Sample Editor.*Administrator.*You/]);
    const form = page.getByRole('region', { name: 'Give a role' });
    const add = form.getByRole('button', { name: 'Give Role' });
    await form.getByLabel('Email', { exact: true }).fill(people.pitcher.email);
    await add.click();
    await expect(form.getByRole('alert')).toContainText('This address is not confirmed yet');
    await expectAccessible(page, 'people, with a refusal');
    await site.send('POST', '/api/operations/administrators/grant', {
      as: 'service',
      body: { email: people.pitcher.email },
    });
    await form.getByLabel('Role', { exact: true }).selectOption('Administrator');
    await add.click();
    await expect(person).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove Administrator: Sample Pitcher' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Sample Pitcher?' });
    await question.waitFor();
    await expectAccessible(page, 'the question before removing');
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(person).toHaveText([/Sample Editor/]);
    // The browser logs refused requests.
    expect(faults.filter((fault) => !fault.includes('responded with a status of'))).toEqual([]);
  });
});
