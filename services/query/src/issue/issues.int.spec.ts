import { positionHeader } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { putIssue } from '../testing/issue-row.ts';
import { sampleToken, useQuerySystem } from '../testing/query-system.ts';

const authorization = `Bearer ${sampleToken}`;
const system = useQuerySystem({}, async () => {
  await system.tables.accounts.put({ userId: 'editor', roles: ['editor'] });
  await system.tables.accounts.put({ userId: 'writer' });
  await system.tables.commit({
    articles: [{ id: 1 }, { id: 2, isDeleted: true }, { id: 3 }, { id: 4 }],
  });
});
const json = async (path: string, headers = {}) => (await system.get(path, headers)).json();
const as = async (userId: string) => ({ cookie: await system.cookieOf({ userId, version: 0 }) });
const placed = (...ids: number[]) => ids.map((articleId) => ({ articleId, heading: null }));

it('an unpublished issue returns 404, a withdrawn one 410, and the archive contains neither', async () => {
  expect(await json('/api/issues/newest')).toBeNull();
  await putIssue(system.tables.pool, { number: 5, status: 'published', pieces: placed(4) });
  await putIssue(system.tables.pool, { number: 6, status: 'withdrawn', pieces: placed(4) });
  await putIssue(system.tables.pool, {
    number: 7,
    status: 'published',
    title: 'Snow',
    letter: 'Dear all',
    pieces: [
      { articleId: 2, heading: 'Winter' },
      { articleId: 1, heading: null },
      { articleId: 3, heading: 'Summer' },
    ],
  });
  const publishAt = '2027-01-31T08:00:00.000Z';
  await putIssue(system.tables.pool, { number: 8, pieces: placed(1), publishAt });
  await system.tables.commit({ topics: ['issues', 'newest'] });
  const numbers = async (path: string, headers = {}) =>
    (await json(path, headers)).map(({ number }: { number: number }) => number);
  expect(await numbers('/api/issues')).toEqual([7, 5]);
  expect(await numbers('/api/issues?status=all', await as('editor'))).toEqual([8, 7, 6, 5]);
  for (const path of ['/api/issues/8', '/api/issues/9', '/api/issues/0', '/api/issues/x'])
    expect((await json(path)).code).toBe('issue-not-found');
  for (const path of ['/api/issues/6', '/api/issues/6/whole'])
    expect(await json(path)).toMatchObject({ status: 410, code: 'issue-withdrawn' });
  const planned = await json('/api/issues/8?status=all', await as('editor'));
  expect(planned).toMatchObject({ status: 'draft', publishAt });
  expect((await json('/api/issues?status=all', await as('editor')))[0]).toMatchObject({
    number: 8,
    publishAt,
  });
});

