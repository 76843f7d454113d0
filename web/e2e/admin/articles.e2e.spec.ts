import { motifs } from '@journal/contracts';
import { expectAccessible } from '../axe.ts';
import {
  changesOf,
  delayResponses,
  expect,
  expectFieldError,
  newsroom,
  openAsAdmin,
  problem,
  reload,
  rowOf,
  sampleArticle,
  test,
  toastOf,
} from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;
const newest = 'Sample article number 30';

test('the list shows an article’s fields and actions, and can be filtered', async ({ page, site }) => {
  const gone = await site.publish(sampleArticle(31, { title: 'Gone' }));
  await site.remove(gone.id);
  await openAsAdmin(page, site);
  const rows = page.locator('.row');
  await step('a row shows all fields and actions', async () => {
    await expect(rows).toHaveCount(25);
    const row = rowOf(page, newest);
    for (const text of [
      'The Clash',
      'Featured',
      'What the sample article number 30 is about, in a sentence or two.',
      'Sample Writer',
      '11 min read',
    ])
      await expect(row.getByText(text, { exact: true })).toBeVisible();
    await expect(row.getByText('Jan 31, 2026')).toBeVisible();
    for (const [name, href] of [
      [`View ${newest}`, '/article/30'],
      [`History ${newest}`, '/admin/articles/30/history'],
    ] as const)
      await expect(row.getByRole('link', { name })).toHaveAttribute('href', href);
    await expect(rowOf(page, 'Sample article number 29').getByText('Featured')).toHaveCount(0);
    await page.getByRole('link', { name: 'Load More Articles' }).click();
    await expect(rows).toHaveCount(30);
    await expect(page.getByText('5 more articles loaded, that is all')).toBeAttached();
  });
  await step('filters narrow the list, and a deleted article can be restored', async () => {
    await reload(page);
    const filters = page.getByRole('search', { name: 'Filter articles' });
    await filters.getByLabel('Search').fill('number 7');
    await filters.getByLabel('Search').press('Enter');
    await page.waitForURL('**/admin?tab=articles&q=number+7');
    await expect(rows.first()).toBeVisible();
    await filters.getByLabel('Featured').focus();
    await filters.getByLabel('Featured').selectOption('Featured');
    await expect(page.getByText('Nothing matches.')).toBeVisible();
    await expect(filters.getByLabel('Featured')).toBeFocused();
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(25);
    await filters.getByLabel('Section').selectOption('The View');
    await expect(rows).toHaveCount(10);
    await reload(page);
    await expect(rows).toHaveCount(10);
    await expect(filters.getByLabel('Section')).toHaveValue('view');
    await filters.getByLabel('Status').selectOption('Deleted');
    await filters.getByLabel('Section').selectOption('All sections');
    await rowOf(page, 'Gone').getByRole('button', { name: 'Restore Gone' }).click();
    await expect(toastOf(page)).toContainText('Article restored successfully!');
    await expect(rowOf(page, 'Gone')).toHaveCount(0);
    expect(changesOf(site).map(({ path }) => path)).toEqual([`/api/articles/${gone.id}/restore`]);
  });
});

