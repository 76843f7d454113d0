import { type NewsroomDesk, OwnSubmission, revisionsOfIfMatch, Submission } from '@journal/contracts';
import { nameWithheld } from '@journal/events/fields';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { schemas } from '../database.ts';
import { putIssue } from '../testing/issue-row.ts';
import { useQuerySystem } from '../testing/query-system.ts';

let admin: Record<string, string>;
const idOf = (number: number) => `5b7a2c1e-0d3f-4e6a-9b8c-${String(number).padStart(12, '0')}`;
const numbersOf = (items: readonly { id: string }[]) => items.map(({ id }) => Number(id.slice(-12)));
const editorId = '00000000-0000-4000-8000-000000000001';
const position = (number: number) => String(number).padStart(12, '0');

const system = useQuerySystem({ maxWait: 1_000 }, async () => {
  const { accounts, submissions } = system.tables;
  await accounts.put({ userId: 'writer' });
  await accounts.put({ userId: 'other' });
  await accounts.put({ userId: 'admin', roles: ['admin'] });
  await accounts.put({ userId: editorId, roles: ['admin'] });
  const pitches = [
    { id: idOf(1), articleTitle: 'Why the Ströme rise', fullName: 'Ada Sample' },
    {
      id: idOf(2),
      section: 'clash',
      userId: 'other',
      articleSummary: 'A 100% honest view',
      stage: 'changes-requested',
      stagePosition: position(9),
      assigneeId: editorId,
      dueAt: '2026-01-11T18:00:00.000Z',
      byline: '{"name":"pen","penName":"Fox","showAge":false,"showSchool":true}',
    },
    { id: idOf(3), status: 'deleted' },
    { id: idOf(4), status: 'published', articleId: 7 },
    { id: idOf(5), articleTitle: null },
    { id: idOf(6), userId: 'gone', articleTitle: 'Of somebody without an account' },
    {
      id: idOf(7),
      section: 'clash',
      articleTitle: 'Why the tides rise',
      stage: 'accepted',
      issueNumber: 24,
      publishAt: '2026-02-01T07:00:00.000Z',
      // No longer an editor.
      assigneeId: 'other',
    },
    { id: idOf(10), userId: 'other', status: 'withdrawn', isTakenUp: false },
  ] as const;
  for (const [index, pitch] of pitches.entries())
    await submissions.commit({ position: position(index + 1), submissions: [pitch] });
  await system.tables.commit({});
  for (let step = 2; step <= 9; step++) await system.tables.commit({});
  await submissions.commit({ position: system.tables.position });
  await accounts.moveTo(system.tables.position);
  await system.untilReady();
  // A read model may be announced later than it is ready, so each request waits for what was written.
  admin = {
    cookie: await system.cookieOf({ userId: 'admin', version: 0 }),
    'journal-position': system.tables.position,
  };
});

const list = async (query = '') => {
  const answer = await system.get(`/api/submissions${query}`, admin);
  expect(answer.statusCode, answer.body).toBe(200);
  return numbersOf(answer.json<Submission[]>());
};

