import { NewsroomArticle } from '@journal/contracts';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { sampleToken, useQuerySystem } from '../testing/query-system.ts';

const authorization = `Bearer ${sampleToken}`;
const editor = '7f0c2b1e-0000-4000-8000-000000000002';

const system = useQuerySystem({}, async () => {
  await system.tables.commit({
    articles: [
      { id: 1, section: 'clash', title: 'Über the Sea', authorName: 'Ada Sample' },
      { id: 2, featured: 1 },
      { id: 3, isDeleted: true, title: 'Turned down' },
      { id: 4, authorName: null, title: 'Sea of nobody' },
      { id: 5, title: null },
      { id: 6, isDeleted: true, title: null },
      { id: 7, section: 'clash', featured: 1, isDeleted: true },
    ],
  });
  const { accounts, submissions } = system.tables;
  await submissions.commit({
    position: system.tables.position,
    submissions: [
      { id: 'one', stage: 'reading', assigneeId: 'editor-2' },
      { id: 'two', assigneeId: 'nobody', publishAt: '2026-02-01T07:00:00.000Z' },
      { id: 'forgotten', articleTitle: null },
      { id: 'deleted', status: 'deleted' },
      { id: 'published', status: 'published' },
      { id: 'declined', status: 'declined', assigneeId: editor },
    ],
  });
  await accounts.put({ userId: 'editor-1', fullName: 'Zoe Sample', roles: ['admin'] });
  await accounts.put({ userId: 'editor-2', fullName: 'Ada Sample', roles: ['admin'] });
  await accounts.put({ userId: 'nobody' });
  await accounts.moveTo(system.tables.position);
});

const list = async (query = '') => {
  const answer = await system.get(`/api/newsroom/articles${query}`, { authorization });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<NewsroomArticle[]>();
};
const idsOf = (articles: readonly { id: number }[]) => articles.map(({ id }) => id);

