import type { Page } from '@playwright/test';
import { draftOf } from '../pitch/pitch-site.ts';
import {
  changesOf,
  delayResponses,
  expect,
  newsroom,
  openAsAdmin,
  people,
  problem,
  rowOf,
  type Site,
  samplePitch,
  signInByForm,
  signOutByMenu,
  test,
  toastOf,
} from '../test.ts';

const { step } = test;
const titleOf = (id: number) => `Sample article number ${id}`;

/** Opens the form of an article in the panel, which the page shows. */
async function edit(page: Page, id: number) {
  await page.getByRole('button', { name: `Edit ${titleOf(id)}` }).click();
  const form = page.getByRole('region', { name: 'Edit Article' });
  const title = form.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue(titleOf(id));
  return { form, title, save: form.getByRole('button', { name: 'Publish changes', exact: true }) };
}

test('edits survive changes by somebody else and the end of a session', async ({
  page,
  site,
  browser,
  context,
}) => {
  /** Expects the form to be closed, which only a save does: the notification alone may be an earlier one. */
  const updated = async () => {
    await expect(page.getByRole('region', { name: 'Edit Article' })).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Article updated successfully!');
  };
  await openAsAdmin(page, site);
  await step('two administrators see each other’s changes without a reload', async () => {
    const other = await (await browser.newContext()).newPage();
    const { form, title, save } = await edit(page, 30);
    await openAsAdmin(other, site);
    await title.fill('Changed by one');
    await save.click();
    await expect(form).toHaveCount(0);
    await expect(rowOf(other, 'Changed by one')).toBeVisible();
    await other.getByRole('button', { name: 'Delete Changed by one' }).click();
    const question = other.getByRole('alertdialog');
    await expect(question).toContainText('Changed by one');
    await site.edit(30, { title: 'Renamed under the question' });
    await expect(other.locator('.row', { hasText: 'Renamed under the question' })).toBeVisible();
    await expect(question).toContainText('Changed by one');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.locator('.row', { hasText: 'Renamed under the question' })).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Articles (29)' })).toBeVisible();
    await other.context().close();
  });
  await step('a form without changes follows the newest version, and says so', async () => {
    const { form, title, save } = await edit(page, 29);
    const before = changesOf(site).length;
    // A number that is changed and changed back is no change.
    for (const key of ['ArrowUp', 'ArrowDown']) await form.getByLabel('Author age').press(key);
    await site.edit(29, { title: 'Theirs' });
    await expect(form.getByText('The form shows the new version.')).toBeVisible();
    await expect(title).toHaveValue('Theirs');
    await title.fill('Mine after theirs');
    await save.click();
    await updated();
    const sent = changesOf(site).slice(before);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT /api/articles/29']);
  });
  await step('nothing can be typed while it is being saved, because the form is closed then', async () => {
    const { form, title } = await edit(page, 20);
    const content = form.getByLabel('Content');
    await title.fill('Saved while typing');
    const release = delayResponses(site, /^PUT /);
    await page.keyboard.press('Control+s');
    await expect(form.getByRole('button', { name: 'Saving...' })).toBeVisible();
    const before = await content.inputValue();
    await content.press('End');
    await page.keyboard.type('Lost');
    expect(await content.inputValue()).toBe(before);
    const [section, featured] = [form.getByLabel('Section', { exact: true }), form.getByRole('switch')];
    const chosen = await section.inputValue();
    for (const key of ['ArrowDown', 'ArrowUp']) {
      await section.press(key);
      expect(await section.inputValue()).toBe(chosen);
    }
    await featured.click();
    await expect(featured).toBeChecked();
    release();
    await updated();
  });
  await step('a form with changes announces a newer version, and merges both', async () => {
    const { form, title } = await edit(page, 25);
    await title.fill('My title');
    await form.getByLabel('Author age').fill('13');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await form.getByLabel('Read time in minutes').focus();
    await site.edit(25, { title: 'Their title', excerpt: 'Their excerpt', featured: 0 });
    const changed = 'Someone else has changed this article since you opened it.';
    // The notice is visible at any scroll position of the form.
    await expect(title).not.toBeInViewport();
    await expect(form.getByText(changed)).toBeInViewport();
    await expect(title).toHaveValue('My title');
    await form.getByRole('button', { name: 'Compare both versions' }).click();
    await expect(form.getByText('Choose for each field')).toBeFocused();
    await expect(form.getByText('Choose for each field')).toBeInViewport();
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
    const save = form.getByRole('button', { name: 'Save what I chose' });
    await save.click();
    await expect(field('Title').getByText('Choose one of the two')).toBeVisible();
    await field('Title').getByLabel('Keep mine').check();
    await site.edit(25, { title: 'Their newer title' });
    await expect(field('Title').locator('mark')).toHaveText(['My', 'Their newer']);
    await expect(field('Title').getByLabel('Keep mine')).not.toBeChecked();
    await save.click();
    await expect(field('Title').getByText('Choose one of the two')).toBeVisible();
    await field('Title').getByLabel('Keep mine').check();
    await save.click();
    await updated();
    const merged = { title: 'My title', excerpt: 'Their excerpt', featured: 0, authorAge: 13 };
    expect(await site.article(25)).toMatchObject(merged);
  });
  await step('the first difference between long texts is in view', async () => {
    const { form } = await edit(page, 23);
    const text = 'A paragraph that neither of the two has touched.\n\n'.repeat(40);
    await form.getByLabel('Content').fill(`${text}My end.`);
    await site.edit(23, { content: `${text}Their end.` });
    await form.getByRole('button', { name: 'Compare both versions' }).click();
    for (const side of ['Yours', 'Theirs']) {
      const shown = form.getByRole('region', { name: `${side}: Content` });
      const [box, mark] = [await shown.boundingBox(), await shown.locator('mark').first().boundingBox()];
      const above = (mark?.y ?? 0) - (box?.y ?? 0);
      expect(above).toBeGreaterThan(0);
      expect(above).toBeLessThan(box?.height ?? 0);
    }
    await form.getByRole('button', { name: 'Back to my text' }).click();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });
  await step('saving over a newer version shows both, even if that version is not loaded yet', async () => {
    const { form, title, save } = await edit(page, 28);
    const before = changesOf(site).length;
    await title.fill('My title');
    site.fault(newsroom, async () => problem('edited-meanwhile'));
    await save.click();
    await expect(form.getByText('Reading their version...')).toBeVisible();
    await expect(title).toHaveValue('My title');
    site.heal();
    await site.edit(28, { title: 'Their title' });
    await expect(form.getByText('Choose for each field')).toBeFocused();
    await expect(form.getByText('Choose for each field')).toBeInViewport();
    await form.getByRole('group', { name: 'Title' }).getByLabel('Take theirs').check();
    await form.getByRole('button', { name: 'Save what I chose' }).click();
    await updated();
    expect((await site.article(28)).title).toBe('Their title');
    expect(changesOf(site)).toHaveLength(before + 2);
  });
  await step('the form of a deleted article keeps the typed text, and can restore the article', async () => {
    const { form, title, save } = await edit(page, 27);
    await title.fill('My title of a deleted one');
    await site.remove(27);
    await expect(form.getByText('This article has been deleted meanwhile.')).toBeVisible();
    await save.click();
    await expect(toastOf(page)).toContainText('Failed to update article. Please try again.');
    await expect(title).toHaveValue('My title of a deleted one');
    await form.getByRole('button', { name: 'Restore it' }).click();
    await expect(form.getByText('This article has been deleted meanwhile.')).toHaveCount(0);
    await expect(save).toBeFocused();
    // Deleting and restoring created two newer versions with the same text.
    await expect(form.getByText('Someone else has changed')).toHaveCount(0);
    await save.click();
    await expect(rowOf(page, 'My title of a deleted one')).toBeVisible();
  });
  await step('the form of an article that its writer has hidden says so, and restores nothing', async () => {
    const api = await site.pitch(samplePitch(1, { articleTitle: titleOf(31) }));
    await site.send('POST', `${api}/publish`, { as: 'editor' });
    const { form, title } = await edit(page, 31);
    await title.fill('My title of a hidden one');
    const own = api.replace('/submissions/', '/submissions/mine/');
    await site.send('POST', `${own}/hide`, { as: 'writer' });
    await expect(form.getByText('This article is hidden from readers now')).toBeVisible();
    await expect(form.getByRole('link', { name: 'See its history' })).toBeVisible();
    await expect(form.getByText('has been deleted')).toHaveCount(0);
    await expect(form.getByRole('button', { name: 'Restore it' })).toHaveCount(0);
    await expect(title).toHaveValue('My title of a hidden one');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });
  await step(
    'a save refused because of a newer version is repeated if that version has the same text',
    async () => {
      const { form, title, save } = await edit(page, 24);
      await title.fill('Saved in the end');
      site.fault(/^PUT /, async () => problem('edited-meanwhile'));
      await save.click();
      await expect(form.getByText('Reading their version...')).toBeVisible();
      site.heal();
      await site.remove(24);
      await site.send('POST', '/api/articles/24/restore', { as: 'service' });
      await updated();
      expect((await site.article(24)).title).toBe('Saved in the end');
    },
  );
  await step('an article deleted while both versions are shown is announced as deleted only', async () => {
    const { form, title } = await edit(page, 26);
    await title.fill('My title');
    await site.edit(26, { title: 'Their title' });
    await form.getByRole('button', { name: 'Compare both versions' }).click();
    await expect(form.getByRole('group', { name: 'Title' })).toBeVisible();
    await site.remove(26);
    await expect(form.getByText('This article has been deleted meanwhile.')).toBeVisible();
    await expect(form.getByText('Someone else has changed')).toHaveCount(0);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  });
  await step('the form can be saved after signing in in another tab', async () => {
    const { form, title, save } = await edit(page, 22);
    await title.fill('Signed in again');
    await page.getByRole('tab', { name: 'Submissions' }).click();
    await expect(page.getByRole('heading', { name: /^Essay Submissions/ })).toBeVisible();
    await page.getByRole('tab', { name: 'Articles' }).click();
    await expect(title).toHaveValue('Signed in again');
    const cookies = await context.cookies();
    await context.clearCookies();
    await save.click();
    await expect(form.getByRole('alert')).toContainText('You are no longer signed in.');
    const link = form.getByRole('link', { name: 'sign in in a new tab' });
    await expect(link).toHaveAttribute('target', '_blank');
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    await tab.waitForURL('**/login');
    await tab.close();
    await expect(title).toHaveValue('Signed in again');
    await context.addCookies(cookies);
    await save.click();
    await updated();
    await expect(rowOf(page, 'Signed in again')).toBeVisible();
  });
  await step(
    'after signing out over a form, only the form stays, and access is denied once it is closed',
    async () => {
      const { form, title } = await edit(page, 21);
      await title.fill('Signed out over it');
      await signOutByMenu(page);
      await expect(page.locator('.row')).toHaveCount(0);
      await expect(title).toHaveValue('Signed out over it');
      // The next user of this browser could read anything stored in it.
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Signed out over it');
      await form.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
    },
  );
  await step('signing in without a reload subscribes to the newsroom’s changes', async () => {
    await page.goto(`${site.url}/login`);
    await expect.poll(() => site.followed.at(-1)).toBe('');
    await signInByForm(page, people.editor.email);
    await page.waitForURL(`${site.url}/`);
    await expect.poll(() => site.followed.at(-1)).not.toBe('');
  });
  await step('the form of a pitch published meanwhile keeps the typed text', async () => {
    await openAsAdmin(page, site, '/admin?tab=submissions&order=newest');
    await page.getByRole('button', { name: 'Edit Sample pitch number 3' }).click();
    const form = page.getByRole('region', { name: 'Edit Submission' });
    await form.getByLabel('Article title').fill('My title');
    const pitched = JSON.parse((await site.send('GET', '/api/submissions', { as: 'editor' })).body);
    await site.send('POST', `/api/submissions/${pitched[0].id}/publish`, { as: 'editor' });
    await expect(form.getByText('This submission has been published meanwhile.')).toBeVisible();
    const link = form.getByRole('link', { name: 'See the article' });
    await expect(link).toHaveAttribute('href', '/article/32');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toHaveText('This submission has already been published');
    await expect(form.getByLabel('Article title')).toHaveValue('My title');
  });
});