describe('a published issue', () => {
  it('contains the visible pieces under their headings, and links to its neighbours', async () => {
    const issue = await json('/api/issues/7');
    expect(issue).toMatchObject({
      ...{ number: 7, title: 'Snow', letter: 'Dear all', status: 'published' },
      pieces: [
        { articleId: 1, heading: 'Winter', article: { id: 1, title: 'Title 1' } },
        { articleId: 3, heading: 'Summer', article: { id: 3 } },
      ],
      previous: { number: 5, title: null },
      next: null,
    });
    expect((await json('/api/issues/5')).next).toEqual({ number: 7, title: 'Snow' });
    const whole = await json('/api/issues/7?status=all', await as('editor'));
    expect(whole.pieces[0]).toEqual({ articleId: 2, heading: 'Winter', article: null });
  });

  it('shows a restored piece again immediately', async () => {
    const seen = async (position: string) =>
      (await json('/api/issues/7', { [positionHeader]: position })).pieces.map(
        ({ articleId }: { articleId: number }) => articleId,
      );
    const change = async (isDeleted: boolean) => {
      const position = await system.tables.commit({
        articles: [{ id: 3, isDeleted }],
        topics: ['articles', 'article:3', 'section:view'],
      });
      await system.tables.accounts.moveTo(position);
      return position;
    };
    expect(await seen(await change(true))).toEqual([1]);
    expect(await seen(await change(false))).toEqual([1, 3]);
  });

  it('is sent to readers without waiting for tables that only editors see', async () => {
    const position = await system.tables.commit({ topics: ['issues'] });
    for (const path of ['/api/issues', '/api/issues/7']) {
      const answer = await system.get(path, { [positionHeader]: position });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', [positionHeader]: position });
    }
  });

  it('marks a piece’s side of a debate only while readers see the other side, which it need not contain', async () => {
    const seen = async (other: object) => {
      const position = await system.tables.commit({
        articles: [{ id: 4, section: 'clash', opposingId: 3, debateRole: 'reply', ...other }],
        topics: ['articles', 'article:4', 'section:clash'],
      });
      await system.tables.accounts.moveTo(position);
      await system.tables.submissions.commit({ position });
      const issues = ['/api/issues/7', '/api/issues/7/whole'].map((path) =>
        json(path, { [positionHeader]: position }),
      );
      return (await Promise.all(issues)).map(({ pieces }) => pieces[1].article.debate);
    };
    await system.tables.commit({
      articles: [{ id: 3, section: 'clash', opposingId: 4, debateRole: 'statement' }],
      topics: ['articles', 'article:3', 'section:clash'],
    });
    expect(await seen({})).toEqual(['statement', 'statement']);
    expect(await seen({ isDeleted: true })).toEqual([undefined, undefined]);
    expect(await seen({})).toEqual(['statement', 'statement']);
    const unpaired = { opposingId: null, debateRole: null };
    await system.tables.commit({ articles: [{ id: 3, ...unpaired }], topics: ['articles', 'article:3'] });
    expect(await seen(unpaired)).toEqual([undefined, undefined]);
  });

  it('is returned whole, with the texts of its pieces', async () => {
    const whole = await system.get('/api/issues/7/whole');
    expect(whole.headers['journal-topics']).toBe('issues article:2 article:1 article:3');
    expect(whole.json()).toMatchObject({
      letter: 'Dear all',
      pieces: [
        { heading: 'Winter', article: { id: 1, title: 'Title 1', content: expect.stringMatching(/./) } },
        { heading: 'Summer', article: { id: 3 } },
      ],
    });
    for (const number of [8, 99, 0])
      expect((await json(`/api/issues/${number}/whole`)).code).toBe('issue-not-found');
  });

  it('is returned as the newest', async () => {
    expect(await json('/api/issues/newest')).toEqual({ number: 7, date: '2026-01-01' });
  });

  it('is listed in the archive with its first titles, in pages', async () => {
    const first = await system.get('/api/issues?limit=1');
    expect(first.json()).toMatchObject([
      { number: 7, pieces: 2, contents: [{ articleId: 1, title: 'Title 1' }, { articleId: 3 }] },
    ]);
    expect(first.json()[0]).not.toHaveProperty('letter');
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(first.headers.link)) ?? [];
    const second = await system.get(next);
    expect(second.json()).toMatchObject([{ number: 5 }]);
    expect(second.headers.link).toBeUndefined();
  });

  it('changes when a piece changes, and when the next issue is published', async () => {
    const { etag } = (await system.get('/api/issues/7')).headers;
    const edited = await system.tables.commit({
      articles: [{ id: 3, title: 'Other' }],
      topics: ['articles', 'article:3'],
    });
    await system.tables.accounts.moveTo(edited);
    const changed = await system.get('/api/issues/7', { [positionHeader]: edited });
    expect(changed.json().pieces[1].article.title).toBe('Other');
    expect(changed.headers.etag).not.toBe(etag);
    await putIssue(system.tables.pool, { number: 8, status: 'published', title: 'Rain', pieces: placed(1) });
    const out = await system.tables.commit({ topics: ['issues', 'newest'] });
    await system.tables.accounts.moveTo(out);
    expect((await json('/api/issues/newest', { [positionHeader]: out })).number).toBe(8);
    expect((await json('/api/issues/7', { [positionHeader]: out })).next).toEqual({
      number: 8,
      title: 'Rain',
    });
  });
});

it('editors see waiting pitches as cards of the articles that they become; readers see none', async () => {
  const [id, gone, takenBack] = ['1', '2', '3'].map((end) => `5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5${end}`);
  const { position } = system.tables;
  const byline = JSON.stringify({ name: 'pen', penName: 'Fox', showAge: false, showSchool: true });
  await system.tables.submissions.commit({
    position,
    submissions: [
      { id: `${id}`, stage: 'accepted', byline },
      { id: `${takenBack}`, stage: 'accepted', status: 'withdrawn' },
    ],
  });
  const waiting = [id, gone, takenBack].map((submissionId) => ({
    ...{ submissionId: `${submissionId}`, userId: 'writer', heading: null },
  }));
  for (const [number, status] of [
    [21, 'draft'],
    [22, 'published'],
  ] as const)
    await putIssue(system.tables.pool, { number, status, pieces: [...placed(1), ...waiting] });
  const { pieces } = await json('/api/issues/21?status=all', { authorization });
  expect(pieces).toMatchObject([
    { articleId: 1, article: { id: 1 } },
    {
      submissionId: id,
      pitch: {
        card: { authorName: 'Fox', authorAge: null, featured: 0, cover: 'auto' },
        status: 'pending',
        stage: 'accepted',
      },
    },
    { submissionId: gone, pitch: null },
    { submissionId: takenBack, pitch: { status: 'withdrawn', stage: null } },
  ]);
  expect(JSON.stringify(pieces)).not.toContain('writer');
  expect((await json('/api/issues/22')).pieces).toHaveLength(1);
  const cards = await system.get('/api/issues?status=all&limit=1&after=22', { authorization });
  const contents = [{ articleId: 1, title: 'Title 1' }];
  expect(cards.json()).toMatchObject([{ number: 21, pieces: 2, contents }]);
  for (const path of ['', '/21'])
    expect((await system.get(`/api/issues${path}?status=all`, { authorization })).headers).toMatchObject({
      'journal-topics': 'issues articles submissions',
    });
  expect((await system.get('/api/issues')).headers['journal-topics']).toBe('issues articles');
});

