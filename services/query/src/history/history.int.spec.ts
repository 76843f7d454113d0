import { beforeAll, describe, expect, it } from 'vitest';
import { sampleToken, useQuerySystem } from '../testing/query-system.ts';

const authorization = `Bearer ${sampleToken}`;

const system = useQuerySystem({}, async () => {
  for (let step = 0; step < 5; step++) await system.tables.commit({ articles: [{ id: 1 }] });
  await system.tables.commit({ articles: [{ id: 2, isDeleted: true }] });
  await system.tables.accounts.put({ userId: 'editor-1', roles: ['admin'] });
});

it('a history lists versions newest first, with actor, time, request and changed fields', async () => {
  const answer = await system.get('/api/articles/1/history', { authorization });
  const versions = answer.json();
  expect(versions.map((version: { revision: number }) => version.revision)).toEqual([4, 3, 2, 1, 0]);
  expect(versions[4]).toEqual({
    revision: 0,
    event: 'ArticlePublished',
    at: '2026-01-01T00:01:00.000Z',
    actor: { id: 'editor-1', role: 'admin', name: 'Writer editor-1' },
    requestId: 'request-1',
    changed: ['title', 'content'],
    restoredRevision: null,
    opposite: null,
    note: null,
    plannedFor: null,
  });
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'authorization, cookie',
  });
  expect(answer.headers.etag).toBeTruthy();
});

it('a history comes in pages', async () => {
  const pages = await system.pages<{ revision: number }>('/api/articles/1/history?limit=2', {
    authorization,
  });
  expect(pages.map((page) => page.map(({ revision }) => revision))).toEqual([[4, 3], [2, 1], [0]]);
});

it.each([
  [2, [1, 0]],
  [1, [0]],
  [0, []],
])('the history before revision %i has the revisions %j', async (before, revisions) => {
  const answer = await system.get(`/api/articles/1/history?before=${before}`, { authorization });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().map(({ revision }: { revision: number }) => revision)).toEqual(revisions);
});

it('a deleted article has a history, and an unknown one returns 404', async () => {
  expect((await system.get('/api/articles/2/history', { authorization })).statusCode).toBe(200);
  for (const id of ['3', 'x', '0'])
    expect((await system.get(`/api/articles/${id}/history`, { authorization })).statusCode).toBe(404);
});

it('a history’s topic contains an invalid article id as it was requested', async () => {
  for (const path of ['x/history', 'x/history/0'])
    expect((await system.get(`/api/articles/${path}`, { authorization })).headers).toMatchObject({
      'journal-topics': 'article:x',
    });
});

it.each(['limit=0', 'limit=101', 'before=-1', 'before=x', 'after=1'])(
  'a history returns 400 for ?%s',
  async (query) => {
    expect((await system.get(`/api/articles/1/history?${query}`, { authorization })).statusCode).toBe(400);
  },
);

it('an actor has no name after their account is removed', async () => {
  await system.tables.accounts.remove('editor-1');
  const [version] = (await system.get('/api/articles/1/history', { authorization })).json();
  expect(version.actor).toEqual({ id: 'editor-1', role: 'admin', name: null });
  await system.tables.accounts.put({ userId: 'editor-1', roles: ['admin'] });
});

