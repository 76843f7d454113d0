import type { AuditEntry } from '@journal/contracts';
import { articlesModel, auditModel, schemaOf, submissionsModel } from '@journal/read-models';
import { until } from '@journal/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createQuerySystem, sampleToken, useQuerySystem } from '../testing/query-system.ts';

const authorization = `Bearer ${sampleToken}`;

const system = useQuerySystem({}, async () => {
  const { accounts, audit } = system.tables;
  for (const userId of ['editor', 'other', 'writer'])
    await accounts.put({ userId, roles: userId === 'editor' ? ['admin'] : [] });
  const rows = [
    { kind: 'UserRegistered', at: '2026-01-01', actorId: 'visitor', entityType: 'user', entityId: 'writer' },
    {
      kind: 'SubmissionPitched',
      at: '2026-01-02',
      actorId: 'writer',
      entityType: 'submission',
      entityId: 'p',
      title: 'A pitch',
    },
    { kind: 'SignInFailed', at: '2026-01-03', actorId: 'visitor', entityType: 'user', entityId: 'editor' },
    { kind: 'SignInFailed', at: '2026-01-03', actorId: 'visitor', entityType: 'user', entityId: null },
    {
      kind: 'ArticlePublished',
      at: '2026-01-04T23:59:59.999Z',
      entityType: 'article',
      entityId: '1',
      title: '100% of the sea',
    },
    // Written by a process whose clock is slow.
    {
      kind: 'ArticlePublished',
      at: '2026-01-03',
      entityType: 'article',
      entityId: '12',
      title: '=1+1',
      changed: ['title'],
    },
    {
      kind: 'ArticleEdited',
      at: '2026-01-05',
      actorId: 'other',
      entityType: 'article',
      entityId: '1',
      title: 'The Sea_wall',
      revision: 1,
      changed: ['title', 'content'],
      restoredRevision: 0,
    },
    { kind: 'SubscriptionEnded', at: '2026-01-06', actorId: 'gone', entityType: 'newsletter', entityId: 's' },
  ] as const;
  for (const row of rows) await audit.put(row);
  const version = async (table: string, values: Readonly<Record<string, unknown>>) => {
    const head = { at: '2026-01-05', actor_id: 'other', actor_role: 'admin', request_id: 'request-1' };
    const row: Readonly<Record<string, unknown>> = { ...head, ...values };
    await system.tables.pool.query(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_name, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
  };
  const ofArticle = (revision: number, position: number, changed: Readonly<Record<string, unknown>>) =>
    version(`${schemaOf(articlesModel)}.article_version`, {
      article_id: 1,
      revision,
      position: String(position).padStart(12, '0'),
      event: revision === 0 ? 'ArticlePublished' : 'ArticleEdited',
      changed: Object.keys(changed),
      ...changed,
    });
  await ofArticle(0, 5, { title: '100% of the sea', content: 'A clever wall, and a clever sea.' });
  await ofArticle(1, 7, { title: 'The Sea_wall', content: 'A Clever wall, and a sea.' });
  await version(`${schemaOf(submissionsModel)}.submission_version`, {
    submission_id: 'p',
    revision: 0,
    position: '000000000002',
    event: 'SubmissionPitched',
    changed: ['articleTitle', 'fullEssay'],
    article_title: 'A pitch',
    full_essay: 'A CLEVER pitch.',
  });
  for (const [position, text] of [
    [2, 'A CLEVER pitch'],
    [5, '100% of the sea. A clever wall, and a clever sea.'],
    [7, 'of the Sea Sea_wall clever'],
  ] as const)
    await system.tables.changedWords(String(position).padStart(12, '0'), text);
  await system.tables.commit({});
  await system.untilReady();
  await until(async () => expect((await get('')).statusCode).toBe(200));
});

const get = (query: string) => system.get(`/api/audit?${query}`, { authorization });
const positions = async (query: string): Promise<number[]> =>
  (await get(query)).json<AuditEntry[]>().map(({ position }) => Number(position));

it('the audit lists entries newest first, with actor, time, request and entity', async () => {
  const answer = await get('');
  const entries = answer.json<AuditEntry[]>();
  expect(entries.map(({ position }) => Number(position))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(entries[2]).toEqual({
    position: '000000000006',
    at: '2026-01-03T00:00:00.000Z',
    kind: 'ArticlePublished',
    actor: { id: 'editor', role: 'admin', name: 'Writer editor' },
    requestId: 'request-1',
    entity: { type: 'article', id: '12' },
    title: '=1+1',
    revision: 0,
    changed: ['title'],
    restoredRevision: null,
    opposite: null,
  });
  expect(entries[1]).toMatchObject({ kind: 'ArticleEdited', restoredRevision: 0 });
  expect(entries[7]).toMatchObject({ entity: { type: 'user', id: 'writer' }, title: 'Writer writer' });
  expect(entries[0]).toMatchObject({ actor: { id: 'gone', name: null }, title: null });
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'authorization, cookie',
  });
});