it('editors see a waiting pitch that was published alone as readers see its article', async () => {
  const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b59';
  const { position } = system.tables;
  const published = { id, status: 'published', stage: 'accepted', articleId: 9 } as const;
  await system.tables.submissions.commit({ position, submissions: [published] });
  await putIssue(system.tables.pool, {
    ...{ number: 25, pieces: [{ submissionId: id, userId: 'writer', heading: null }] },
  });
  const seen = async (change: object) => {
    await system.tables.commit({ articles: [{ id: 9, authorName: 'Name withheld', ...change }] });
    const [card] = await json('/api/issues?status=all&limit=1&after=26', { authorization });
    const { pieces } = await json('/api/issues/25?status=all', { authorization });
    return [card.pieces, pieces[0].pitch?.card];
  };
  expect(await seen({})).toMatchObject([1, { title: 'Title 9', authorName: 'Name withheld' }]);
  expect(await seen({ isDeleted: true })).toEqual([0, undefined]);
  const erased = { ...published, fullName: null, articleTitle: null, articleSummary: null };
  await system.tables.submissions.commit({ position, submissions: [erased] });
  expect(await seen({ authorName: null })).toMatchObject([1, { authorName: 'Former contributor' }]);
});

it('editors see a pitch of a closed issue while its article waits for the issue', async () => {
  const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b60';
  const { position } = system.tables;
  const published = { id, status: 'published', stage: 'accepted', articleId: 10 } as const;
  await system.tables.submissions.commit({ position, submissions: [published] });
  await putIssue(system.tables.pool, {
    ...{ number: 27, status: 'closed', pieces: [{ submissionId: id, userId: 'writer', heading: null }] },
  });
  await system.tables.commit({ articles: [{ id: 10, waitsFor: 27 }] });
  const [card] = await json('/api/issues?status=all&limit=1&after=28', { authorization });
  const { pieces } = await json('/api/issues/27?status=all', { authorization });
  expect([card.pieces, pieces[0].pitch.card.title]).toEqual([1, `Title of ${id}`]);
});

it('a discarded issue is not found, but its history is', async () => {
  await putIssue(system.tables.pool, { number: 70, status: 'discarded' });
  const all = await json('/api/issues?status=all', { authorization });
  expect(all.map(({ number }: { number: number }) => number)).not.toContain(70);
  for (const path of ['/api/issues/70', '/api/issues/70?status=all', '/api/issues/70/mailings'])
    expect((await json(path, { authorization })).code).toBe('issue-not-found');
  expect(await json('/api/issues/70/history', { authorization })).toHaveLength(1);
});

it.each([
  ['a visitor', undefined, 401],
  ['a writer', 'writer', 403],
] as const)('%s cannot read unpublished issues or histories', async (_who, userId, status) => {
  for (const path of ['/api/issues?status=all', '/api/issues/7?status=all'])
    expect((await system.get(path, userId ? await as(userId) : {})).statusCode).toBe(status);
  expect((await json('/api/issues/7/history', userId ? await as(userId) : {})).status).toBe(status);
});

it('a program reads all issues if it has the token', async () => {
  const whole = await json('/api/issues?status=all', { authorization });
  expect(whole.map(({ number }: { number: number }) => number)).toContain(6);
  expect((await json('/api/issues/6?status=all', { authorization })).status).toBe('withdrawn');
  const wrong = { authorization: 'Bearer wrong' };
  for (const path of ['/api/issues?status=all', '/api/issues/6?status=all'])
    expect((await json(path, wrong)).code).toBe('not-signed-in');
});

it('a withdrawn issue has a history, and an unknown one has none', async () => {
  const [version] = await json('/api/issues/6/history', { authorization });
  expect(version).toMatchObject({ revision: 0, event: 'IssueOpened' });
  const whole = await json('/api/issues/6/history/0', { authorization });
  expect(whole).toMatchObject({ fields: { date: '2026-01-01', title: null }, counterpart: null });
  expect((await json('/api/issues/99/history', { authorization })).code).toBe('issue-not-found');
});
