import { type APIRequestContext, expect } from '@playwright/test';
import { test } from '../../tools/testing/started-system.ts';
import { createNewsroom, followChanges, join, joinAsEditor, pitch, reach } from './newsroom.ts';

test('pages, API and live changes show the newsroom only to editors', async ({
  playwright,
  request,
  baseURL,
}, { repeatEachIndex }) => {
  const network = `198.51.100.${150 + repeatEachIndex}`;
  const enter = () => reach(playwright.request, baseURL, network);
  const [visitor, writer, other, editor] = await Promise.all([enter(), enter(), enter(), enter()]);
  const email = (name: string) => `${name}-${repeatEachIndex}@closed.example`;
  const [writerId] = await Promise.all([
    join(writer, { fullName: 'Sample Writer', email: email('writer') }),
    join(other, { fullName: 'Other Writer', email: email('other') }),
    joinAsEditor(editor, { fullName: 'Sample Editor', email: email('editor') }),
  ]);
  const follow = async (context: APIRequestContext) => {
    const { cookies } = await context.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return followChanges(baseURL ?? '', { cookie, 'x-forwarded-for': network });
  };
  const told = {
    visitor: await follow(visitor),
    writer: await follow(writer),
    other: await follow(other),
    editor: await follow(editor),
  };

  const secret = `Undertow${repeatEachIndex}`;
  const id = await pitch(writer, {
    fullName: 'Sample Writer',
    age: 15,
    section: 'view',
    articleTitle: secret,
    articleSummary: `About ${secret}`,
    fullEssay: `All of ${secret}`,
  });
  await expect
    .poll(() => told.editor.topics())
    .toEqual(expect.arrayContaining(['submissions', `submission:${id}`, 'audit']));
  await expect.poll(() => told.writer.topics()).toContain(`mine:${writerId}`);
  const newsroom = createNewsroom(request);
  const article = await newsroom.publish({ title: `Public ${repeatEachIndex}` });
  for (const { topics } of [told.visitor, told.other, told.writer, told.editor])
    await expect.poll(() => topics()).toContain(`article:${article.id}`);
  const closed = /^(submission|audit|mine)/;
  expect(told.visitor.topics().filter((topic) => closed.test(topic))).toEqual([]);
  expect(told.other.topics().filter((topic) => closed.test(topic))).toEqual([]);
  expect(new Set(told.writer.topics().filter((topic) => closed.test(topic)))).toEqual(
    new Set([`mine:${writerId}`]),
  );

  const pages = [
    '/admin',
    '/admin?tab=submissions',
    '/admin/audit',
    `/admin/submissions/${id}/history`,
    `/admin/articles/${article.id}/history`,
  ];
  const routes = [
    '/api/submissions',
    '/api/audit',
    `/api/submissions?q=${secret}`,
    `/api/submissions/${id}`,
    `/api/submissions/${id}/history/0`,
    `/api/submissions/${id}/history`,
    `/api/articles/${article.id}/history`,
    '/api/audit.csv',
    '/api/newsroom/articles',
    '/api/newsroom/counts',
  ];
  for (const [who, status] of [
    [visitor, 401],
    [other, 403],
    [writer, 403],
  ] as const) {
    for (const path of routes) {
      const answer = await who.get(path);
      expect(answer.status(), path).toBe(status);
      expect(await answer.text(), path).not.toContain(secret);
    }
    for (const path of pages) {
      const html = await (await who.get(path)).text();
      expect(html, path).toContain('You need admin privileges to access this page.');
      expect(html, path).not.toMatch(new RegExp(`${secret}|${email('editor')}|audit-entry|class="row"`));
    }
  }
  expect(await (await visitor.get('/api/submissions/mine')).text()).not.toContain(secret);
  expect(await (await other.get('/api/submissions/mine')).json()).toEqual([]);
  expect(await (await writer.get('/api/submissions/mine')).json()).toMatchObject([
    { id, articleTitle: secret },
  ]);
  // An editor does see the text, so the checks above could have failed.
  for (const path of [
    '/admin?tab=submissions',
    '/admin/audit',
    `/admin/submissions/${id}/history`,
    ...routes.slice(0, 5),
  ])
    expect(await (await editor.get(path)).text(), path).toContain(secret);

  await newsroom.remove(article.id);
  for (const stream of Object.values(told)) await stream.close();
  for (const context of [visitor, writer, other, editor]) await context.dispose();
});