describe('the list of pitches', () => {
  it('contains whole pitches with the address of the account', async () => {
    const answer = await system.get('/api/submissions?section=clash&q=100%25', admin);
    const pitches = answer.json<Submission[]>();
    expect(pitches).toEqual([
      {
        id: idOf(2),
        userId: 'other',
        email: 'other@example.org',
        fullName: 'Sample Writer',
        age: 15,
        school: null,
        section: 'clash',
        articleTitle: `Title of ${idOf(2)}`,
        articleSummary: 'A 100% honest view',
        fullEssay: `Essay of ${idOf(2)}, revision 0`,
        createdAt: '2026-01-03T00:02:00.000Z',
        status: 'pending',
        articleId: null,
        stage: 'changes-requested',
        stageSince: '2026-01-03T00:02:00.000Z',
        dueAt: '2026-01-11T18:00:00.000Z',
        issueNumber: null,
        publishAt: null,
        assigneeId: editorId,
        agreedAt: null,
        byline: { name: 'pen', penName: 'Fox', showAge: false, showSchool: true },
      },
    ]);
    expect(Compile(Submission).Check(pitches[0])).toBe(true);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'authorization, cookie',
      'journal-position': system.tables.position,
    });
    const again = { ...admin, 'if-none-match': String(answer.headers.etag) };
    expect((await system.get('/api/submissions?section=clash&q=100%25', again)).statusCode).toBe(304);
  });

  it.each([
    ['', [7, 6, 2, 1]],
    ['?status=pending', [7, 6, 2, 1]],
    ['?status=published', [4]],
    ['?status=deleted', [3]],
    ['?status=withdrawn', [10]],
    ['?section=clash', [7, 2]],
    ['?section=culture', []],
    ['?q=rise', [7, 1]],
    ['?q=RISE+why', [7, 1]],
    ['?q=str%C3%B6me', [1]],
    ['?q=ada', [1]],
    ['?q=honest&section=clash', [2]],
    ['?q=honest&section=view', []],
    ['?q=', [7, 6, 2, 1]],
    ['?q=%25', [2]],
    ['?q=_', []],
    ['?q=%5C', []],
    ['?q=%00', [7, 6, 2, 1]],
    ["?q='%20or%201=1%20--", []],
    ['?limit=2', [7, 6]],
    ['?order=newest', [7, 6, 2, 1]],
    ['?order=oldest', [1, 2, 6, 7]],
    ['?order=oldest&q=why', [1, 7]],
    ['?order=waiting', [1, 6, 7, 2]],
    ['?stage=received', [6, 1]],
    ['?stage=accepted', [7]],
    ['?stage=resubmitted', []],
    [`?assignee=${editorId}`, [2]],
    [`?assignee=${idOf(99)}`, []],
    ['?assignee=nobody', [7, 6, 1]],
    ['?assignee=nobody&stage=received', [6, 1]],
    ['?planned=1', [7]],
    ['?planned=0', [6, 2, 1]],
    ['?planned=1&stage=received', []],
  ])('for the query %j, contains the pitches %j', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('comes in pages that keep the query', async () => {
    const pages = await system.pages<Submission>('/api/submissions?q=why%20rise&limit=1', admin);
    expect(pages.map(numbersOf)).toEqual([[7], [1]]);
    const oldest = await system.pages<Submission>('/api/submissions?order=oldest&limit=3', admin);
    expect(oldest.map(numbersOf)).toEqual([[1, 2, 6], [7]]);
    const waiting = await system.pages<Submission>('/api/submissions?order=waiting&limit=3', admin);
    expect(waiting.map(numbersOf)).toEqual([[1, 6, 7], [2]]);
  });

  it('has no address for a writer without an account', async () => {
    const [pitch] = (await system.get('/api/submissions?q=without', admin)).json<Submission[]>();
    expect([pitch?.userId, pitch?.email]).toEqual(['gone', null]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'status=x',
    'order=x',
    'stage=x',
    'assignee=x',
    'planned=yes',
    'section=x',
    'after=',
    'after=a%00',
    'q=a&q=b',
    `q=${'x'.repeat(201)}`,
    'x=1',
  ])('returns 400 for ?%s', async (query) => {
    expect((await system.get(`/api/submissions?${query}`, admin)).statusCode).toBe(400);
  });
});

describe('one pitch', () => {
  it('has an ETag with its revision, and returns 304 for it until anything shown changes', async () => {
    const url = `/api/submissions/${idOf(4)}`;
    const answer = await system.get(url, admin);
    expect(answer.json()).toMatchObject({ id: idOf(4), status: 'published', articleId: 7 });
    expect(revisionsOfIfMatch(String(answer.headers.etag))).toEqual([0]);
    const again = { ...admin, 'if-none-match': String(answer.headers.etag) };
    expect((await system.get(url, again)).statusCode).toBe(304);
    // The address changes without a new revision of the pitch.
    await system.tables.accounts.put({ userId: 'writer', email: 'changed@example.org' });
    const changed = await system.get(url, again);
    await system.tables.accounts.put({ userId: 'writer' });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(answer.headers.etag);
  });

  it('keeps its ETag when a concern is reported about it', async () => {
    const [id, { accounts, submissions, position }] = [crypto.randomUUID(), system.tables];
    await accounts.put({ userId: 'worried' });
    await submissions.commit({ position, submissions: [{ id, userId: 'worried', status: 'declined' }] });
    const etag = async () => (await system.get(`/api/submissions/${id}`, admin)).headers.etag;
    const before = await etag();
    const step = { submissionId: id, at: new Date().toISOString(), note: null };
    await submissions.addStep({ ...step, revision: 1, event: 'SubmissionConcernReported', concern: 'Help' });
    expect(await etag()).toBe(before);
    await submissions.addStep({ ...step, revision: 2, event: 'SubmissionReopened' });
    expect(revisionsOfIfMatch(String(await etag()))).toEqual([2]);
  });

  it.each([idOf(3), idOf(5), idOf(8), idOf(1).toUpperCase(), '1', 'a%00', '%F0'])(
    'is not returned if it was deleted or erased or never existed: %s',
    async (id) => {
      const answer = await system.get(`/api/submissions/${id}`, admin);
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toContain('Essay');
    },
  );
});