it('an entry names the other article of a debate by its current title', async () => {
  const opposites = async () =>
    (await get('entity=article:12')).json<AuditEntry[]>().map(({ opposite }) => opposite);
  expect(await opposites()).toEqual([null]);
  const { pool, audit, commit } = system.tables;
  const pair = async (
    revision: number,
    event: 'ArticlePaired' | 'ArticleUnpaired',
    opposingId: number | null,
  ) => {
    const position = await audit.put({ kind: event, entityId: '12', revision });
    await pool.query(
      `insert into ${schemaOf(articlesModel)}.article_version (article_id, revision, event, at, actor_id, actor_role,
         request_id, position, changed, opposing_id) values (12, $1, $2, now(), 'editor', 'admin', 'request-1', '', '{}', $3)`,
      [revision, event, opposingId],
    );
    return position;
  };
  await commit({
    articles: [
      { id: 40, title: 'Forty' },
      { id: 41, title: '=41', isDeleted: true },
    ],
  });
  const added = [
    await pair(1, 'ArticlePaired', 40),
    await pair(2, 'ArticleUnpaired', null),
    await pair(3, 'ArticlePaired', 41),
  ];
  const forty = { id: 40, title: 'Forty' };
  expect(await opposites()).toEqual([{ id: 41, title: null }, forty, forty, null]);
  const { body } = await system.get('/api/audit.csv?entity=article:12', { authorization });
  const cells = body
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').slice(12, -2).join());
  expect(cells).toEqual([
    'Restored version,Opposite,Opposite ID',
    ',a deleted article,41',
    ',Forty,40',
    ',Forty,40',
    ',,',
  ]);
  await pool.query(`delete from ${schemaOf(auditModel)}.entry where position = any ($1)`, [added]);
});

describe('a filter', () => {
  it.each([
    ['person=editor', [6, 5, 3]],
    ['person=writer', [2, 1]],
    ['person=nobody', []],
    ['kind=ArticlePublished', [6, 5]],
    ['kind=ArticlePublished,SignInFailed', [6, 5, 4, 3]],
    ['entity=article', [7, 6, 5]],
    ['entity=article:1', [7, 5]],
    ['entity=user', [4, 3, 1]],
    ['entity=user:editor', [3]],
    ['entity=submission:p', [2]],
    ['entity=article:p', []],
    ['entity=article:1&kind=ArticleEdited', [7]],
    ['entity=article&kind=SignInFailed', []],
    ['entity=article:1&person=other', [7]],
    ['entity=user:editor&person=editor', [3]],
    ['entity=user:writer&person=editor', []],
    ['from=2026-01-04', [8, 7, 5]],
    ['to=2026-01-03', [6, 4, 3, 2, 1]],
    ['from=2026-01-03&to=2026-01-04', [6, 5, 4, 3]],
    ['from=2027-01-01', []],
    ['from=2026-02-31', []],
    ['from=2026-01-03&to=2026-01-03&kind=ArticlePublished&person=editor', [6]],
    ['q=SEA', [7, 5]],
    ['q=100%25', [5]],
    ['q=sea_w', [7]],
    ['q=%25%25%25', []],
    ['q=a_wall', [7]],
    ['q=a\\wall', []],
    ['q=writer+other', [7]],
    ['q=writer+writer', [2, 1]],
    ['q=sea&kind=ArticleEdited', [7]],
    ['q=sea&person=editor', [5]],
    ['q=pitch', [2]],
    ['q=nothing', []],
    // Twice in the first version of the article, once in the second, and in a pitch.
    ['words=clever', [7, 5, 2]],
    ['words=CLEVER', [7, 5, 2]],
    ['words=clever&entity=article', [7, 5]],
    ['words=clever&person=other', [7]],
    ['words=clever&q=wall', [7]],
    ['words=clever&to=2026-01-03', [2]],
    ['words=wall,+and', [5]],
    ['words=Sea_wall', [7]],
    ['words=%25+of', [7, 5]],
    ['words=cleverer', []],
    ['words=clev', [7, 5, 2]],
    ['words=wall+clever', [5]],
    ['words=%25%25%25', []],
    ['words=dull', []],
    ['kind=ArticleRestored', [7]],
    ['kind=ArticleRestored,ArticleEdited', [7]],
    ['kind=SubmissionRestored', []],
    ['kind=ArticleRestored&q=writer', [7]],
  ])('%s selects the entries %j', async (query, expected) => {
    expect(await positions(query)).toEqual(expected);
  });

  it.each([
    'limit=0',
    'limit=101',
    'kind=Nothing',
    'kind=ArticleEdited,',
    'kind=RequestAccepted',
    'entity=thing',
    'entity=article:',
    'from=yesterday',
    'from=0000-01-01',
    'to=2026-13-01',
    'q=ab',
    'q=%00%00%00',
    'words=ab',
    'person=',
    'before=%20',
    'after=1',
  ])('returns 400 for ?%s', async (query) => {
    expect((await get(query)).statusCode).toBe(400);
  });
});