describe('one version', () => {
  const fieldOf = ({ field }: { field: string }) => field;
  const version = async (path: string) => {
    const answer = await system.get(`/api/articles/${path}`, { authorization });
    return { status: answer.statusCode, ...answer.json() };
  };
  beforeAll(async () => {
    const insert = (
      revision: number,
      event: string,
      values: Record<string, string | number | null>,
      articleId = 7,
    ) =>
      system.tables.pool.query(
        `insert into articles_v3.article_version (article_id, revision, event, at, actor_id, actor_role,
           request_id, position, changed, title, content, section, author_age, author_school)
         values ($10, $1, $2, '2026-01-07', 'editor-1', 'admin', 'request-7', $9, $3, $4, $5, $6, $7, $8)`,
        [
          revision,
          event,
          Object.keys(values),
          ...['title', 'content', 'section', 'authorAge', 'authorSchool'].map((field) => values[field]),
          `${articleId}-${revision}`,
          articleId,
        ],
      );
    const first = {
      title: 'First',
      content: 'A long day',
      section: 'view',
      authorAge: 15,
      authorSchool: null,
    };
    await insert(0, 'ArticlePublished', first);
    await insert(1, 'ArticleEdited', { content: 'A longer day', authorSchool: 'A School' });
    await insert(2, 'ArticleDeleted', {});
    await insert(3, 'ArticleRestored', {});
    await insert(4, 'ArticleEdited', { title: 'Last', section: 'clash' });
    await insert(1, 'ArticlePublished', first, 9);
    await insert(3, 'ArticleEdited', { title: 'Last' }, 9);
    await system.tables.changedWords('7-0', 'First. A long day');
    await system.tables.changedWords('7-1', 'long longer A School');
    await system.tables.changedWords('7-4', 'First Last');
  });
  const restAsOf = { excerpt: null, authorName: null, readTime: null, featured: null, cover: null };

  it('contains the whole text as of its revision, and the words that it changed', async () => {
    expect(await version('7/history/1')).toEqual({
      status: 200,
      revision: 1,
      event: 'ArticleEdited',
      at: '2026-01-07T00:00:00.000Z',
      actor: { id: 'editor-1', role: 'admin', name: 'Writer editor-1' },
      requestId: 'request-7',
      changed: ['content', 'authorSchool'],
      restoredRevision: null,
      opposite: null,
      note: null,
      plannedFor: null,
      fields: {
        ...restAsOf,
        title: 'First',
        content: 'A longer day',
        section: 'view',
        authorAge: 15,
        authorSchool: 'A School',
      },
      counterpart: null,
      differences: [
        {
          field: 'content',
          parts: [
            { kind: 'same', text: 'A ' },
            { kind: 'removed', text: 'long' },
            { kind: 'added', text: 'longer' },
            { kind: 'same', text: ' day' },
          ],
        },
        { field: 'authorSchool', parts: [{ kind: 'added', text: 'A School' }] },
      ],
    });
  });

  it('shows all its fields as added if it is the first', async () => {
    const { differences } = await version('7/history/0');
    expect(differences).toEqual(
      [
        ['title', 'First'],
        ['content', 'A long day'],
        ['section', 'view'],
        ['authorAge', '15'],
      ].map(([field, text]) => ({ field, parts: [{ kind: 'added', text }] })),
    );
  });

  it('has the same text and no differences if it changed no field', async () => {
    expect(await version('7/history/2')).toMatchObject({
      fields: { content: 'A longer day' },
      differences: [],
    });
  });

  it.each([
    ['4?against=0', ['title', 'content', 'section', 'authorSchool']],
    ['4?against=1', ['title', 'section']],
    ['1?against=4', ['title', 'section']],
    ['4?against=4', []],
  ])('is compared with any other: %s differs in %j', async (path, fields) => {
    const { status, differences } = await version(`7/history/${path}`);
    expect(status).toBe(200);
    expect(differences.map(fieldOf)).toEqual(fields);
  });

  it.each([
    ['long', [1, 0]],
    ['longer', [1]],
    ['LONGER school', [1]],
    ['long first', [0]],
    ['day longer', []],
    ['School', [1]],
    ['Last', [4]],
    ['first', [4, 0]],
    ['nothing of it', []],
  ])('is found by the words that it added or removed: %s', async (words, revisions) => {
    const answer = await system.get(`/api/articles/7/history?words=${words}`, { authorization });
    expect(answer.json().map((each: { revision: number }) => each.revision)).toEqual(revisions);
  });

  it('is found by its revision even if other events precede it in the stream; those return 404', async () => {
    const told = await Promise.all(
      ['history/1', 'history/3', 'history/0', 'history/2'].map((path) => version(`9/${path}`)),
    );
    expect(told.map(({ status, code, differences }) => [status, code ?? differences.map(fieldOf)])).toEqual([
      [200, ['title', 'content', 'section', 'authorAge']],
      [200, ['title']],
      [404, 'version-not-found'],
      [404, 'version-not-found'],
    ]);
    const none = await system.get('/api/articles/9/history?words=nothing', { authorization });
    expect([none.statusCode, none.json()]).toEqual([200, []]);
  });

  it('contains no erased text', async () => {
    const erase = (title: string | null) =>
      system.tables.pool.query(
        `update articles_v3.article_version set title = $1 where article_id = 7 and revision = 0`,
        [title],
      );
    await erase(null);
    expect(await version('7/history/1')).toMatchObject({ fields: { title: null } });
    await erase('First');
  });

  it.each([
    ['7/history/5', 404, 'version-not-found'],
    ['7/history/x', 404, 'version-not-found'],
    ['7/history/-1', 404, 'version-not-found'],
    ['7/history/01', 404, 'version-not-found'],
    ['7/history/99999999999', 404, 'version-not-found'],
    ['7/history/1?against=5', 404, 'version-not-found'],
    ['7/history/1?against=x', 400, 'invalid-request'],
    ['7/history/1?before=1', 400, 'invalid-request'],
    ['8/history/0', 404, 'article-not-found'],
    ['x/history/0', 404, 'article-not-found'],
  ])('%s returns %i %s', async (path, status, code) => {
    expect(await version(path)).toMatchObject({ status, code });
  });
});