describe('a writer’s own pitches', () => {
  const own = async (userId: string, query = '') =>
    system.get(`/api/submissions/mine${query}`, { cookie: await system.cookieOf({ userId, version: 0 }) });

  it('are all listed, whatever their status, without those of others', async () => {
    const answer = await own('writer');
    const pitches = answer.json<OwnSubmission[]>();
    expect(numbersOf(pitches)).toEqual([7, 4, 3, 1]);
    // Its article appears a moment after the pitch.
    expect(pitches[1]).toMatchObject({ status: 'published', articleId: 7, articleState: 'waiting' });
    expect(pitches[0]).toMatchObject({ status: 'pending', articleState: null });
    expect(pitches[2]).toMatchObject({ status: 'deleted', articleId: null });
    expect(Object.keys(pitches[0] ?? {})).not.toContain('userId');
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    expect(numbersOf((await own('other')).json())).toEqual([10, 2]);
    expect(numbersOf((await own('admin')).json())).toEqual([]);
  });

  it('are read individually, with an ETag that contains the revision; those of others are not found', async () => {
    const answer = await own('writer', `/${idOf(3)}`);
    expect(answer.json()).toMatchObject({ id: idOf(3), status: 'deleted', isTakenUp: false });
    expect(Object.keys(answer.json())).not.toContain('userId');
    expect(revisionsOfIfMatch(String(answer.headers.etag))).toEqual([0]);
    for (const id of [idOf(2), idOf(5), idOf(8), 'x'])
      expect((await own('writer', `/${id}`)).json().code).toBe('submission-not-found');
  });

  it('show the state of their article, which is waiting if it does not exist yet, and whether its name is off', async () => {
    const at = '2026-01-02T00:00:00.000Z';
    for (const [state, article] of [
      ['waiting', undefined],
      ['shown', {}],
      ['shown', { authorName: nameWithheld }],
      ['hidden', { hiddenAt: at }],
      ['removed', { hiddenAt: at, removedAt: at }],
      ['deleted', { deletedAt: at, hiddenAt: null, removedAt: null }],
      ['waiting', { deletedAt: null, waitsFor: 24 }],
    ] as const) {
      if (article) await system.tables.commit({ articles: [{ id: 7, ...article }] });
      await system.tables.submissions.commit({ position: system.tables.position });
      await system.tables.accounts.moveTo(system.tables.position);
      const cookie = await system.cookieOf({ userId: 'writer', version: 0 });
      const headers = { cookie, 'journal-position': system.tables.position };
      const answer = await system.get(`/api/submissions/mine/${idOf(4)}`, headers);
      const waitsFor = article && 'waitsFor' in article ? article.waitsFor : null;
      const isNameWithheld = article !== undefined && 'authorName' in article;
      expect(answer.json()).toMatchObject({ articleState: state, isNameWithheld, waitsFor });
    }
  });

  it('show the issue that they wait for, until it is published', async () => {
    const heading = null;
    const pieces = [1, 4].map((index) => ({ submissionId: idOf(index), userId: 'writer', heading }));
    const waitsFor = async (index: number) => (await own('writer', `/${idOf(index)}`)).json().waitsFor;
    for (const [status, expected] of [
      ['draft', 7],
      ['closed', 7],
      ['withdrawn', 7],
      ['published', null],
    ] as const) {
      await putIssue(system.tables.pool, { number: 7, status, pieces });
      expect(await waitsFor(1)).toBe(expected);
      // The article was published on its own.
      await system.tables.commit({ articles: [{ id: 7, waitsFor: null }] });
      expect(await waitsFor(4)).toBeNull();
    }
    expect(await waitsFor(7)).toBeNull();
  });

  it('hide a deletion for a minute, and report how long the response stays fresh', async () => {
    await system.tables.accounts.put({ userId: 'hopeful' });
    await system.tables.accounts.moveTo(system.tables.position);
    const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    const turnedDown = { userId: 'hopeful', status: 'deleted' } as const;
    await system.tables.submissions.commit({
      position: system.tables.position,
      submissions: [
        { ...turnedDown, id: idOf(11), createdAt: at(61) },
        { ...turnedDown, id: idOf(12), createdAt: at(20) },
        { ...turnedDown, id: idOf(13), createdAt: at(50), isTakenUp: true },
      ],
    });
    const answer = await own('hopeful');
    const shown = answer.json<OwnSubmission[]>();
    expect(shown.map(({ status, isTakenUp }) => [status, isTakenUp]).sort()).toEqual([
      ['deleted', false],
      ['pending', false],
      ['pending', true],
    ]);
    expect(Number(answer.headers['journal-fresh-for'])).toBeGreaterThan(7);
    expect(Number(answer.headers['journal-fresh-for'])).toBeLessThanOrEqual(10);
    const one = await own('hopeful', `/${idOf(12)}`);
    expect(one.json().status).toBe('pending');
    expect(Number(one.headers['journal-fresh-for'])).toBeGreaterThan(37);
    expect(Number(one.headers['journal-fresh-for'])).toBeLessThanOrEqual(40);
    expect((await own('hopeful', `/${idOf(11)}`)).json().status).toBe('deleted');
    expect((await own('writer')).headers['journal-fresh-for']).toBeUndefined();
  });

  it('show their steps and notes, but no decline that was undone in time or is not announced yet', async () => {
    await system.tables.accounts.put({ userId: 'worked-on' });
    await system.tables.accounts.moveTo(system.tables.position);
    const id = idOf(14);
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    const at = { position: system.tables.position };
    await system.tables.submissions.commit({
      ...at,
      submissions: [{ id, userId: 'worked-on', createdAt: ago(900), status: 'declined' }],
    });
    const steps = [
      ['SubmissionAssigned', 800, null],
      ['SubmissionUnassigned', 790, null],
      ['SubmissionChangesRequested', 700, 'A note'],
      ['SubmissionResubmitted', 600, 'A reply'],
      ['SubmissionDeclined', 500, 'Undone at once'],
      ['SubmissionConcernReported', 480, null],
      ['SubmissionReopened', 470, null],
      ['SubmissionDeclined', 400, 'Undone too late'],
      ['SubmissionReopened', 300, null],
      ['SubmissionDeclined', 20, 'Not told yet'],
    ] as const;
    for (const [index, [event, seconds, note]] of steps.entries())
      await system.tables.submissions.addStep({
        submissionId: id,
        revision: index + 1,
        event,
        at: ago(seconds),
        note,
      });
    const [pitch] = (await own('worked-on')).json<OwnSubmission[]>();
    expect(pitch).toMatchObject({ status: 'pending', stage: 'received' });
    expect(pitch?.steps.map(({ event, note, isOwn }) => [event, note, isOwn])).toEqual([
      ['SubmissionPitched', null, true],
      ['SubmissionAssigned', null, false],
      ['SubmissionChangesRequested', 'A note', false],
      ['SubmissionResubmitted', 'A reply', true],
      ['SubmissionConcernReported', null, true],
      ['SubmissionDeclined', 'Undone too late', false],
      ['SubmissionReopened', null, false],
    ]);
    expect(Compile(OwnSubmission).Check(pitch)).toBe(true);
    expect((await own('worked-on', `/${id}`)).json().steps).toEqual(pitch?.steps);
  });

  it.each([
    ['SubmissionDeclined', 'declined', 20, 'pending', []],
    ['SubmissionDeclined', 'declined', 3_000, 'declined', ['SubmissionDeclined']],
    ['SubmissionDeleted', 'deleted', 20, 'pending', []],
    ['SubmissionDeleted', 'deleted', 3_000, 'deleted', ['SubmissionDeleted']],
  ] as const)(
    'disclose %s (%s) after a minute, whether or not a concern is reported (%i s later)',
    async (event, status, seconds, shown, told) => {
      const userId = `worried-${status}-${seconds}`;
      const id = crypto.randomUUID();
      const { accounts, submissions, position } = system.tables;
      const ago = (past: number) => new Date(Date.now() - past * 1_000).toISOString();
      await accounts.put({ userId });
      await submissions.commit({ position, submissions: [{ id, userId, createdAt: ago(9_000), status }] });
      const pitch = async () => (await own(userId, `/${id}`)).json<OwnSubmission>();
      const note = null;
      await submissions.addStep({ submissionId: id, revision: 1, event, at: ago(seconds), note });
      const steps = ['SubmissionPitched', ...told];
      expect(await pitch()).toMatchObject({ status: shown, steps: steps.map((each) => ({ event: each })) });
      const concern = { event: 'SubmissionConcernReported', at: ago(1), concern: 'I am worried.' };
      await submissions.addStep({ submissionId: id, revision: 2, note, ...concern });
      const answer = await pitch();
      expect(answer.status).toBe(shown);
      expect(answer.steps.map((step) => step.event)).toEqual([...steps, concern.event]);
    },
  );

  it.each([
    ['SubmissionDeclined', 'declined'],
    ['SubmissionDeleted', 'deleted'],
  ] as const)('show a planned pitch as planned for a minute after %s', async (event, status) => {
    const [userId, id] = [`planned-${status}`, crypto.randomUUID()];
    const { accounts, submissions, pool, position } = system.tables;
    const ago = (past: number) => new Date(Date.now() - past * 1_000).toISOString();
    const publishAt = '2027-02-01T07:00:00.000Z';
    const step = { submissionId: id, note: null };
    await accounts.put({ userId });
    const pitched = { id, userId, createdAt: ago(900), status, publishAt };
    await submissions.commit({ position, submissions: [pitched] });
    await submissions.addStep({ ...step, revision: 1, at: ago(800), event: 'SubmissionScheduled' });
    await submissions.addStep({ ...step, revision: 2, at: ago(20), event });
    const shown = async () => (await own(userId, `/${id}`)).json<OwnSubmission>();
    const pitch = await shown();
    expect(pitch).toMatchObject({ status: 'pending', publishAt });
    expect(Compile(OwnSubmission).Check(pitch)).toBe(true);
    expect(pitch.steps.at(-1)).toEqual({
      event: 'SubmissionScheduled',
      at: expect.any(String),
      isOwn: false,
      note: null,
    });
    expect(await list(`?status=${status}&planned=1`)).toEqual([]);
    // Undone: the plan does not come back, and the history says so.
    const table = `${schemas.submissions}.submission`;
    await pool.query(`update ${table} set status = 'pending', publish_at = null where id = $1`, [id]);
    const undone = event === 'SubmissionDeclined' ? 'SubmissionReopened' : 'SubmissionRestored';
    await submissions.addStep({ ...step, revision: 3, at: ago(10), event: undone });
    await submissions.addStep({ ...step, revision: 4, at: ago(10), event: 'SubmissionUnscheduled' });
    const { publishAt: planned, steps } = await shown();
    expect([planned, steps.map((each) => each.event)]).toEqual([
      null,
      ['SubmissionPitched', 'SubmissionScheduled', 'SubmissionUnscheduled'],
    ]);
  });

  it('show how the published text differs from what the writer sent last', async () => {
    const id = idOf(15);
    const { accounts, submissions, pool, position } = system.tables;
    const pitch = { id, userId: 'edited', fullName: 'Ada Sample' };
    await accounts.put({ userId: 'edited' });
    const texts = [
      { articleTitle: 'A first title', articleSummary: 'As it was pitched.' },
      { articleTitle: 'The title', articleSummary: 'As it was sent again.' },
      { articleTitle: 'The editors’ title', articleSummary: 'As it was sent again.' },
    ];
    for (const text of texts) await submissions.commit({ position, submissions: [{ ...pitch, ...text }] });
    const version = `${schemas.submissions}.submission_version`;
    const become = (event: string, revision: number, actor: string) =>
      pool.query(
        `update ${version} set event = $1, actor_id = $2, full_essay = 'All of it.'
         where submission_id = $3 and revision = $4`,
        [event, actor, id, revision],
      );
    await become('SubmissionResubmitted', 1, 'edited');
    await become('SubmissionEdited', 2, 'admin');
    const before = await own('edited', `/${id}/differences`);
    expect([before.statusCode, before.json().code]).toEqual([404, 'version-not-found']);
    await submissions.commit({ position, submissions: [{ ...pitch, ...texts[2] }] });
    await become('SubmissionPublished', 3, 'admin');
    const answer = await own('edited', `/${id}/differences`);
    expect(answer.json()).toEqual([
      {
        field: 'articleTitle',
        parts: [
          { kind: 'same', text: 'The ' },
          { kind: 'added', text: 'editors’ ' },
          { kind: 'same', text: 'title' },
        ],
      },
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'journal-topics': 'mine:edited',
    });
    for (const [userId, path] of [
      ['other', id],
      ['edited', idOf(2)],
      ['edited', 'x'],
    ] as const)
      expect((await own(userId, `/${path}/differences`)).json().code).toBe('submission-not-found');
  });

  it('come in pages', async () => {
    const first = await own('writer', '?limit=3');
    expect(numbersOf(first.json())).toEqual([7, 4, 3]);
    const next = /mine(.*)>/.exec(String(first.headers.link))?.[1];
    expect(numbersOf((await own('writer', next)).json())).toEqual([1]);
  });
});