describe('the newsroom’s list of articles', () => {
  it.each([
    ['', [4, 2, 1]],
    ['?status=deleted', [7, 3]],
    ['?status=deleted&featured=1', [7]],
    ['?status=deleted&after=7', [3]],
    ['?section=clash', [1]],
    ['?featured=0', [4, 1]],
    ['?featured=1', [2]],
    ['?q=sea', [4, 1]],
    ['?q=SEA+ada', [1]],
    ['?q=%C3%9CBER', [1]],
    ['?q=former', []],
    ['?q=%25', []],
    ['?limit=2', [4, 2]],
    ['?after=9999999999', [4, 2, 1]],
  ])('for the query %j, contains the articles %j', async (query, expected) => {
    expect(idsOf(await list(query))).toEqual(expected);
  });

  it('contains cards, with the time of a deletion', async () => {
    const [deleted] = await list('?status=deleted&q=turned');
    expect(deleted).toMatchObject({ id: 3, title: 'Turned down', deletedAt: '2026-01-01T00:03:00.000Z' });
    expect(deleted?.etag).toMatch(/^"0-/);
    expect(Compile(NewsroomArticle).Check(deleted)).toBe(true);
    const [nobody] = await list('?q=nobody');
    expect(nobody).toMatchObject({ authorName: 'Former contributor', authorAge: null, deletedAt: null });
    expect(Object.keys(nobody ?? {})).not.toContain('content');
  });

  it('comes in pages that keep the query', async () => {
    const pages = await system.pages<{ id: number }>('/api/newsroom/articles?q=sea&limit=1', {
      authorization,
    });
    expect(pages.map(idsOf)).toEqual([[4], [1]]);
  });

  it.each(['limit=0', 'limit=101', 'status=pending', 'section=x', 'featured=2', 'after=x', 'fields=card'])(
    'returns 400 for ?%s',
    async (query) => {
      expect((await system.get(`/api/newsroom/articles?${query}`, { authorization })).statusCode).toBe(400);
    },
  );
});

it.each([
  ['', 3, 2],
  ['?status=pending', 3, 2],
  ['?status=published', 3, 1],
  ['?status=deleted', 2, 1],
  ['?status=deleted&featured=1', 1, 1],
  ['?section=clash', 1, 0],
  ['?q=sea', 2, 0],
  ['?q=title', 1, 2],
  ['?status=declined', 3, 1],
  ['?status=withdrawn', 3, 0],
  ['?stage=reading', 3, 1],
  ['?stage=accepted', 3, 0],
  [`?assignee=${editor}`, 3, 0],
  [`?assignee=${editor}&status=declined`, 3, 1],
  ['?assignee=nobody&stage=received', 3, 1],
  ['?planned=1', 3, 1],
  ['?planned=0', 3, 1],
])(
  'the query %j counts %i articles and %i pitches, without erased ones',
  async (query, articles, submissions) => {
    const answer = await system.get(`/api/newsroom/counts${query}`, { authorization });
    expect(answer.json()).toEqual({ articles, submissions });
  },
);

describe('the newsroom’s desk', () => {
  it('counts pending pitches by stage and by editor, and names every editor', async () => {
    const answer = await system.get('/api/newsroom/desk', { authorization });
    expect(answer.json()).toEqual({
      stages: [
        { stage: 'received', count: 1 },
        { stage: 'reading', count: 1 },
        { stage: 'changes-requested', count: 0 },
        { stage: 'resubmitted', count: 0 },
        { stage: 'accepted', count: 0 },
      ],
      editors: [
        { userId: 'editor-2', name: 'Ada Sample', count: 1 },
        { userId: 'editor-1', name: 'Zoe Sample', count: 0 },
      ],
      unassigned: 1,
    });
  });
});

it('hidden articles have their own list and return 404 to readers, or 410 if they were removed', async () => {
  const hiddenAt = '2026-01-02T00:00:00.000Z';
  await system.tables.commit({
    articles: [
      { id: 8, hiddenAt },
      { id: 9, hiddenAt, removedAt: hiddenAt },
      { id: 10, hiddenAt, deletedAt: hiddenAt },
    ],
  });
  const position = { 'journal-position': system.tables.position };
  for (const [id, status, code] of [
    [8, 404, 'article-not-found'],
    [9, 410, 'article-removed'],
    [10, 404, 'article-not-found'],
  ] as const) {
    const answer = await system.get(`/api/articles/${id}`, position);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  }
  expect(idsOf(await list())).not.toContain(8);
  const hidden = await list('?status=hidden');
  expect(hidden).toMatchObject([{ id: 8, hiddenAt, deletedAt: null }]);
  expect(Compile(NewsroomArticle).Check(hidden[0])).toBe(true);
  const counts = await system.get('/api/newsroom/counts?status=hidden', { authorization });
  expect(counts.json()).toMatchObject({ articles: 1 });
});

it('concerns are listed newest first for safeguarding, without those whose text is erased', async () => {
  const [first, second] = ['5b7a2c1e-0d3f-4e6a-9b8c-0000000000c1', '5b7a2c1e-0d3f-4e6a-9b8c-0000000000c2'];
  const report = (id: string, concern: string | null) =>
    system.tables.pool.query(
      'update submissions_v3.submission_version set concern = $2 where submission_id = $1 and revision = 1',
      [id, concern],
    );
  for (const [index, id] of [first, second, first, second].entries())
    await system.tables.submissions.commit({
      position: `${system.tables.position}${index}`,
      submissions: [{ id: String(id), fullName: 'Ada Sample' }],
    });
  await report(String(first), 'Somebody asked for my number.');
  await report(String(second), 'And again.');
  await system.tables.accounts.put({ userId: 'safe', roles: ['safeguarding'] });
  const cookie = await system.cookieOf({ userId: 'safe', version: 0 });
  const read = async () => (await system.get('/api/newsroom/concerns', { cookie })).json();
  expect(await read()).toMatchObject([
    { submissionId: second, text: 'And again.' },
    { submissionId: first, text: 'Somebody asked for my number.', fullName: 'Ada Sample' },
  ]);
  await system.tables.accounts.put({ userId: 'somebody', fullName: 'Ada of the Account' });
  await system.tables.pool.query(
    `update submissions_v3.submission set user_id = 'somebody', full_name = null, article_title = null where id = $1`,
    [second],
  );
  expect((await read())[0]).toMatchObject({ fullName: 'Ada of the Account', articleTitle: null });
  await report(String(second), null);
  expect(await read()).toHaveLength(1);
  const { pool } = system.tables;
  await pool.query(
    `insert into concerns_v1.concern (concern_id, at, article_id, text, reply_to) values
       ('a', '2027-01-01', 1, 'I am named.', 'parent@example.org'), ('b', '2020-01-01', null, 'Older.', null),
       ('c', '2027-02-01', 1, null, null)`,
  );
  const all = await read();
  expect(all.map(({ text }: { text: string }) => text)).toEqual([
    'I am named.',
    'Somebody asked for my number.',
    'Older.',
  ]);
  expect(all[0]).toMatchObject({
    submissionId: null,
    articleId: 1,
    replyTo: 'parent@example.org',
    userId: null,
  });
  expect(all[1]).toMatchObject({ submissionId: first, articleId: null, replyTo: null });
  await report(String(second), 'And again.');
  await pool.query(
    `insert into concerns_v1.concern (concern_id, at, article_id, text, reply_to)
     select 'd' || number, '2019-01-01', null, 'Number ' || number, null from generate_series(1, 3) as number`,
  );
  const texts: string[] = [];
  for (let path = '/api/newsroom/concerns?limit=2'; path !== ''; ) {
    const page = await system.get(path, { cookie });
    expect(page.json().length).toBeLessThanOrEqual(2);
    texts.push(...page.json().map(({ text }: { text: string }) => text));
    path = /<([^>]*)>/.exec(String(page.headers['link'] ?? ''))?.[1] ?? '';
  }
  const ofAll = await read();
  expect(texts).toEqual(ofAll.map(({ text }: { text: string }) => text));
  expect(texts).toHaveLength(7);
  for (const after of ['x', '2026-01-01', '2026-13-01T00:00:00.000Z/a']) {
    const refused = await system.get(`/api/newsroom/concerns?after=${encodeURIComponent(after)}`, { cookie });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ path: 'after', message: 'This cursor is not valid' }],
    ]);
  }
});
