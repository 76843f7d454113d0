import type { Page } from '@playwright/test';
import {
  changesOf,
  expect,
  newsroom,
  openAsAdmin,
  people,
  problem,
  rowOf,
  type Site,
  signInByForm,
  test,
  toastOf,
} from '../test.ts';

const newest = 'Sample article number 30';
const changed = 'Someone else has changed this article since you opened it.';

async function edit(page: Page, site: Site) {
  await openAsAdmin(page, site);
  await page.getByRole('button', { name: `Edit ${newest}` }).click();
  const form = page.getByRole('region', { name: 'Edit Article' });
  const title = form.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue(newest);
  return { form, title, save: form.getByRole('button', { name: 'Save', exact: true }) };
}

test('two admins see what the other does, without a reload', async ({ page, site, browser }) => {
  const other = await (await browser.newContext()).newPage();
  const { form, title, save } = await edit(page, site);
  await openAsAdmin(other, site);
  await title.fill('Changed by one');
  await save.click();
  await expect(form).toHaveCount(0);
  await expect(rowOf(other, 'Changed by one')).toBeVisible();
  await other.getByRole('button', { name: 'Delete Changed by one' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Changed by one')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Articles (29)' })).toBeVisible();
  await other.context().close();
});

test('a form in which nothing was typed follows the newest version, and says so', async ({ page, site }) => {
  const { form, title, save } = await edit(page, site);
  await site.edit(30, { title: 'Theirs' });
  await expect(form.getByText('The form shows the new version.')).toBeVisible();
  await expect(title).toHaveValue('Theirs');
  await title.fill('Mine after theirs');
  await save.click();
  await expect(toastOf(page)).toContainText('Article updated successfully!');
  expect(changesOf(site).map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /api/articles/30']);
});

test('a form with something typed says that there is a newer version, and merges both', async ({
  page,
  site,
}) => {
  const { form, title } = await edit(page, site);
  await title.fill('My title');
  await form.getByLabel('Author age').fill('13');
  await site.edit(30, { title: 'Their title', excerpt: 'Their excerpt', featured: 0 });
  await expect(form.getByText(changed)).toBeVisible();
  await expect(title).toHaveValue('My title');
  await form.getByRole('button', { name: 'Compare both versions' }).click();
  const field = (name: string) => form.getByRole('group', { name });
  await expect(form.getByRole('group')).toHaveCount(4);
  await expect(field('Title').getByText('Changed by both')).toBeVisible();
  await expect(field('Title').locator('mark')).toHaveText(['My', 'Their']);
  await expect(field('Excerpt').getByLabel('Take theirs')).toBeChecked();
  await expect(field('Author age').getByLabel('Keep mine')).toBeChecked();
  await expect(field('Featured Article').getByLabel('Take theirs')).toBeChecked();
  await form.getByRole('button', { name: 'Back to my text' }).click();
  await expect(title).toHaveValue('My title');
  await form.getByRole('button', { name: 'Compare both versions' }).click();
  await form.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(field('Title').getByText('Choose one of the two')).toBeVisible();
  await field('Title').getByLabel('Keep mine').check();
  await form.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(toastOf(page)).toContainText('Article updated successfully!');
  expect(await site.article(30)).toMatchObject({
    title: 'My title',
    excerpt: 'Their excerpt',
    featured: 0,
    authorAge: 13,
  });
});

test('a save that comes too late shows both versions, also where the other one is not read yet', async ({
  page,
  site,
}) => {
  const { form, title, save } = await edit(page, site);
  await title.fill('My title');
  site.fault(newsroom, async () => problem('edited-meanwhile'));
  await save.click();
  await expect(form.getByText('Reading their version...')).toBeVisible();
  await expect(title).toHaveValue('My title');
  site.heal();
  await site.edit(30, { title: 'Their title' });
  await form.getByRole('group', { name: 'Title' }).getByLabel('Take theirs').check();
  await form.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(toastOf(page)).toContainText('Article updated successfully!');
  expect((await site.article(30)).title).toBe('Their title');
  expect(changesOf(site)).toHaveLength(2);
});

test('an article that is deleted under its form keeps what was typed, and can be brought back', async ({
  page,
  site,
}) => {
  const { form, title, save } = await edit(page, site);
  await title.fill('My title');
  await site.remove(30);
  await expect(form.getByText('This article has been deleted meanwhile.')).toBeVisible();
  await save.click();
  await expect(toastOf(page)).toContainText('Failed to update article. Please try again.');
  await expect(title).toHaveValue('My title');
  await form.getByRole('button', { name: 'Restore it' }).click();
  await expect(form.getByText('This article has been deleted meanwhile.')).toHaveCount(0);
  // Deleting and restoring it are two newer versions, in which nothing of the text has changed.
  await form.getByRole('button', { name: 'Compare both versions' }).click();
  await form.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(rowOf(page, 'My title')).toBeVisible();
});

test('a pitch that is published under its form keeps what was typed', async ({ page, site }) => {
  await openAsAdmin(page, site, '/admin?tab=submissions');
  await page.getByRole('button', { name: 'Edit Sample pitch number 3' }).click();
  const form = page.getByRole('region', { name: 'Edit Submission' });
  await form.getByLabel('Article title').fill('My title');
  const pitched = JSON.parse((await site.send('GET', '/api/submissions', { as: 'editor' })).body);
  await site.send('POST', `/api/submissions/${pitched[0].id}/publish`, { as: 'editor' });
  await expect(form.getByText('This submission has been published meanwhile.')).toBeVisible();
  await expect(form.getByRole('link', { name: 'See the article' })).toHaveAttribute('href', '/article/31');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toHaveText('This submission has already been published');
  await expect(form.getByLabel('Article title')).toHaveValue('My title');
});

test('a session that ends loses nothing that is typed', async ({ page, site, context }) => {
  const { form, title, save } = await edit(page, site);
  await title.fill('My title');
  await page.getByRole('tab', { name: 'Submissions' }).click();
  await page.getByRole('tab', { name: 'Articles' }).click();
  await expect(title).toHaveValue('My title');
  const cookies = await context.cookies();
  await context.clearCookies();
  await save.click();
  await expect(form.getByRole('alert')).toContainText('You are not signed in any more.');
  const link = form.getByRole('link', { name: 'sign in in a new tab' });
  await expect(link).toHaveAttribute('target', '_blank');
  const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await tab.waitForURL('**/login');
  await tab.close();
  await expect(title).toHaveValue('My title');
  await context.addCookies(cookies);
  await save.click();
  await expect(toastOf(page)).toContainText('Article updated successfully!');
  await expect(rowOf(page, 'My title')).toBeVisible();
});

test('who signs out over a form sees it alone, and then nothing', async ({ page, site }) => {
  const { form, title } = await edit(page, site);
  await title.fill('My title');
  await page.getByRole('link', { name: 'account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.locator('.row')).toHaveCount(0);
  await expect(title).toHaveValue('My title');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
});

test('who signs in without a reload is told of the newsroom', async ({ page, site }) => {
  await openAsAdmin(page, site, '/admin');
  await page.context().clearCookies();
  await page.goto(`${site.url}/login`);
  await expect.poll(() => site.followed.at(-1)).toBe('');
  await signInByForm(page, people.editor.email);
  await page.waitForURL(`${site.url}/`);
  await expect.poll(() => site.followed.at(-1)).not.toBe('');
});