test('an article is added once, edited, paired, deleted and restored', async ({ page, site }) => {
  const faults = await watchPage(page, site.url);
  const fail = (answer = problem('internal')) => site.fault(newsroom, async () => answer);
  await openAsAdmin(page, site);

  const add = page.getByRole('button', { name: 'Add New Article' });
  const form = page.getByRole('region', { name: 'Add New Article' });
  const publish = form.getByRole('button', { name: 'Publish Article' });
  const featured = form.getByLabel('Featured Article: Show this article prominently on the homepage');
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(texts))
      await form.getByLabel(label, { exact: true }).fill(text);
  };
  await step('the form of a new article shows missing and invalid fields', async () => {
    await add.click();
    await expect(form.getByRole('heading')).toBeFocused();
    await expect(form.getByLabel('Section')).toHaveValue('view');
    await expect(form.getByLabel('Author age')).toHaveValue('16');
    await expect(form.getByLabel('Read time in minutes')).toHaveValue('3');
    await expect(featured).not.toBeChecked();
    await publish.click();
    await expectFieldError(page, 'Title', 'Title is required');
    await expect(page.getByLabel('Title', { exact: true })).toHaveAttribute('aria-required', 'true');
    await expect(page.getByLabel(/\(optional\)$/)).not.toHaveAttribute('aria-required');
    await expectFieldError(page, 'Content', 'Content is required');
    await expect(form.getByLabel('Title', { exact: true })).toBeFocused();
    await fill({
      Title: '  A new title ',
      Excerpt: 'What it is about',
      Content: 'One.\n\nTwo.',
      'Author name': 'Sample Writer',
      'Author age': '11',
      'Read time in minutes': '21',
    });
    await featured.check();
    await publish.click();
    await expectFieldError(page, 'Author age', 'Age must be between 12 and 18');
    await expectFieldError(page, 'Read time in minutes', 'Read time must be between 1 and 20 minutes');
  });
  await step('the article is published once, although the first attempt failed', async () => {
    await fill({ 'Author age': '12', 'Read time in minutes': '20' });
    fail({ status: 500, headers: {}, body: '' });
    await publish.click();
    await expect(toastOf(page)).toContainText('Failed to publish article. Please try again.');
    site.heal();
    await publish.click();
    await expect(form).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Article published successfully!');
    await expect(add).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Published Articles (31)' })).toBeVisible();
    const published = { title: 'A new title', featured: 1, authorAge: 12, readTime: 20 };
    expect(await site.article(31)).toMatchObject(published);
    const keys = changesOf(site).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[!-~]{10,200}$/);
  });

  await step('editing keeps the typed text if saving fails, and updates the row', async () => {
    const opener = page.getByRole('button', { name: `Edit ${newest}` });
    const edit = page.getByRole('region', { name: 'Edit Article' });
    const title = edit.getByLabel('Title', { exact: true });
    await opener.click();
    await expect(title).toHaveValue(newest);
    await expect(edit.getByLabel('Featured Article:')).toBeChecked();
    await expect(edit.getByLabel('Content')).toHaveValue(/^Paragraph 1 of article 30\./);
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await expect(edit).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await title.fill('Another title');
    await edit.getByLabel('Featured Article:').uncheck();
    const covers = edit.getByRole('group', { name: 'Cover' });
    const opened = covers.locator('summary');
    await expect(opened).toContainText('Chosen from the title');
    await expect(covers.locator('svg')).toHaveCount(0);
    await opened.press('Enter');
    await expect(covers.getByRole('radio', { name: 'Chosen from the title' })).toBeChecked();
    await expect(covers.locator('svg.cover-clash')).toHaveCount(motifs.length + 1);
    await covers.getByRole('radio', { name: 'Bus', exact: true }).check();
    await page.keyboard.press('ArrowRight');
    await expect(covers.getByRole('radio', { name: 'Plane', exact: true })).toBeChecked();
    await expect(opened).toContainText('Plane');
    await expectAccessible(page, 'the gallery of covers');
    await page.setViewportSize({ width: 1280, height: 720 });
    await opened.click();
    await expect(covers.locator('svg')).toHaveCount(0);
    fail(problem('unavailable'));
    await edit.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toastOf(page)).toContainText('Failed to update article. Please try again.');
    await expect(title).toHaveValue('Another title');
    site.heal();
    await edit.getByRole('button', { name: 'Publish changes' }).click();
    await expect(toastOf(page)).toContainText('Article updated successfully!');
    await expect(rowOf(page, 'Another title')).toBeVisible();
    await expect(rowOf(page, 'Another title').getByText('Featured')).toHaveCount(0);
    expect(changesOf(site).at(-1)?.headers['if-match']).toMatch(/^"0-/);
    expect(await site.article(30)).toMatchObject({ title: 'Another title', cover: 'plane' });
  });

  await step('two articles paired as a debate link to each other until the debate is ended', async () => {
    await page.getByRole('button', { name: 'Edit Another title' }).click();
    const debate = page.getByRole('form', { name: 'The other side' });
    await debate.getByLabel('In reply to').selectOption('Sample article number 27 (Sample Writer)');
    await debate.getByRole('button', { name: 'Pair debate' }).click();
    await expect(toastOf(page)).toContainText('Debate paired successfully!');
    const other = debate.getByRole('link', { name: 'Sample article number 27' });
    await expect(other).toHaveAttribute('href', '/article/27');
    await expectAccessible(page, 'a debate in the form');
    await page.setViewportSize({ width: 1280, height: 720 });
    const end = debate.getByRole('button', { name: 'End debate…' });
    const question = page.getByRole('alertdialog', { name: 'End this debate?' });
    await end.click();
    await expect(question).toContainText('Sample article number 27');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(end).toBeFocused();
    await end.click();
    await question.getByRole('button', { name: 'End debate' }).click();
    await expect(toastOf(page)).toContainText('Debate ended successfully!');
    await expect(debate.getByLabel('In reply to')).toBeVisible();
    await expect(debate.getByRole('button', { name: 'Pair debate' })).toBeFocused();
    await debate.getByLabel('In reply to').selectOption('Sample article number 27 (Sample Writer)');
    await site.send('PUT', '/api/articles/30/opposing', { as: 'editor', body: { statementId: 27 } });
    await expect(debate.getByText('Each of the two leads to the other')).toBeVisible();
    const before = changesOf(site).length;
    await end.click();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    expect(changesOf(site)).toHaveLength(before);
    await site.remove(27);
    await expect(debate.getByText('Readers cannot get from one to the other')).toBeVisible();
    await expect(other).toHaveAttribute('href', '/admin/articles/27/history');
    await end.click();
    await question.getByRole('button', { name: 'End debate' }).click();
    await expect(debate.getByLabel('In reply to')).toBeVisible();
    await page.getByRole('region', { name: 'Edit Article' }).getByRole('button', { name: 'Cancel' }).click();
  });

  await step('the article is deleted after a confirmation, and restored from the notification', async () => {
    const opener = page.getByRole('button', { name: 'Delete Another title' });
    const dialog = page.getByRole('alertdialog', { name: 'Delete this article?' });
    const changes = changesOf(site).length;
    await opener.click();
    await expect(dialog).toContainText('Another title');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    expect(changesOf(site)).toHaveLength(changes);
    fail();
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(toastOf(page)).toContainText('Failed to delete article. Please try again.');
    await expect(rowOf(page, 'Another title')).toBeVisible();
    site.heal();
    await opener.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, 'Another title')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Published Articles (29)' })).toBeFocused();
    await expect(toastOf(page)).toContainText('Article deleted successfully!');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Another title')).toBeVisible();
    await expect(toastOf(page)).toContainText('Article restored successfully!');
  });
  // The browser logs refused requests.
  expect(faults.filter((fault) => !fault.includes('responded with a status of'))).toEqual([]);
});