/** Signs the editor out in another tab of the browser, and resolves with that tab. */
async function signOutElsewhere(page: Page, site: Site): Promise<Page> {
  const tab = await page.context().newPage();
  await openAsAdmin(tab, site);
  await signOutByMenu(tab);
  await expect(page.locator('.row')).toHaveCount(0);
  return tab;
}

test('what an editor has typed is not kept for another one who signs in', async ({ page, site }) => {
  const second = { as: 'service', body: { email: people.pitcher.email } } as const;
  await site.send('POST', '/api/operations/administrators/grant', second);
  await openAsAdmin(page, site);
  const { form, title } = await edit(page, 30);
  await title.fill('Of the first editor');
  await expect(form.getByText('Not published yet. Saved to your account.')).toBeVisible();
  const tab = await signOutElsewhere(page, site);
  await tab.goto(`${site.url}/login`);
  await signInByForm(tab, people.pitcher.email);
  await expect(page.locator('.row').first()).toBeVisible();
  await title.press('End');
  await page.keyboard.type(', still');
  await expect(title).toHaveValue('Of the first editor, still');
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Of the first editor');
  expect(await draftOf(site, 'pitcher', 'article-30')).toBe('null');
});

test('the message of a decision survives a sign-out in another tab', async ({ page, site }) => {
  await openAsAdmin(page, site, '/admin?tab=submissions');
  await page.locator('.reading').getByRole('button', { name: 'Decline…' }).click();
  const dialog = page.getByRole('dialog');
  const message = dialog.getByLabel('Message');
  await message.fill('Not about bees.');
  await signOutElsewhere(page, site);
  await expect(message).toHaveValue('Not about bees.');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(message).toHaveValue('Not about bees.');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
});