it.each([
  '',
  'person=editor&',
  'kind=ArticlePublished,ArticleEdited,SignInFailed&',
  'from=2026-01-02&q=writer&',
])('paging returns all entries in order: ?%s', async (filter) => {
  const whole = await positions(filter);
  expect(whole.length).toBeGreaterThan(2);
  const pages = await system.pages<AuditEntry>(`/api/audit?${filter}limit=2`, { authorization });
  expect(pages.every(({ length }) => length <= 2)).toBe(true);
  expect(pages.flat().map(({ position }) => Number(position))).toEqual(whole);
});

describe('the audit as a file', () => {
  it('contains every entry of the filter, with formulas escaped', async () => {
    const answer = await system.get('/api/audit.csv?entity=article', { authorization });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="journal-audit.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.body.startsWith('\ufeffTime,')).toBe(true);
    const lines = answer.body.split('\r\n');
    expect(lines).toHaveLength(5);
    expect(lines[2]).toContain(",article,12,'=1+1,");
    expect(answer.body).toContain(
      '"Title: 100% of the sea\nContent: A clever wall, and a clever sea.","Title: The Sea_wall\nContent: A Clever wall, and a sea."',
    );
  });

  it.each(['kind=Nothing', 'limit=1', 'before=1'])('returns 400 for ?%s', async (query) => {
    expect((await system.get(`/api/audit.csv?${query}`, { authorization })).statusCode).toBe(400);
  });
});

describe('in a long log', () => {
  beforeAll(() =>
    system.tables.pool.query(
      `insert into audit_v1.entry
       select lpad((n + 8)::text, 12, '0'), '2026-02-01', 'ArticleEdited', 'editor', 'admin', 'request-1', 'article', '9', n, '{}', 'Of many'
       from generate_series(1, 5000) as n`,
    ),
  );

  it('a search finds common and rare words', async () => {
    expect(await positions('q=of+many&limit=2')).toEqual([5_008, 5_007]);
    for (const position of [9, 5_000, 5_001, 5_002])
      await system.tables.changedWords(String(position).padStart(12, '0'), 'Okapi');
    expect(await positions('words=okapi&limit=3')).toEqual([5_002, 5_001, 5_000]);
    expect(await positions('words=okapi')).toEqual([5_002, 5_001, 5_000, 9]);
    expect(await positions('words=okapi&person=editor')).toEqual([5_002, 5_001, 5_000, 9]);
    expect(await positions('words=clever')).toEqual([7, 5, 2]);
    expect(await positions('words=clever&q=sea')).toEqual([7, 5]);
    expect(await positions('q=sea')).toEqual([7, 5]);
    expect(await positions('q=writer+other')).toEqual([7]);
    expect(await positions('q=writer+writer')).toEqual([2, 1]);
    expect(await positions('q=sea&kind=ArticleEdited,ArticlePublished')).toEqual([7, 5]);
    expect(await positions('q=sea&entity=article:1&person=other')).toEqual([7]);
    expect(await positions('q=sea&to=2026-01-04')).toEqual([5]);
  });

  it('the file contains all 5,008 entries in order', async () => {
    const { body } = await system.get('/api/audit.csv', { authorization });
    const lines = body.trimEnd().split('\r\n').slice(1);
    const found = lines.map((line) => Number(line.slice(line.lastIndexOf(',') + 1)));
    expect(found).toEqual(Array.from({ length: 5_008 }, (_, index) => 5_008 - index));
  });
});

it('the audit returns 503 before it is complete', async () => {
  const early = await createQuerySystem({ isBuilt: false });
  expect((await early.get('/api/audit', { authorization })).statusCode).toBe(503);
  expect((await early.get('/api/audit.csv', { authorization })).statusCode).toBe(503);
  await early.close();
});

it('a search for words returns 503 while the words are behind the audit', async () => {
  const behind = await createQuerySystem();
  onTestFinished(() => behind.close());
  await behind.tables.commit({});
  await behind.untilReady();
  const searched = async () => (await behind.get('/api/audit?words=sea', { authorization })).statusCode;
  await until(async () => expect(await searched()).toBe(200));
  await behind.tables.audit.moveTo(behind.tables.nextPosition);
  await until(async () => expect(await searched()).toBe(503));
  await behind.tables.commit({});
  await until(async () => expect(await searched()).toBe(200));
});
