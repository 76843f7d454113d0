import { PassThrough } from 'node:stream';
import { AccountExport, type Transport } from '@journal/contracts';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { schemas } from '../database.ts';
import { commandOf, sampleToken, useQuerySystem } from '../testing/query-system.ts';

let logged = '';
const authorization = `Bearer ${sampleToken}`;
/** The contributor of the sample articles. */
const userId = 'writer';
const session = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';
const byEmail = (email: string) => `/api/operations/users/export?email=${encodeURIComponent(email)}`;

const draft = {
  ...{ target: 'new-pitch', version: 1, savedAt: '2026-02-02T00:00:00.000Z', base: null },
  values: { articleTitle: 'Not sent yet' },
};

const logStream = new PassThrough();
logStream.setEncoding('utf8').on('data', (text: string) => (logged += text));
const recording = vi.fn<Transport>();
beforeEach(() => {
  recording.mockReset().mockImplementation(commandOf([draft]));
});
const system = useQuerySystem({ maxWait: 200, logStream, command: recording }, async () => {
  system.service.app.log.level = 'trace';
  await system.tables.accounts.put({ userId });
  await system.tables.accounts.put({ userId: 'other' });
  await system.tables.accounts.begin({
    ...{ sessionId: session, userId, version: 0, device: 'Firefox on Linux', endedAt: null },
    startedAt: '2026-02-01T00:00:00.000Z',
  });
  await system.tables.commit({ articles: [{ id: 1 }, { id: 2, isDeleted: true }] });
  await system.tables.commit({ articles: [{ id: 1, title: 'Second' }] });
  await system.tables.accounts.moveTo(system.tables.position);
  await system.tables.submissions.commit({
    position: system.tables.position,
    submissions: [
      { id: 'pitch-1', userId, status: 'deleted' },
      { id: 'pitch-2', userId: 'other' },
      { id: 'pitch-1', userId, status: 'pending', articleTitle: 'Pitched again' },
    ],
  });
});

const own = async (id: string, version = 0) =>
  system.get('/api/me/export', { cookie: await system.cookieOf({ userId: id, version }) });