describe('a pitch’s history', () => {
  const id = '7f0c2b1e-0000-4000-8000-000000000001';
  const concernedPitch = '7f0c2b1e-0000-4000-8000-000000000002';
  const read = async (path: string) =>
    (await system.get(`/api/submissions/${path}`, { authorization })).json();
  beforeAll(async () => {
    for (const position of ['1', '2'])
      await system.tables.submissions.commit({ position, submissions: [{ id }] });
    await system.tables.pool.query(
      `update submissions_v3.submission_version set event = 'SubmissionEdited', restored_revision = 0, note = 'More of the bees, please.', publish_at = '2026-02-01T07:00:00Z' where revision = 1`,
    );
  });

  it('lists versions with the restored revision, the note and the planned time', async () => {
    const versions = await read(`${id}/history`);
    expect(versions).toMatchObject([
      {
        revision: 1,
        event: 'SubmissionEdited',
        restoredRevision: 0,
        note: 'More of the bees, please.',
        plannedFor: '2026-02-01T07:00:00.000Z',
      },
      { revision: 0, event: 'SubmissionPitched', restoredRevision: null, note: null, plannedFor: null },
    ]);
    const { fields, differences, note } = await read(`${id}/history/1`);
    expect(fields).toEqual({
      articleTitle: `Title of ${id}`,
      articleSummary: null,
      fullEssay: `Essay of ${id}, revision 1`,
      section: null,
      fullName: null,
      age: null,
      school: null,
      byline: null,
    });
    expect(differences.map(({ field }: { field: string }) => field)).toEqual(['fullEssay']);
    expect(note).toBe('More of the bees, please.');
  });

  it('shows a reported concern to administrators and safeguarding, but not to editors', async () => {
    const { accounts, submissions } = system.tables;
    const step = { submissionId: concernedPitch, at: '2026-01-02T00:00:00.000Z', note: null } as const;
    await submissions.commit({ position: system.tables.position, submissions: [{ id: concernedPitch }] });
    await submissions.addStep({ ...step, revision: 1, event: 'SubmissionAssigned' });
    await submissions.addStep({ ...step, revision: 2, event: 'SubmissionConcernReported', concern: 'Help' });
    await submissions.addStep({ ...step, revision: 3, event: 'SubmissionUnassigned' });
    const readers = { editor: 'editor', safeguarding: 'safeguarding', admin: 'admin' } as const;
    const revisions: Record<string, unknown> = {};
    for (const [userId, role] of Object.entries(readers)) {
      await accounts.put({ userId, roles: [role] });
      await accounts.moveTo(system.tables.position);
      const headers = { cookie: await system.cookieOf({ userId, version: 0 }) };
      const list = await system.get(`/api/submissions/${concernedPitch}/history`, headers);
      const one = await system.get(`/api/submissions/${concernedPitch}/history/2`, headers);
      const against = await system.get(`/api/submissions/${concernedPitch}/history/1?against=2`, headers);
      const next = await system.get(`/api/submissions/${concernedPitch}/history/3`, headers);
      expect(list.body + one.body + next.body).not.toContain('Help');
      expect(next.json()).toMatchObject({ revision: 3, differences: [] });
      revisions[userId] = [
        list.json().map(({ revision }: { revision: number }) => revision),
        one.json().code ?? one.json().event,
        against.statusCode,
      ];
    }
    const told = [[3, 2, 1, 0], 'SubmissionConcernReported', 200];
    const untold = [[3, 1, 0], 'version-not-found', 404];
    expect(revisions).toEqual({ editor: untold, safeguarding: told, admin: told });
  });

  it('links to its article, whose history links back', async () => {
    expect(await read(`${id}/history/0`)).toMatchObject({ counterpart: null });
    const row = { id, articleId: 1, status: 'published' } as const;
    await system.tables.submissions.commit({ position: '3', submissions: [row] });
    expect(await read(`${id}/history/0`)).toMatchObject({ counterpart: { type: 'article', id: '1' } });
    const { counterpart } = (await system.get('/api/articles/1/history/0', { authorization })).json();
    expect(counterpart).toEqual({ type: 'submission', id });
  });

  it.each([
    ['x/history', 'submission-not-found'],
    [`${id.replace('7', '8')}/history`, 'submission-not-found'],
    [`${id}/history/3`, 'version-not-found'],
  ])('%s returns 404 %s', async (path, code) => {
    expect(await read(path)).toMatchObject({ status: 404, code });
  });
});
