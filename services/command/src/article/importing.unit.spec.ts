import { expect, it } from 'vitest';
import { createNewsroom } from '../testing/command-side.ts';
import { sampleArticle } from '../testing/samples.ts';

async function start() {
  const side = await createNewsroom();
  const path = '/api/operations/articles/import';
  const importing = (more: object) => side.send('POST', path, { payload: { ...sampleArticle, ...more } });
  return { ...side, importing };
}

it('an imported article keeps its original date, in UTC, after an edit', async () => {
  const side = await start();
  const answer = await side.importing({ publishedAt: '2020-01-02T03:04:05+01:00', authorAge: null });
  expect([answer.statusCode, answer.json()]).toEqual([201, { id: 1 }]);
  const { createdAt } = (await side.edit(1, { title: 'Another', authorAge: null })).json();
  expect(createdAt).toBe('2020-01-02T02:04:05.000Z');
});

it('an imported draft is stored as a deleted article that can be restored', async () => {
  const side = await start();
  expect((await side.importing({ isDraft: true })).json()).toEqual({ id: 1 });
  expect(side.types()).toEqual(expect.arrayContaining(['ArticlePublished', 'ArticleDeleted']));
  expect((await side.edit(1, {})).statusCode).toBe(404);
  expect((await side.restore(1)).statusCode).toBe(200);
});

it.each([
  '2026-01-02T03:04:06Z',
  '2016-12-31T23:59:60Z',
  '0000-12-31T23:59:59Z',
  '0001-01-01T00:00:00+01:00',
  'yesterday',
  '2020-01-02',
  7,
])('an import with the date %j is rejected', async (publishedAt) => {
  const side = await start();
  const before = side.log.length;
  const answer = await side.importing({ publishedAt });
  expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ path: 'publishedAt' }]]);
  expect(side.log).toHaveLength(before);
});