test('unsaved text is not left without a confirmation, and is restored', async ({ page, site }) => {
  const form = page.getByRole('region', { name: 'Edit Article' });
  const title = page.getByLabel('Title', { exact: true });
  const question = page.getByRole('alertdialog');
  const edit = (number: number) =>
    page.getByRole('button', { name: `Edit Sample article number ${number}` }).click();
  const answer = (name: string) => question.getByRole('button', { name }).click();
  const searchBox = page.getByRole('combobox', { name: 'Search articles' });
  const back = form.getByText('and did not save.');
  await openAsAdmin(page, site, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click();
  await edit(30);
  await title.fill('Typed and not saved');

  await step('every way to leave the page asks for confirmation', async () => {
    const ways = {
      'a link of a row': () => page.getByRole('link', { name: `History ${newest}` }).click(),
      'a link of the panel': () => page.getByRole('link', { name: 'Audit', exact: true }).click(),
      'a link of the site': () => page.getByRole('link', { name: 'The Clash' }).first().click(),
      'the search': async () => {
        await searchBox.fill('sample');
        await searchBox.press('Enter');
      },
      'the way back': () => page.evaluate(() => history.back()),
    };
    for (const [way, go] of Object.entries(ways)) {
      await step(way, async () => {
        await go();
        await expect(question).toContainText('What you typed is kept in this browser');
        await answer('Keep editing');
        await expect(question).toHaveCount(0);
        await expect(page.locator('body')).not.toBeFocused();
        await expect(title).toHaveValue('Typed and not saved');
        expect(new URL(page.url()).pathname).toBe('/admin');
      });
    }
    await searchBox.fill('');
    await step('a link of the menu on a phone, which does not cover the question', async () => {
      await page.setViewportSize({ width: 360, height: 740 });
      const menu = page.getByRole('link', { name: 'Menu' });
      await menu.click();
      await page.getByRole('dialog').getByRole('link', { name: 'About' }).click();
      await answer('Keep editing');
      await expect(question).toHaveCount(0);
      await expect(menu).toBeFocused();
      await expect(title).toHaveValue('Typed and not saved');
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await page.evaluate(() => history.back());
    await answer('Leave');
    await page.waitForURL('**/profile');
    await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click();
  });
  await step(
    'only one form is open at a time, and opening another keeps the draft of the first',
    async () => {
      await edit(30);
      await expect(back).toBeVisible();
      await expect(title).toHaveValue('Typed and not saved');
      await edit(29);
      await answer('Leave');
      await expect(title).toHaveValue('Sample article number 29');
      await expect(form).toHaveCount(1);
      await form.getByRole('button', { name: 'Cancel' }).click();
    },
  );
  await step('a draft is compared with the version that it was based on', async () => {
    await site.edit(30, { excerpt: 'Theirs' });
    await edit(30);
    await expect(title).toHaveValue('Typed and not saved');
    await expect(form.getByText('Someone else has changed this article')).toBeVisible();
    await form.getByRole('button', { name: 'Compare both versions' }).click();
    await form.getByRole('button', { name: 'Save what I chose' }).click();
    await expect(toastOf(page)).toContainText('Article updated successfully!');
    expect(await site.article(30)).toMatchObject({ title: 'Typed and not saved', excerpt: 'Theirs' });
  });
  await step('Ctrl+S saves, and no draft remains', async () => {
    await edit(29);
    await title.fill('Saved by a key');
    await page.keyboard.press('Control+s');
    await expect(form).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Saved by a key' }).click();
    await expect(title).toHaveValue('Saved by a key');
    await expect(back).toHaveCount(0);
    await title.fill('Not to be kept');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await answer('Discard');
    await page.getByRole('button', { name: 'Edit Saved by a key' }).click();
    await expect(title).toHaveValue('Saved by a key');
    await form.getByRole('button', { name: 'Cancel' }).click();
  });
  await step('a new article keeps its draft too, and its button closes the form', async () => {
    const add = page.getByRole('button', { name: 'Add New Article' });
    await add.click();
    await title.fill('A new one');
    await add.click();
    await answer('Keep editing');
    await expect(title).toHaveValue('A new one');
    await reload(page);
    await add.click();
    await expect(title).toHaveValue('A new one');
    await page.getByRole('button', { name: 'Discard it' }).click();
    await expect(title).toHaveValue('');
    await add.click();
    await expect(title).toHaveCount(0);
  });
});

test('another editor’s plan to take an article down is not replaced or cancelled unseen', async ({
  page,
  site,
}) => {
  const row = page.locator('.row', { hasText: newest });
  const dialog = page.getByRole('dialog');
  const year = new Date().getUTCFullYear() + 1;
  const plan = (day: string) =>
    site.send('POST', '/api/articles/30/schedule-unpublish', {
      as: 'editor',
      body: { unpublishAt: `${year}-${day}T08:00:00.000Z` },
    });
  await openAsAdmin(page, site);
  await row.getByRole('button', { name: 'Take down…' }).click();
  const time = dialog.getByLabel(/^Date and time/);
  await time.fill(`${year}-06-01T08:00`);
  await plan('05-01');
  await expect(row).toContainText(`1 May ${year}`);
  await dialog.getByRole('button', { name: 'Plan' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this article');
  await expect(dialog).toContainText(`1 May ${year}`);
  await expect(time).toHaveValue(`${year}-06-01T08:00`);
  await dialog.getByRole('button', { name: 'Change plan' }).click();
  await expect(row).toContainText(`1 Jun ${year}`);
  await expect(dialog).toHaveCount(0);
  const release = delayResponses(site, /^GET \/api\/newsroom\/articles/);
  await plan('07-01');
  await row.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(toastOf(page)).toContainText('Someone else has changed this article');
  release();
  await expect(row).toContainText(`1 Jul ${year}`);
  await row.getByRole('button', { name: 'Cancel plan' }).click();
  await expect(toastOf(page)).toContainText('Plan cancelled.');
  await expect(row).not.toContainText('Comes down');
});

test('an article can reply to one that a hundred others have followed', async ({ page, site }) => {
  for (let number = 31; number <= 131; number++)
    await site.publish(sampleArticle(number, { section: 'clash' }));
  await openAsAdmin(page, site);
  await page.getByRole('button', { name: 'Edit Sample article number 131' }).click();
  const debate = page.getByRole('form', { name: 'The other side' });
  const choice = debate.getByLabel('In reply to');
  await choice.selectOption('Sample article number 130 (Sample Writer)');
  await debate.getByRole('link', { name: 'Offer Older Pieces' }).click();
  await expect(choice).toBeFocused();
  await expect(choice.getByRole('option')).toHaveCount(111);
  await expect(choice).toHaveValue('130');
  await choice.selectOption('Sample article number 30 (Sample Writer)');
  await debate.getByRole('button', { name: 'Pair debate' }).click();
  await expect(debate.getByRole('link', { name: 'Sample article number 30' })).toBeVisible();
});
