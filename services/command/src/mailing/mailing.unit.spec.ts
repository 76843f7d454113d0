import type { MailingEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { codeOf, createNewsroom, type Headers, statusesOf, userAs } from '../testing/command-side.ts';
import { fold } from '../writing/decide-and-append.ts';
import { type MailingCommand, mailingDecider } from './mailing.decider.ts';

const mailingId = '7-1';
const which = { mailingId };
const hash = 'ab'.repeat(32);
const counts = (uncertain: number) => ({ accepted: 2, refused: 0, uncertain, left: 0, suppressed: 0 });

describe('a mailing', () => {
  const prepared: MailingEvent = {
    type: 'MailingPrepared',
    data: { ...which, issueNumber: 7, audience: 'everybody' },
  };
  const tested: MailingEvent = {
    type: 'MailingTested',
    data: { ...which, userId: 'editor', email: 'me@example.org' },
  };
  const event = (type: 'MailingStarted' | 'MailingResumed' | 'MailingCancelled' | 'MailingRepeated') =>
    ({ type, data: which }) satisfies MailingEvent;
  const started = event('MailingStarted');
  const resumed = event('MailingResumed');
  const repeated = event('MailingRepeated');
  const cancelled = event('MailingCancelled');
  const frozen: MailingEvent = {
    type: 'MailingFrozen',
    data: { ...which, recipients: 2, contentHash: hash },
  };
  const paused = (reason: 'editor' | 'failures' = 'editor'): MailingEvent => ({
    type: 'MailingPaused',
    data: { ...which, reason },
  });
  const completed = (uncertain: number): MailingEvent => ({
    type: 'MailingCompleted',
    data: { ...which, counts: counts(uncertain) },
  });

  const histories = {
    missing: [],
    prepared: [prepared],
    freezing: [prepared, started],
    'paused while freezing': [prepared, started, paused()],
    sending: [prepared, started, frozen],
    paused: [prepared, started, frozen, paused()],
    completed: [prepared, started, frozen, completed(0)],
    'completed with doubts': [prepared, started, frozen, completed(1)],
    repeated: [prepared, started, frozen, completed(1), repeated],
    cancelled: [prepared, started, frozen, cancelled],
  } satisfies Record<string, readonly MailingEvent[]>;
  type History = keyof typeof histories;
  const all = Object.keys(histories) as History[];
  const stateAfter = (history: readonly MailingEvent[]) =>
    fold(
      mailingDecider,
      history.map((each, revision) => ({
        ...each,
        metadata: { at: '2027-01-30T08:00:00.000Z' },
        revision,
      })) as never,
    ).state;

  const commands = {
    prepare: { type: 'PrepareMailing', ...which, issueNumber: 7, audience: 'everybody' },
    test: { type: 'TestMailing', ...which, userId: 'editor', email: 'me@example.org', isSuppressed: false },
    start: { type: 'StartMailing', ...which, isPublished: true },
    pause: { type: 'PauseMailing', ...which },
    resume: { type: 'ResumeMailing', ...which, isPublished: true },
    cancel: { type: 'CancelMailing', ...which },
    repeat: {
      ...{ type: 'RepeatMailing', ...which, isPublished: true, hasOther: false },
      recordedSince: '2027-01-30T08:00:00.000Z',
    },
    freeze: { type: 'FreezeMailing', ...which, revision: 0, recipients: 2, contentHash: hash },
    stop: { type: 'StopMailing', ...which, revision: 0, reason: 'failures' },
    complete: { type: 'CompleteMailing', ...which, revision: 0, counts: counts(1) },
  } satisfies Record<string, MailingCommand>;

  /** Outcome by command and history: an event, or the rejection; if omitted, nothing. */
  const outcomes: Record<keyof typeof commands, Partial<Record<History, MailingEvent | string>>> = {
    prepare: {
      ...Object.fromEntries(all.map((history) => [history, 'mailing-exists'])),
      missing: prepared,
    },
    test: {
      ...Object.fromEntries(all.map((history) => [history, 'mailing-started'])),
      ...{ missing: 'mailing-not-found', prepared: tested, cancelled: 'mailing-over' },
      ...{ completed: 'mailing-over', 'completed with doubts': 'mailing-over' },
    },
    start: {
      ...Object.fromEntries(all.map((history) => [history, 'mailing-started'])),
      ...{ missing: 'mailing-not-found', prepared: started, cancelled: 'mailing-over' },
      ...{ completed: 'mailing-over', 'completed with doubts': 'mailing-over' },
    },
    pause: {
      ...{ missing: 'mailing-not-found', prepared: 'mailing-not-under-way' },
      ...{ freezing: paused(), sending: paused(), repeated: paused() },
      ...{ completed: 'mailing-not-under-way', 'completed with doubts': 'mailing-not-under-way' },
      cancelled: 'mailing-not-under-way',
    },
    resume: {
      ...Object.fromEntries(all.map((history) => [history, 'mailing-not-paused'])),
      ...{ missing: 'mailing-not-found', 'paused while freezing': resumed, paused: resumed },
    },
    cancel: {
      ...Object.fromEntries(all.map((history) => [history, cancelled])),
      ...{ missing: 'mailing-not-found', cancelled: 'mailing-over' },
      ...{ completed: 'mailing-over', 'completed with doubts': 'mailing-over' },
    },
    repeat: {
      ...Object.fromEntries(all.map((history) => [history, 'nothing-uncertain'])),
      ...{ missing: 'mailing-not-found', paused: repeated, 'completed with doubts': repeated },
    },
    freeze: { missing: 'mailing-not-found', freezing: frozen, 'paused while freezing': frozen },
    stop: {
      ...{ missing: 'mailing-not-found', freezing: paused('failures') },
      ...{ sending: paused('failures'), repeated: paused('failures') },
    },
    complete: {
      ...{ missing: 'mailing-not-found', sending: completed(1) },
      ...{ paused: completed(1), repeated: completed(1) },
    },
  };

  it.each(
    Object.keys(commands).flatMap((name) =>
      all.map((history) => [name as keyof typeof commands, history] as const),
    ),
  )('handles %s as expected when it is %s', (name, history) => {
    const state = stateAfter(histories[history]);
    const command: MailingCommand = commands[name];
    const outcome = outcomes[name][history];
    const expected =
      typeof outcome === 'string' ? { rejection: outcome } : { events: outcome ? [outcome] : [] };
    const { revision } = state;
    expect(mailingDecider.decide('revision' in command ? { ...command, revision } : command, state)).toEqual(
      expected,
    );
  });

  it('ignores a worker’s command for an outdated revision', () => {
    const state = stateAfter(histories.sending);
    for (const command of [commands.freeze, commands.stop, commands.complete])
      expect(mailingDecider.decide({ ...command, revision: 1 }, state)).toEqual({ events: [] });
  });

  it.each([
    ['start', 'prepared'],
    ['resume', 'paused'],
    ['repeat', 'completed with doubts'],
  ] as const)('rejects %s while the issue is unpublished, and for an outdated revision', (name, history) => {
    const state = stateAfter(histories[history]);
    const { [name]: command } = commands;
    expect(mailingDecider.decide({ ...command, isPublished: false }, state)).toEqual({
      rejection: 'mailing-of-unpublished',
    });
    expect(mailingDecider.decide({ ...command, seen: [99] }, state)).toEqual({
      rejection: 'mailing-changed-meanwhile',
    });
  });

  it('rejects a test to a suppressed address', () => {
    const command = { ...commands.test, isSuppressed: true };
    expect(mailingDecider.decide(command, stateAfter(histories.prepared))).toEqual({
      rejection: 'address-suppressed',
    });
  });

  it('resumes at the stage where it was paused', () => {
    const statuses = (...history: MailingEvent[]) => {
      const { status } = stateAfter([prepared, started, ...history]);
      return status;
    };
    expect(statuses(paused(), resumed)).toBe('freezing');
    expect(statuses(paused(), frozen)).toBe('paused');
    expect(statuses(paused(), frozen, resumed)).toBe('sending');
    expect(statuses(frozen, completed(1), repeated)).toBe('sending');
    expect(() => stateAfter([started])).toThrow('cannot be the first');
  });
});

describe('the mailing routes', () => {
  async function start(parts: Parameters<typeof createNewsroom>[0] = {}) {
    const side = await createNewsroom(parts);
    await side.publish();
    const { headers } = side.admin;
    const post = (path: string, body?: object, more: Headers = {}) =>
      side.call('POST', `/api${path}`, body, { ...headers, ...more });
    const asWorker = (path: string, body: object) => side.operate(`mailings${path}`, body);
    await post('/issues', { number: 7, date: '2027-01-31' });
    await side.call('PUT', '/api/issues/7/pieces', [{ articleId: 1 }], headers);
    return {
      ...side,
      post,
      asWorker,
      prepare: (body?: object, more?: Headers) => post('/issues/7/mailing', body, more),
      written: () => side.log.map(({ type }) => type).filter((type) => type.startsWith('Mailing')),
    };
  }

  it('prepare, test, start, pause, resume, complete and repeat a mailing', async () => {
    const { post, asWorker, prepare, events, log, written } = await start();
    const made = await prepare({ audience: 'view' });
    expect([made.statusCode, made.headers.location]).toEqual([201, '/api/mailings/7-1']);
    expect(made.json()).toEqual({
      ...{ id: '7-1', issueNumber: 7, audience: 'view', status: 'prepared', reason: null },
      ...{ recipients: null, preparedAt: expect.stringMatching(/Z$/), startedAt: null },
      ...{ completedAt: null, counts: null },
    });
    const tested = await post('/mailings/7-1/test', { email: ' Me@Example.org ' });
    expect(tested.json().status).toBe('prepared');
    expect((await events()).at(-1)?.data).toMatchObject({ email: 'me@example.org' });
    expect(JSON.stringify(log)).not.toContain('me@example.org');
    const early = await post('/mailings/7-1/start');
    expect([early.statusCode, codeOf(early), early.json().message]).toEqual([
      ...[409, 'issue-not-published'],
      'Readers can’t see this issue. Publish it first: the mail links to its page.',
    ]);
    await post('/issues/7/publish');
    const tag = { 'if-match': String(tested.headers.etag) };
    const out = await post('/mailings/7-1/start', undefined, tag);
    expect(out.json()).toMatchObject({ status: 'freezing', startedAt: expect.stringMatching(/Z$/) });
    const stale = await post('/mailings/7-1/pause', undefined, tag);
    expect([stale.statusCode, stale.json().message]).toEqual([
      412,
      'Someone else has changed this mailing since you opened it',
    ]);
    const told = { recipients: 2, contentHash: hash };
    expect((await asWorker('/7-1/frozen', { revision: 2, ...told })).statusCode).toBe(204);
    expect((await asWorker('/7-1/frozen', { revision: 2, ...told })).statusCode).toBe(204);
    expect((await post('/mailings/7-1/pause')).json()).toMatchObject({ status: 'paused', reason: 'editor' });
    expect((await post('/mailings/7-1/resume')).json()).toMatchObject({ status: 'sending', recipients: 2 });
    await asWorker('/7-1/pause', { revision: 5, reason: 'failures' });
    expect((await post('/mailings/7-1/resume')).json().reason).toBe(null);
    await asWorker('/7-1/complete', { revision: 7, counts: counts(1) });
    expect((await post('/mailings/7-1/repeat')).json()).toMatchObject({ status: 'sending', counts: null });
    await asWorker('/7-1/complete', { revision: 9, counts: counts(0) });
    expect(codeOf(await post('/mailings/7-1/cancel'))).toBe('mailing-over');
    expect(written()).toEqual([
      ...['MailingPrepared', 'MailingTested', 'MailingStarted', 'MailingFrozen', 'MailingPaused'],
      ...['MailingResumed', 'MailingPaused', 'MailingResumed', 'MailingCompleted', 'MailingRepeated'],
      'MailingCompleted',
    ]);
  });

  it('reject a test to a suppressed address', async () => {
    const suppressed: string[] = [];
    const isSuppressed = async (hash: string) => suppressed.includes(hash);
    const { prepare, post, written, hash: hashOf } = await start({ isSuppressed });
    suppressed.push(await hashOf('email', 'gone@example.org'));
    await prepare();
    const refused = await post('/mailings/7-1/test', { email: 'Gone@example.org ' });
    expect([refused.statusCode, codeOf(refused), written()]).toEqual([
      ...[409, 'address-suppressed'],
      ['MailingPrepared'],
    ]);
    expect((await post('/mailings/7-1/test', { email: 'me@example.org' })).statusCode).toBe(200);
  });

  it('allow one mailing per issue at a time, even for concurrent requests', async () => {
    const { prepare, post } = await start();
    const answers = await Promise.all([prepare(), prepare(), prepare()]);
    expect(statusesOf(answers).sort()).toEqual([201, 409, 409]);
    expect(codeOf(await prepare())).toBe('mailing-exists');
    await post('/mailings/7-1/cancel');
    expect((await prepare()).json().id).toBe('7-2');
    expect(codeOf(await post('/issues/8/mailing'))).toBe('issue-not-found');
  });

  it('cancel the mailing of a discarded issue, but not of a later issue with the same number', async () => {
    const { prepare, post, call, operate, admin, written, events } = await start();
    await prepare();
    const discarded = async () => (await operate('issues/7/finish-discarding', {})).statusCode;
    expect(await discarded()).toBe(404);
    await call('PUT', '/api/issues/7/pieces', [], admin.headers);
    await call('DELETE', '/api/issues/7', undefined, admin.headers);
    expect([await discarded(), await discarded()]).toEqual([204, 204]);
    expect((await events()).at(-1)).toMatchObject({
      ...{ type: 'MailingCancelled', data: { mailingId: '7-1' } },
      metadata: { actor: { id: admin.userId, role: 'admin' } },
    });
    await post('/issues', { number: 7, date: '2027-01-31' });
    expect((await prepare()).json().id).toBe('7-2');
    expect(await discarded()).toBe(204);
    expect(written()).toEqual(['MailingPrepared', 'MailingCancelled', 'MailingPrepared']);
  });

  it('reject a repetition while the issue has another mailing, and once its recipients are deleted', async () => {
    const side = await start();
    const { prepare, post, asWorker } = side;
    await prepare();
    await post('/issues/7/publish');
    await post('/mailings/7-1/start');
    await asWorker('/7-1/frozen', { revision: 1, recipients: 3, contentHash: hash });
    await asWorker('/7-1/complete', { revision: 2, counts: counts(1) });
    await prepare();
    expect(codeOf(await post('/mailings/7-1/repeat'))).toBe('mailing-exists');
    await post('/mailings/7-2/cancel');
    expect((await post('/mailings/7-1/repeat')).json().status).toBe('sending');
    await post('/mailings/7-1/pause');
    expect((await post('/mailings/7-1/repeat')).json().status).toBe('sending');
    await asWorker('/7-1/complete', { revision: 6, counts: counts(1) });
    side.pass(91 * 86_400_000);
    const { headers } = await userAs(side, 'editor');
    expect(codeOf(await post('/mailings/7-1/repeat', undefined, headers))).toBe('nothing-uncertain');
  });

  it('prepare one mailing per idempotency key, even after it was cancelled', async () => {
    const { prepare, post, written } = await start();
    const key = { 'idempotency-key': 'once' };
    const first = await prepare({ audience: 'clash' }, key);
    await post('/mailings/7-1/cancel');
    expect((await prepare({ audience: 'clash' }, key)).json()).toEqual(first.json());
    expect(codeOf(await prepare({ audience: 'view' }, key))).toBe('idempotency-key-reused');
    expect(written()).toEqual(['MailingPrepared', 'MailingCancelled']);
  });

  it('start a mailing once for concurrent requests', async () => {
    const { prepare, post, written } = await start();
    await prepare();
    await post('/issues/7/publish');
    const answers = await Promise.all([1, 2, 3].map(() => post('/mailings/7-1/start')));
    expect(statusesOf(answers).sort()).toEqual([200, 409, 409]);
    expect(written()).toEqual(['MailingPrepared', 'MailingStarted']);
  });

  it('cancel a mailing that is started at the same time', async () => {
    const { prepare, post, written } = await start();
    await prepare();
    await post('/issues/7/publish');
    await Promise.all([post('/mailings/7-1/start'), post('/mailings/7-1/cancel')]);
    expect(written().at(-1)).toBe('MailingCancelled');
    expect(codeOf(await post('/mailings/7-1/resume'))).toBe('mailing-not-paused');
  });

  it.each([
    ['/issues/7/mailing', { audience: 'nobody' }],
    ['/issues/7/mailing', { audience: null }],
    ['/issues/7/mailing', { to: 'everybody' }],
    ['/mailings/7-1/test', {}],
    ['/mailings/7-1/test', { email: 'nobody' }],
    ['/mailings/7-1/test', { email: 'me@example.org\nBcc: other@example.org' }],
    ['/mailings/7-1/start', { now: true }],
  ])('reject POST %s with %j', async (path, body) => {
    const { prepare, post, written } = await start();
    if (path.startsWith('/mailings')) await prepare();
    const before = written();
    expect(codeOf(await post(path, body))).toBe('invalid-request');
    expect(written()).toEqual(before);
  });

  it.each([
    ['/7-1/frozen', { revision: 0, recipients: -1, contentHash: hash }],
    ['/7-1/frozen', { revision: 0, recipients: 1, contentHash: 'x' }],
    ['/7-1/pause', { revision: 0, reason: 'editor' }],
    ['/7-1/complete', { revision: 0, counts: { accepted: 1 } }],
    ['/7-1/complete', { counts: counts(0) }],
  ])('reject a worker’s POST %s with %j', async (path, body) => {
    const { prepare, asWorker, written } = await start();
    await prepare();
    expect(codeOf(await asWorker(path, body))).toBe('invalid-request');
    expect(written()).toEqual(['MailingPrepared']);
  });

  it('return mailing-not-found for an unknown or invalid ID', async () => {
    const { post, asWorker } = await start();
    for (const id of ['7-1', '7-0', '7', '07-1', 'seven-1', `7-${'1'.repeat(9)}`])
      for (const step of ['start', 'pause', 'resume', 'cancel', 'repeat'])
        expect(codeOf(await post(`/mailings/${id}/${step}`)), `${id} ${step}`).toBe('mailing-not-found');
    const body = { revision: 0, counts: counts(0) };
    expect(codeOf(await asWorker('/7-1/complete', body))).toBe('mailing-not-found');
  });

  it('admit editors, but not reviewers or safeguarding', async () => {
    const side = await start();
    for (const [role, status] of [
      ['editor', 201],
      ['reviewer', 403],
      ['safeguarding', 403],
    ] as const) {
      const { headers } = await userAs(side, role);
      const answer = await side.call('POST', '/api/issues/7/mailing', undefined, headers);
      expect([role, answer.statusCode]).toEqual([role, status]);
    }
  });
});