describe('a reviewer', () => {
  const asReviewer = async () => ({
    cookie: await system.cookieOf({ userId: 'other', version: 0, position: system.tables.position }),
  });

  it('reads only assigned pitches, without addresses, and none that is their own or was deleted', async () => {
    await system.tables.accounts.put({ userId: 'other', roles: ['reviewer'] });
    const headers = await asReviewer();
    const read = async (path: string) => system.get(path, headers);
    const pitches = (await read('/api/submissions')).json<Submission[]>();
    expect(pitches.map(({ id, email }) => [id, email])).toEqual([[idOf(7), null]]);
    for (const filter of [`assignee=${editorId}`, 'assignee=nobody', 'status=withdrawn', 'stage=received'])
      expect((await read(`/api/submissions?${filter}`)).json()).toEqual([]);
    expect((await read(`/api/submissions/${idOf(7)}`)).json()).toMatchObject({ email: null });
    const other = await read(`/api/submissions/${idOf(1)}`);
    expect([other.statusCode, other.json().code]).toEqual([404, 'submission-not-found']);
    expect((await read(`/api/submissions/${idOf(7)}/history`)).statusCode).toBe(403);
    expect((await read('/api/newsroom/counts')).json()).toEqual({ articles: 0, submissions: 1 });
    const desk = (await read('/api/newsroom/desk')).json<NewsroomDesk>();
    expect(desk).toMatchObject({
      editors: [{ userId: 'other', name: 'Writer other', count: 1 }],
      unassigned: 0,
    });
    expect(desk.stages.filter(({ count }) => count > 0)).toEqual([{ stage: 'accepted', count: 1 }]);
    const own = idOf(19);
    const { position } = system.tables;
    const row = { id: own, userId: 'other', assigneeId: 'other', stage: 'reading' } as const;
    await system.tables.submissions.commit({ position, submissions: [row] });
    expect((await read(`/api/submissions/${own}`)).statusCode).toBe(404);
    expect((await read(`/api/submissions/${own}/comments`)).statusCode).toBe(404);
    expect((await read('/api/newsroom/counts')).json()).toMatchObject({ submissions: 1 });
    const deleted = { ...row, id: idOf(20), userId: 'writer', status: 'deleted' } as const;
    await system.tables.submissions.commit({ position, submissions: [deleted] });
    expect((await read('/api/submissions?status=deleted')).json()).toEqual([]);
    expect((await read('/api/newsroom/counts?status=deleted')).json()).toMatchObject({ submissions: 0 });
    expect(await list('?status=deleted')).toContain(20);
    await system.tables.accounts.put({ userId: 'other', roles: [] });
    expect((await read('/api/submissions')).statusCode).toBe(403);
  });

  it.each(['editor', 'safeguarding'] as const)(
    'has fewer rights than %s, which reads all pitches without addresses',
    async (role) => {
      await system.tables.accounts.put({ userId: 'other', roles: [role] });
      const answer = await system.get('/api/submissions', await asReviewer());
      expect(answer.body).not.toContain('@');
      expect(numbersOf(answer.json())).toEqual(await list());
      await system.tables.accounts.put({ userId: 'other', roles: [] });
    },
  );
});

describe('read your writes', () => {
  it('a list waits until both pitches and accounts reach the session’s position', async () => {
    const { accounts, submissions } = system.tables;
    const next = position(Number(system.tables.position) + 1);
    const cookie = await system.cookieOf({ userId: 'admin', version: 0, position: next });
    const waiting = system.get('/api/submissions?status=deleted&limit=1', { cookie });
    await accounts.moveTo(next);
    await submissions.commit({ position: next, submissions: [{ id: idOf(9), status: 'deleted' }] });
    expect(numbersOf((await waiting).json())).toEqual([9]);
  });

  it('a session ahead of the tables returns 503, not 401', async () => {
    const cookie = await system.cookieOf({ userId: 'admin', version: 0, position: '999999999999' });
    const answer = await system.get('/api/submissions', { cookie });
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  });
});