describe('a user’s own export', () => {
  it('contains all data about the user, as a download that is not cached', async () => {
    const answer = await own(userId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="journal-account.json"',
      'content-type': 'application/json; charset=utf-8',
    });
    const held = answer.json<AccountExport>();
    const faults = Compile(Type.Object(AccountExport.properties)).Errors(held);
    expect([...faults].map((fault) => fault.instancePath)).toEqual([]);
    expect(held).toMatchObject({
      account: { id: userId, email: 'writer@example.org' },
      settings: { showsOtherPieces: false, fewerMails: false },
      sessions: [{ id: session, device: 'Firefox on Linux', startedAt: '2026-02-01T00:00:00.000Z' }],
      events: [{ type: 'UserRegistered', at: '2026-01-01T00:00:00.000Z', requestId: 'request-1' }],
      drafts: [draft],
      articles: [
        {
          id: 1,
          title: 'Second',
          content: 'Content 1, revision 1',
          authorName: 'Writer 1',
          deletedAt: null,
          versions: [
            { revision: 0, changed: ['title', 'content'], values: { title: 'Title 1' } },
            { revision: 1, values: { title: 'Second', content: 'Content 1, revision 1' } },
          ],
        },
        { id: 2, deletedAt: '2026-01-01T00:02:00.000Z' },
      ],
      submissions: [
        {
          id: 'pitch-1',
          status: 'pending',
          articleTitle: 'Pitched again',
          fullEssay: 'Essay of pitch-1, revision 1',
          versions: [
            { revision: 0, event: 'SubmissionPitched', values: { articleTitle: 'Title of pitch-1' } },
            {
              revision: 1,
              changed: ['articleTitle', 'fullEssay'],
              values: { articleTitle: 'Pitched again' },
            },
          ],
        },
      ],
    });
  });

  it('contains all comments on the user’s pitches, also those among editors, without naming editors', async () => {
    const { accounts, comments, submissions, position } = system.tables;
    await accounts.put({ userId: 'discussed' });
    await accounts.moveTo(position);
    await submissions.commit({ position, submissions: [{ id: 'pitch-7', userId: 'discussed' }] });
    const said = { submissionId: 'pitch-7', userId: 'discussed', authorId: 'other' };
    await comments.put({ ...said, commentId: 'a', note: 'Is this true?', audience: 'editors' });
    await comments.put({ ...said, commentId: 'b', inReplyTo: 'a', note: 'I think so', audience: 'editors' });
    await comments.put({ ...said, commentId: 'c', note: 'Your source?', audience: 'writer' });
    const answer = await own('discussed');
    expect(answer.json<AccountExport>().submissions[0]?.comments).toMatchObject([
      { note: 'Is this true?', audience: 'editors', quotation: 'Essay', replies: [{ note: 'I think so' }] },
      { note: 'Your source?', audience: 'writer', replies: [] },
    ]);
    expect(answer.body).not.toContain('other');
    expect((await own(userId)).json<AccountExport>().submissions[0]?.comments).toEqual([]);
  });

  it('contains the concerns that the user reported, with their text', async () => {
    const { accounts, submissions, position } = system.tables;
    await accounts.put({ userId: 'worried' });
    await accounts.moveTo(position);
    await submissions.commit({ position, submissions: [{ id: 'pitch-8', userId: 'worried' }] });
    const at = '2026-01-02T00:00:00.000Z';
    const step = { submissionId: 'pitch-8', event: 'SubmissionConcernReported', note: null, at };
    await submissions.addStep({ ...step, revision: 1, concern: 'They write to me elsewhere.' });
    const [pitch] = (await own('worried')).json<AccountExport>().submissions;
    expect(pitch?.concerns).toEqual([{ at, text: 'They write to me elsewhere.' }]);
    expect((await own(userId)).json<AccountExport>().submissions[0]?.concerns).toEqual([]);
    // The concern is kept when its pitch is erased.
    await system.tables.pool.query(
      `update ${schemas.submissions}.submission set article_title = null where id = 'pitch-8'`,
    );
    const { submissions: none, concerns } = (await own('worried')).json<AccountExport>();
    expect(none).toEqual([]);
    expect(concerns).toEqual([{ submissionId: 'pitch-8', at, text: 'They write to me elsewhere.' }]);
    expect((await own(userId)).json<AccountExport>().concerns).toEqual([]);
  });

  it('omits a decline that was undone in time, or of which the writer is not notified yet', async () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
    await system.tables.accounts.put({ userId: 'hopeful' });
    await system.tables.accounts.moveTo(system.tables.position);
    await system.tables.submissions.commit({
      position: system.tables.position,
      submissions: [{ id: 'pitch-9', userId: 'hopeful', createdAt: ago(900), status: 'declined' }],
    });
    const steps = [
      ['SubmissionChangesRequested', 800, 'A note'],
      ['SubmissionDeclined', 500, 'Undone at once'],
      ['SubmissionReopened', 470, null],
      ['SubmissionDeclined', 20, 'Not told yet'],
    ] as const;
    for (const [index, [event, seconds, note]] of steps.entries())
      await system.tables.submissions.addStep({
        submissionId: 'pitch-9',
        revision: index + 1,
        event,
        at: ago(seconds),
        note,
      });
    const answer = await own('hopeful');
    const [pitch] = answer.json<AccountExport>().submissions;
    expect(pitch).toMatchObject({ status: 'pending' });
    expect(pitch?.steps.map(({ note }) => note)).toEqual([null, 'A note']);
    expect(pitch?.versions.map(({ event }) => event)).toEqual([
      'SubmissionPitched',
      'SubmissionChangesRequested',
    ]);
    expect(answer.body).not.toMatch(/Undone|Not told/);
  });

  it('shows whether the address is subscribed to the newsletter', async () => {
    const newsletter = async () => (await own(userId)).json<AccountExport>().newsletter;
    expect(await newsletter()).toBeNull();
    await system.tables.accounts.subscribe('writer@example.org');
    await system.tables.accounts.happen(userId, 'UserEmailConfirmed', '2026-01-02T00:00:00.000Z');
    expect(await newsletter()).toEqual({
      email: 'writer@example.org',
      confirmedAt: '2026-01-02T00:00:00.000Z',
      onlySection: 'clash',
    });
  });

  it('shows nothing of the newsletter to a user who has not confirmed the address; the operator’s does', async () => {
    // The sample accounts share one address.
    expect((await own('other')).json<AccountExport>().newsletter).toBeNull();
    const ofOperator = await system.get(byEmail('other@example.org'), { authorization });
    expect(ofOperator.json<AccountExport>().newsletter).toMatchObject({ onlySection: 'clash' });
  });

  it('shows whether the user’s other pieces are shown, and since when', async () => {
    await system.tables.accounts.happen(userId, 'OtherPiecesShown', '2026-01-02T00:00:00.000Z', 2);
    const held = (await own(userId)).json<AccountExport>();
    expect(held.settings).toEqual({ showsOtherPieces: true, fewerMails: false });
    expect(held.events.at(-1)).toMatchObject({ type: 'OtherPiecesShown', at: '2026-01-02T00:00:00.000Z' });
  });

  it('contains no data about other users', async () => {
    const held = (await own('other')).json<AccountExport>();
    expect([held.account.id, held.articles]).toEqual(['other', []]);
    expect(held.submissions.map(({ id }) => id)).toEqual(['pitch-2']);
  });

  it('returns 401 and clears the cookie if the session has ended or its account does not exist', async () => {
    for (const stale of [await own(userId, -1), await own('gone')])
      expect([stale.statusCode, String(stale.headers['set-cookie'])]).toEqual([
        401,
        expect.stringMatching(/^journal=;.*Max-Age=0/),
      ]);
  });

  it('returns 503 if the tables do not reach the session’s position in time', async () => {
    const cookie = await system.cookieOf({ userId, version: 0, position: '999999999999' });
    expect((await system.get('/api/me/export', { cookie })).statusCode).toBe(503);
  });
});

