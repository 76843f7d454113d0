import { expect, test } from '@playwright/test';
import { editorBrowser, expectToast, open, openBrowser } from './browsers.ts';
import { createNewsroom, joinAsEditor, reach } from './newsroom.ts';

test('of two editors who change the same article, neither loses a word', async ({
  browser,
  playwright,
  request,
  baseURL,
}, { repeatEachIndex }) => {
  const network = `198.51.100.${120 + repeatEachIndex}`;
  const { page, faults } = await openBrowser(browser, network);
  const other = await reach(playwright.request, baseURL, network);
  const email = (name: string) => `${name}-${repeatEachIndex}@journal.example`;
  await joinAsEditor(page.request, { fullName: 'Sample Editor', email: email('one-editor') });
  await joinAsEditor(other, { fullName: 'Other Editor', email: email('other-editor') });
  const newsroom = createNewsroom(request);
  const title = `Two hands ${repeatEachIndex}`;
  const { id } = await newsroom.publish({ title });
  const path = `/api/articles/${id}`;

  const editor = editorBrowser(page);
  await open(page, '/admin');
  const { form, save } = await editor.openForm('Article', title);
  await form.getByLabel('Title', { exact: true }).fill(`${title}, mine`);
  const read = await other.get(path);
  const { id: _, createdAt, ...fields } = (await read.json()) as Record<string, unknown>;
  const theirs = {
    data: { ...fields, title: `${title}, theirs` },
    headers: { 'if-match': read.headers()['etag'] ?? '' },
  };
  expect((await other.put(path, theirs)).status()).toBe(200);
  expect((await other.put(path, theirs)).status()).toBe(412);
  await expect(form.getByText('Someone else has changed this article since you opened it.')).toBeVisible();
  await save.click();
  const choice = form.getByRole('group', { name: 'Title' });
  await expect(choice.getByText(`${title}, theirs`)).toBeVisible();
  await expect(choice.getByText(`${title}, mine`)).toBeVisible();
  await choice.getByLabel('Keep mine').check();
  await form.getByRole('button', { name: 'Save what I chose' }).click();
  await expectToast(page, 'Article updated successfully!');

  const versions = await Promise.all(
    [1, 2].map(async (revision) => (await page.request.get(`${path}/history/${revision}`)).json()),
  );
  expect(versions).toMatchObject([
    { actor: { name: 'Other Editor' }, fields: { title: `${title}, theirs` } },
    { actor: { name: 'Sample Editor' }, fields: { title: `${title}, mine` } },
  ]);
  // The browser itself reports the 412.
  expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  await newsroom.remove(id);
  await other.dispose();
});
