import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../axe.ts';
import { callsOf, expect, openAs, openAsAdmin, people, rowOf, samplePitch, test, toastOf } from '../test.ts';
import { watchPage } from '../watch-page.ts';

const { step } = test;
const title = 'The argument I lost';
const essay = [
  'My brother and I argued about the last piece of cake.',
  'He won, as older brothers do, and he did not even like it.',
  'I have been thinking about that cake ever since.',
].join('\n\n');

/** Selects words of a text as a mouse or a finger does. */
async function select(text: Locator, words: string): Promise<void> {
  await text.evaluate((element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(words) ?? -1;
      if (start >= 0) getSelection()?.setBaseAndExtent(node, start, node, start + words.length);
    }
  }, words);
}

/** Locators for the comments on the pitch in the reader. */
function readerOf(page: Page) {
  const reader = page.locator('.reading');
  const comments = reader.locator('.comments');
  return {
    reader,
    comments,
    text: reader.locator('.preview-text'),
    dialog: page.getByRole('dialog', { name: 'Comment' }),
    marks: reader.locator('.passage-mark'),
    thread: (words: string) => comments.locator('.comment').filter({ hasText: words }),
  };
}

test('editors comment on passages, and the writer sees only the comments for them', async ({
  page,
  site,
  browser,
}) => {
  const second = { as: 'service', body: { email: people.pitcher.email } } as const;
  await site.send('POST', '/api/operations/administrators/grant', second);
  const path = await site.pitch(samplePitch(1, { articleTitle: title, fullEssay: essay }));
  const id = path.split('/').at(-1) ?? '';
  const desk = `/admin?tab=submissions#${id}`;
  const faults = await watchPage(page, site.url);
  await openAsAdmin(page, site, desk);
  const other = await (await browser.newContext()).newPage();
  await openAs(other, site, 'pitcher', desk);
  const writer = await (await browser.newContext()).newPage();
  await openAs(writer, site, 'writer', `/profile/pitches/${id}`);
  const [mine, theirs] = [readerOf(page), readerOf(other)];
  const own = writer.getByRole('region', { name: 'Comments on your text' });

  await step('an editor comments on selected words, and a second editor sees it immediately', async () => {
    await expect(mine.comments).toContainText('No comments yet');
    await select(mine.text, 'as older brothers do');
    await mine.reader.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(mine.dialog).toContainText('as older brothers do');
    await expect(mine.dialog).toContainText('Kept with the pitch; its writer may ask to see it.');
    await expectAccessible(page, 'the box for a comment');
    await mine.dialog.getByLabel('Comment', { exact: true }).fill('Is this fair to his brother?');
    await mine.dialog.getByRole('button', { name: 'Comment' }).click();
    await expect(mine.dialog).toHaveCount(0);
    await expect(mine.marks).toHaveText('as older brothers do');
    await expect(mine.thread('fair to his brother')).toContainText('Editors only');
    await expect(theirs.marks).toHaveText('as older brothers do');
    await expect(theirs.thread('fair to his brother')).toContainText('Sample Editor');
  });
  await step('the editor comments on a paragraph by keyboard, for the writer', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    const third = mine.text.locator('p').nth(2);
    await mine.text.locator('p').first().focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect(mine.dialog).toContainText('that cake ever since');
    await page.keyboard.press('Escape');
    await expect(third).toBeFocused();
    await page.keyboard.press('m');
    await mine.dialog.getByLabel('Comment', { exact: true }).fill('What did you decide about the cake?');
    await mine.dialog.getByRole('radio', { name: 'The writer It' }).check();
    await mine.dialog.getByRole('button', { name: 'Comment' }).click();
    await expect(mine.dialog).toHaveCount(0);
    await expect(third).toBeFocused();
    await expect(mine.thread('decide about the cake')).toContainText('For the writer');
    await expect(mine.marks).toHaveCount(2);
    await expectAccessible(page, 'a reader with comments');
  });
  await step('the writer sees only that comment, and replies to it', async () => {
    await expect(own).toContainText('What did you decide about the cake?');
    await expect(writer.locator('.passage-mark')).toHaveText(
      'I have been thinking about that cake ever since.',
    );
    await expect(writer.locator('body')).not.toContainText('fair to his brother');
    await expect(own).not.toContainText('Sample Editor');
    const menu = writer.getByRole('banner').getByRole('link', { name: 'Sample Writer account menu' });
    const profile = writer.getByRole('menuitem', { name: 'Profile' });
    await menu.click();
    await expect(profile).toHaveText('ProfileComments for you');
    await writer.keyboard.press('Escape');
    await own.getByRole('button', { name: /^Reply/ }).click();
    const long = `${'Why is that so? '.repeat(125)}The end.`;
    await expect(own.getByLabel('Your reply')).toBeFocused();
    await writer.keyboard.insertText(long);
    await own.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(own.getByLabel('Your reply')).toHaveAccessibleDescription(/at most 2000 characters/);
    await expect(own.getByLabel('Your reply')).toHaveValue(long);
    await own.getByLabel('Your reply').fill('To bake one myself.');
    await writer.getByRole('link', { name: 'Your pitches' }).click();
    const question = writer.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(own.getByLabel('Your reply')).toHaveValue('To bake one myself.');
    await own.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(own.locator('.comment-replies')).toContainText('To bake one myself.');
    await menu.click();
    await expect(profile).toHaveText('Profile');
    await writer.keyboard.press('Escape');
    await expect(mine.thread('decide about the cake')).toContainText('To bake one myself.');
    await own.getByRole('button', { name: /^Show in the text/ }).click();
    await expect(writer.getByRole('button', { name: 'Comment 1' })).toBeFocused();
    await expectAccessible(writer, 'a pitch with a comment for its writer');
  });
  await step('a concern that the writer is typing is not lost by a press beside it', async () => {
    await writer.getByRole('button', { name: /^Report a concern/ }).click();
    const dialog = writer.getByRole('dialog', { name: 'Report a concern' });
    await dialog.getByLabel('What happened').fill('Somebody asked for my number.');
    await writer.mouse.click(5, 5);
    const question = writer.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByLabel('What happened')).toHaveValue('Somebody asked for my number.');
    await writer.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
  });
  await step('the second editor resolves a comment, and it is reopened', async () => {
    await theirs
      .thread('fair to his brother')
      .getByRole('button', { name: /^Resolve/ })
      .click();
    await expect(toastOf(other)).toContainText('Comment resolved.');
    await expect(mine.marks).toHaveCount(1);
    await mine.comments.getByText('1 resolved').click();
    await expect(mine.thread('fair to his brother')).toContainText('Resolved by Sample Pitcher');
    await mine
      .thread('fair to his brother')
      .getByRole('button', { name: /^Reopen/ })
      .click();
    await expect(theirs.marks).toHaveCount(2);
  });
  await step('a reply that is being typed is not lost if somebody resolves the comment', async () => {
    const typed = own.getByLabel('Your reply');
    await own.getByRole('button', { name: /^Reply/ }).click();
    await typed.fill('I have decided');
    await mine
      .thread('decide about the cake')
      .getByRole('button', { name: /^Resolve/ })
      .click();
    await expect(own.locator('.comment')).toContainText('Resolved');
    await expect(typed).toHaveValue('I have decided');
    await expect(typed).toBeFocused();
    await writer.keyboard.type(' to share it.');
    await own.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(own.locator('.comment-replies')).toContainText('I have decided to share it.');
    await expect(own.getByRole('button', { name: /^Reply to/ })).toBeFocused();
    await expect(mine.thread('decide about the cake')).toContainText('I have decided to share it.');
    await expect(mine.marks).toHaveCount(2);
  });
  await step(
    'a passage is found after edits elsewhere, and marked as changed after an edit of its words',
    async () => {
      const edit = async (change: object) => {
        const answer = await site.send('PUT', path, { as: 'editor', body: fieldsOf(change) });
        expect(answer.status, answer.body).toBe(200);
      };
      await edit({ fullEssay: `It was a Sunday.\n\n${essay.replace('even like it', 'finish it')}` });
      await expect(mine.text).toContainText('It was a Sunday.');
      await expect(mine.marks).toHaveText([
        'as older brothers do',
        'I have been thinking about that cake ever since.',
      ]);
      await edit({ fullEssay: essay.replace('as older brothers do', 'of course') });
      await expect(mine.thread('fair to his brother')).toContainText('The passage has changed');
      await expect(mine.marks).toHaveText('I have been thinking about that cake ever since.');
      await expect(writer.locator('.passage-mark')).toHaveText(
        'I have been thinking about that cake ever since.',
      );
      await expectAccessible(page, 'a passage that has changed');
    },
  );
  await step('on a phone a quotation leads to its passage, and the number leads back', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await mine
      .thread('decide about the cake')
      .getByRole('button', { name: /^Show in the text/ })
      .click();
    const number = mine.reader.getByRole('button', { name: 'Comment 1', exact: true });
    await expect(number).toBeFocused();
    await expect(number).toBeInViewport();
    await number.click();
    await expect(mine.thread('decide about the cake')).toBeFocused();
  });
  await step('in the writer’s form a quotation selects its words', async () => {
    await site.send('POST', `${path}/request-changes`, { as: 'editor', body: { note: 'Please see below.' } });
    const typed = writer.getByLabel('Full essay');
    await expect(typed).toBeVisible();
    // Filling leaves the caret and the scroll position at the end.
    await typed.fill(`${await typed.inputValue()}\n\n${'More words. '.repeat(900)}`);
    await own.getByRole('button', { name: /^Show in the text/ }).click();
    await expect(typed).toBeFocused();
    const selected = await typed.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe('I have been thinking about that cake ever since.');
    expect(await typed.evaluate((area) => area.scrollTop / area.clientHeight)).toBeLessThan(1);
    await expectAccessible(writer, 'a form beside a comment');
  });
  await step('a comment is deleted after a confirmation', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const thread = mine.thread('fair to his brother');
    await thread.getByRole('button', { name: 'Delete this comment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(thread).toHaveCount(0);
    await expect(theirs.thread('fair to his brother')).toHaveCount(0);
    await expect(mine.thread('decide about the cake')).toBeFocused();
  });
  await step(
    'a deleted comment for the writer disappears for them, and stays visible to editors',
    async () => {
      const thread = mine.thread('decide about the cake');
      await thread.getByRole('button', { name: 'Delete this comment' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(thread).toBeHidden();
      await expect(own.locator('.comment')).toHaveCount(0);
      await theirs.comments.getByText('Comments (0)').click();
      await theirs.comments.getByText('1 deleted').click();
      await expect(theirs.thread('decide about the cake')).toContainText('Deleted by Sample Editor');
      await expect(theirs.thread('decide about the cake')).toContainText('To bake one myself.');
      await expect(theirs.thread('decide about the cake').getByRole('button')).toHaveCount(0);
      await expectAccessible(other, 'a comment that was deleted');
    },
  );
  await step('the audit names who did what, without the comments’ text', async () => {
    await openAsAdmin(page, site, '/admin/audit');
    const entries = page.locator('.audit-entry').filter({ hasText: 'comment on a pitch' });
    await expect(entries).toHaveText([
      /Deleted a comment on a pitch/,
      /Deleted a comment on a pitch/,
      /Sample Writer.*Replied to a comment on a pitch/,
      /Sample Writer.*Reopened a comment on a pitch/,
      /Sample Editor.*Resolved a comment on a pitch/,
      /Reopened a comment on a pitch/,
      /Sample Pitcher.*Resolved a comment on a pitch/,
      /Replied to a comment on a pitch/,
    ]);
    const href = `/admin/submissions/${id}/history`;
    await expect(entries.first().getByRole('link', { name: title })).toHaveAttribute('href', href);
    await expect(page.locator('body')).not.toContainText('fair to his brother');
  });
  expect(faults).toEqual([]);
});

test('a comment that is being typed is not lost if its pitch leaves the list', async ({ page, site }) => {
  await openAsAdmin(page, site, '/admin?tab=submissions&assignee=nobody');
  const { reader, dialog, text } = readerOf(page);
  const rows = page.locator('.row');
  const pitches = JSON.parse(
    (await site.send('GET', '/api/submissions?order=waiting', { as: 'editor' })).body,
  );
  const { id: userId } = JSON.parse((await site.send('GET', '/api/auth/session', { as: 'editor' })).body);
  await expect(rows).toHaveCount(3);
  await text.locator('p').first().press('Enter');
  const typed = dialog.getByLabel('Comment', { exact: true });
  await typed.fill('A strong');
  for (const [index, { id }] of pitches.entries()) {
    await site.send('POST', `/api/submissions/${id}/assign`, { as: 'editor', body: { userId } });
    await expect(rows).toHaveCount(2 - index);
  }
  await expect(typed).toHaveValue('A strong');
  await typed.press('End');
  await page.keyboard.type(' beginning.');
  await dialog.getByRole('button', { name: 'Comment' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(reader).toHaveCount(0);
  expect(callsOf(site, 'POST', `/api/submissions/${pitches[0].id}/comments`)).toHaveLength(1);
});

test('a comment that can’t be sent says why', async ({ page, site }) => {
  // A blank that is no white space.
  const path = await site.pitch(samplePitch(1, { fullEssay: 'The beginning.\n\n\u2800\n\nThe end.' }));
  await openAsAdmin(page, site, `/admin?tab=submissions#${path.split('/').at(-1)}`);
  const { dialog, text } = readerOf(page);
  // The first pitch of the list is shown until the one in the address is.
  await expect(text).toContainText('The beginning.');
  await text.locator('p').nth(1).press('Enter');
  await dialog.getByLabel('Comment', { exact: true }).fill('What is here?');
  await dialog.getByRole('button', { name: 'Comment' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Quotation contains characters that can’t be used');
});

test('a reply that is being typed stays if its comment is deleted or its pitch is published', async ({
  page,
  site,
}) => {
  const path = await site.pitch(samplePitch(1, { articleTitle: title, fullEssay: essay }));
  const ids: string[] = [];
  for (const [paragraph, quotation] of ['My brother', 'even like it'].entries()) {
    const body = { field: 'fullEssay', paragraph, quotation, note: 'Who?', audience: 'writer' };
    const { body: answer } = await site.send('POST', `${path}/comments`, { as: 'editor', body });
    ids.push(JSON.parse(answer).id);
  }
  await openAs(page, site, 'writer', `/profile/pitches/${path.split('/').at(-1)}`);
  const own = page.getByRole('region', { name: 'Comments on your text' });
  const typed = own.getByLabel('Your reply');
  const send = own.getByRole('button', { name: 'Reply', exact: true });
  const begin = own.getByRole('button', { name: /^Reply to/ });
  await begin.first().click();
  await step('the comment is deleted', async () => {
    await typed.fill('My elder brother');
    await site.send('DELETE', `${path}/comments/${ids[0]}`, { as: 'editor' });
    await expect(begin).toHaveCount(1);
    await site.send('DELETE', `${path}/comments/${ids[1]}`, { as: 'editor' });
    await expect(begin).toHaveCount(0);
    await expect(typed).toHaveValue('My elder brother');
    await send.click();
    await expect(own.getByRole('alert')).toBeVisible();
    await expect(typed).toHaveValue('My elder brother');
  });
  await step('the pitch is published', async () => {
    await site.send('POST', `${path}/publish`, { as: 'editor' });
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
    await expect(typed).toHaveValue('My elder brother');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    const cancel = own.getByRole('button', { name: 'Cancel' });
    await cancel.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(cancel).toBeFocused();
    await expect(typed).toHaveValue('My elder brother');
    await cancel.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(own).toHaveCount(0);
  });
});

test('a reply is not lost by another pitch that arrives or is opened', async ({ page, site }) => {
  const path = await site.pitch(samplePitch(4, { articleTitle: title, fullEssay: essay }));
  const body = {
    field: 'fullEssay',
    paragraph: 0,
    quotation: 'My brother',
    note: 'Who?',
    audience: 'editors',
  };
  const { body: answer } = await site.send('POST', `${path}/comments`, { as: 'editor', body });
  const commentPath = `${path}/comments/${JSON.parse(answer).id}`;
  await openAsAdmin(page, site, '/admin?tab=submissions&order=newest');
  const { reader, comments, thread } = readerOf(page);
  const typed = reader.getByLabel('Your reply');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  const other = rowOf(page, 'Sample pitch number 3').getByRole('heading').getByRole('link');
  await thread('Who?')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await typed.fill('The elder');
  await step('a pitch arrives at the head of the list', async () => {
    await site.pitch(samplePitch(5));
    await expect(page.locator('.row').first()).toContainText('Sample pitch number 5');
    await expect(typed).toHaveValue('The elder');
    await expect(page.locator('.row[data-read]')).toContainText(title);
  });
  await step('another pitch is opened', async () => {
    await other.click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(reader.locator('.reading-title')).toHaveText(title);
    await expect(typed).toHaveValue('The elder');
    await other.click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(reader.locator('.reading-title')).toHaveText('Sample pitch number 3');
    await rowOf(page, title).getByRole('heading').getByRole('link').click();
    await expect(thread('Who?')).toBeVisible();
    await expect(typed).toHaveCount(0);
  });
  await step('a resolved comment is reopened while it is being replied to', async () => {
    await site.send('POST', `${commentPath}/resolve`, { as: 'editor' });
    await comments.getByText('Comments (0)').click();
    await comments.getByText('1 resolved').click();
    await thread('Who?')
      .getByRole('button', { name: /^Reply/ })
      .click();
    await expect(typed).toBeFocused();
    await typed.fill('The elder');
    await site.send('POST', `${commentPath}/reopen`, { as: 'editor' });
    await expect(reader.locator('.passage-mark')).toHaveCount(1);
    await expect(typed).toHaveValue('The elder');
    await reader.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(thread('Who?').getByRole('button', { name: /^Reply/ })).toBeFocused();
  });
});

const fieldsOf = (change: object) => samplePitch(1, { articleTitle: title, fullEssay: essay, ...change });