describe('handing out an export', () => {
  const requests = () =>
    recording.mock.calls.flatMap(([path, { headers, body }]) =>
      body === undefined ? [] : [[path, JSON.parse(body), headers['authorization']]],
    );

  it('is recorded with the actor who receives it', async () => {
    await own(userId);
    await system.get(byEmail('writer@example.org'), { authorization });
    const path = `/api/operations/users/${userId}/exports`;
    expect(requests()).toEqual([
      [path, { actor: { id: userId, role: 'writer' } }, authorization],
      [path, { actor: { id: 'service', role: 'service' } }, authorization],
    ]);
  });

  it('is not recorded for a visitor or an unknown address', async () => {
    await system.get('/api/me/export');
    await system.get(byEmail('nobody@example.org'), { authorization });
    expect(requests()).toEqual([]);
  });

  it.each<[string, Transport]>([
    ['says no', async () => ({ status: 500, headers: {}, body: '' })],
    ['is away', () => Promise.reject(new Error('away'))],
  ])('fails with 503 if the command service %s', async (_how, answer) => {
    recording.mockImplementation(answer);
    const refused = await own(userId);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
    expect(refused.body).not.toContain('writer@example.org');
  });
});

describe('a user’s request for their export', () => {
  const asked = async (site: string) => {
    const cookie = await system.cookieOf({ userId, version: 0 });
    return system.get('/api/me/export', { cookie, 'sec-fetch-site': site });
  };

  it('returns 403 and records nothing if another site’s page sent it', async () => {
    const answers = [await asked('cross-site'), await asked('same-site')];
    expect(answers.map(({ statusCode, json }) => [statusCode, json().code])).toEqual([
      [403, 'other-origin'],
      [403, 'other-origin'],
    ]);
    expect(recording).not.toHaveBeenCalled();
    expect((await asked('same-origin')).statusCode).toBe(200);
    expect((await asked('none')).statusCode).toBe(200);
  });

  it('returns the command service’s 429, with its message and Retry-After', async () => {
    const body = JSON.stringify({ code: 'too-many-requests', message: 'Wait 7 minutes' });
    const answer = commandOf([draft]);
    recording.mockImplementation(async (path, request) =>
      path.endsWith('/exports')
        ? { status: 429, headers: { 'retry-after': '420' }, body }
        : answer(path, request),
    );
    const refused = await own(userId);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '420',
      expect.objectContaining({ code: 'too-many-requests', message: 'Wait 7 minutes' }),
    ]);
  });
});

describe('an export by address', () => {
  it('equals the user’s own export, whatever the case and spaces of the address', async () => {
    const answer = await system.get(byEmail('  Writer@Example.org '), { authorization });
    const { exportedAt: _at, ...held } = answer.json<AccountExport>();
    const { exportedAt: _then, ...same } = (await own(userId)).json<AccountExport>();
    expect(held).toEqual(same);
  });

  it.each(['nobody@example.org', 'no address', 'writer@example.org\0', "' or 1=1 --"])(
    'returns 404 for %j, which has no account',
    async (email) => {
      const answer = await system.get(byEmail(email), { authorization });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'user-not-found']);
    },
  );

  it.each(['', '?email=', '?address=x', '?email=a&email=b'])(
    'returns 400 for the query %j',
    async (query) => {
      expect((await system.get(`/api/operations/users/export${query}`, { authorization })).statusCode).toBe(
        400,
      );
    },
  );

  it('is logged without the address', async () => {
    await system.get(byEmail('writer@example.org'), { authorization });
    expect(logged).toContain('/api/operations/users/export');
    expect(logged).not.toContain('example.org');
  });
});