test('a comment survives a pitch that arrives and a sign-out in another tab', async ({ page, site }) => {
  await openAsAdmin(page, site, '/admin?tab=submissions&order=newest');
  await page.locator('.reading .preview-text p').first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Comment' });
  const comment = dialog.getByLabel('Comment', { exact: true });
  await comment.fill('A strong beginning.');
  await site.pitch(samplePitch(4));
  await expect(page.locator('.row').first()).toContainText('Sample pitch number 4');
  await expect(comment).toHaveValue('A strong beginning.');
  await signOutElsewhere(page, site);
  await expect(comment).toHaveValue('A strong beginning.');
  await dialog.getByRole('button', { name: 'Comment' }).click();
  await expect(dialog.getByRole('alert')).toContainText('You are no longer signed in.');
  await expect(comment).toHaveValue('A strong beginning.');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied');
});

test('a reply to a comment is there again after a sign-out and a sign-in in another tab', async ({
  page,
  site,
}) => {
  await openAsAdmin(page, site, '/admin?tab=submissions');
  await page.locator('.reading .preview-text p').first().press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Comment' });
  await dialog.getByLabel('Comment', { exact: true }).fill('A strong beginning.');
  await dialog.getByRole('button', { name: 'Comment' }).click();
  await page
    .locator('.comments')
    .getByRole('button', { name: /^Reply/ })
    .click();
  const reply = page.getByLabel('Your reply');
  await reply.fill('And a weak end.');
  const tab = await signOutElsewhere(page, site);
  await expect(reply).toHaveCount(0);
  await tab.goto(`${site.url}/login`);
  await signInByForm(tab, people.editor.email);
  await expect(reply).toHaveValue('And a weak end.');
  await page.locator('.comments').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page
    .locator('.comments')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await expect(reply).toHaveValue('');
});

test('two tabs of one editor show one draft of an article', async ({ page, site, context }) => {
  const tab = await context.newPage();
  await openAsAdmin(page, site);
  await openAsAdmin(tab, site);
  const [here, there] = [await edit(page, 30), await edit(tab, 30)];
  const excerptOf = ({ form }: typeof here) => form.getByLabel('Excerpt');
  await here.title.fill('Typed here');
  await expect(there.title).toHaveValue('Typed here');
  await excerptOf(there).fill('Typed there');
  await expect(excerptOf(here)).toHaveValue('Typed there');
  await expect(here.title).toHaveValue('Typed here');
  await here.save.click();
  await expect(here.form).toHaveCount(0);
  expect(await site.article(30)).toMatchObject({ title: 'Typed here', excerpt: 'Typed there' });
  await expect(there.form.getByText('The form shows the new version.')).toBeVisible();
  await expect(there.title).toHaveValue('Typed here');
  await there.title.fill('And again there');
  await there.save.click();
  await expect(there.form).toHaveCount(0);
  expect((await site.article(30)).title).toBe('And again there');
});
