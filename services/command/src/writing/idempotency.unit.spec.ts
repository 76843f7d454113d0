import { AppendUnknown } from '@journal/event-store';
import { createMemoryEventStore } from '@journal/event-store/memory';
import { userStream } from '@journal/events';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import {
  codeOf,
  cookieOf,
  createNewsroom,
  sampleArticle,
  sampleComment,
  samplePitch,
  sampleUser,
  statusesOf,
  userAs,
  userWith,
} from '../testing/command-side.ts';

const key = { 'idempotency-key': 'key-1' };
const [soon, later] = ['2026-02-01T07:00:00.000Z', '2026-02-02T07:00:00.000Z'];
type Side = Awaited<ReturnType<typeof createNewsroom>> & { id: string; cookie: string };

type Operation = {
  /** Event types that the first request with the key writes, in order. */
  readonly writes: readonly string[];
  /** Sends the request or, with the same key, a different one. */
  readonly send: (side: Side, isOther?: boolean) => Promise<LightMyRequestResponse>;
  /** Creates what the request is about; may resolve with its id or the session's cookie. */
  readonly prepare?: (side: Side) => Promise<Partial<Pick<Side, 'id' | 'cookie'>> | undefined>;
  /** Happens after the request, and must not change its answer. */
  readonly meanwhile?: (side: Side) => Promise<unknown>;
};

async function deletedArticles(side: Side) {
  for (const id of [1, 2]) {
    await side.publish();
    await side.edit(id, { title: 'Second' });
    await side.remove(id);
  }
  return {};
}

async function composeIssue({ call, admin }: Pick<Side, 'call' | 'admin'>, number: number) {
  await call('POST', '/api/issues', { number, date: '2027-01-31' }, admin.headers);
  await call('PUT', `/api/issues/${number}/pieces`, { pieces: [{ articleId: 1 }] }, admin.headers);
}

/** Two published issues, each with a prepared mailing that then went through these steps. */
async function mailTwo(side: Side, ...steps: string[]) {
  await side.publish();
  for (const number of [1, 2]) {
    await composeIssue(side, number);
    await side.call('POST', `/api/issues/${number}/publish`, undefined, side.admin.headers);
    await side.call('POST', `/api/issues/${number}/mailing`, undefined, side.admin.headers);
    for (const step of steps) await stepMailing(side, number, step);
  }
  return {};
}

const stepMailing = ({ call, admin }: Side, number: number, step: string, headers = {}) =>
  call('POST', `/api/mailings/${number}-1/${step}`, undefined, { ...admin.headers, ...headers });

const mailingStep = (step: string, event: string, before: readonly string[], after: string): Operation => ({
  writes: ['RequestAccepted', event],
  prepare: (side) => mailTwo(side, ...before),
  send: (side, isOther) => stepMailing(side, isOther ? 2 : 1, step, key),
  meanwhile: (side) => stepMailing(side, 1, after),
});

const operations: Record<string, Operation> = {
  'importing an article': {
    writes: ['ArticleIdClaimed', 'RequestAccepted', 'ArticlePublished'],
    send: (side, isOther) =>
      side.send('POST', '/api/operations/articles/import', {
        payload: { ...sampleArticle, title: isOther ? 'Another' : 'A title' },
        headers: key,
      }),
  },
  'preparing a mailing': {
    writes: ['RequestAccepted', 'MailingPrepared'],
    async prepare(side) {
      await side.publish();
      await composeIssue(side, 1);
      return {};
    },
    send: ({ call, admin }, isOther) =>
      call(
        'POST',
        '/api/issues/1/mailing',
        { audience: isOther ? 'clash' : 'view' },
        { ...admin.headers, ...key },
      ),
    meanwhile: (side) => stepMailing(side, 1, 'cancel'),
  },
  'testing a mailing': {
    writes: ['RequestAccepted', 'MailingTested'],
    prepare: (side) => mailTwo(side),
    send: ({ call, admin }, isOther) =>
      call(
        'POST',
        '/api/mailings/1-1/test',
        { email: isOther ? 'other@example.org' : 'me@example.org' },
        { ...admin.headers, ...key },
      ),
    meanwhile: (side) => stepMailing(side, 1, 'start'),
  },
  'starting a mailing': mailingStep('start', 'MailingStarted', [], 'pause'),
  'pausing a mailing': mailingStep('pause', 'MailingPaused', ['start'], 'resume'),
  'letting a mailing go on': mailingStep('resume', 'MailingResumed', ['start', 'pause'], 'pause'),
  'cancelling a mailing': mailingStep('cancel', 'MailingCancelled', ['start'], 'cancel'),
  'repeating a mailing': {
    ...mailingStep('repeat', 'MailingRepeated', [], 'pause'),
    async prepare(side) {
      await mailTwo(side, 'start');
      const counts = { accepted: 1, refused: 0, uncertain: 1, left: 0, suppressed: 0 };
      for (const id of ['1-1', '2-1']) {
        const frozen = { revision: 1, recipients: 2, contentHash: 'ab'.repeat(32) };
        await side.operate(`mailings/${id}/frozen`, frozen);
        await side.operate(`mailings/${id}/complete`, { revision: 2, counts });
      }
      return {};
    },
  },
  'publishing an article': {
    writes: ['ArticleIdClaimed', 'RequestAccepted', 'ArticlePublished'],
    send: (side, isOther) => side.publish({ title: isOther ? 'Other' : '  Title ' }, key),
    async meanwhile(side) {
      await side.edit(1, { title: 'Edited since' });
      await side.remove(1);
    },
  },
  'restoring an article': {
    writes: ['RequestAccepted', 'ArticleRestored'],
    prepare: deletedArticles,
    send: (side, isOther) => side.restore(isOther ? 2 : 1, undefined, key),
    meanwhile: (side) => side.remove(1),
  },
  'restoring a version of an article': {
    writes: ['RequestAccepted', 'ArticleRestored', 'ArticleEdited'],
    prepare: deletedArticles,
    send: (side, isOther) => side.restore(1, { revision: isOther ? 1 : 0 }, key),
    meanwhile: (side) => side.edit(1, { title: 'Edited since' }),
  },
  'asking a guardian': {
    writes: ['RequestAccepted', 'GuardianAsked'],
    async prepare({ happen, writer }) {
      await happen(writer.userId, 'UserEmailConfirmed');
      return {};
    },
    send: (side, isOther) => {
      const email = `${isOther ? 'other' : 'guardian'}@example.org`;
      return side.call('POST', '/api/me/consent', { email }, { ...side.writer.headers, ...key });
    },
  },
  'opening an issue': {
    writes: ['RequestAccepted', 'IssueOpened'],
    send: ({ call, admin }, isOther) =>
      call(
        'POST',
        '/api/issues',
        { date: isOther ? '2027-02-28' : '2027-01-31' },
        { ...admin.headers, ...key },
      ),
    meanwhile: ({ call, admin }) => call('PUT', '/api/issues/1', { date: '2027-03-31' }, admin.headers),
  },
  'publishing an issue': {
    writes: ['RequestAccepted', 'IssuePublished'],
    async prepare(side) {
      await side.publish();
      for (const number of [1, 2]) await composeIssue(side, number);
      return {};
    },
    send: ({ call, admin }, isOther) =>
      call('POST', `/api/issues/${isOther ? 2 : 1}/publish`, undefined, { ...admin.headers, ...key }),
    async meanwhile({ call, admin, remove }) {
      await call('POST', '/api/issues/1/withdraw', undefined, admin.headers);
      await remove(1);
    },
  },
  'withdrawing an issue': {
    writes: ['RequestAccepted', 'IssueWithdrawn'],
    async prepare(side) {
      await side.publish();
      for (const number of [1, 2]) {
        await composeIssue(side, number);
        await side.call('POST', `/api/issues/${number}/publish`, undefined, side.admin.headers);
      }
      return {};
    },
    send: ({ call, admin }, isOther) =>
      call('POST', `/api/issues/${isOther ? 2 : 1}/withdraw`, undefined, { ...admin.headers, ...key }),
    meanwhile: ({ call, admin }) => call('POST', '/api/issues/1/publish', undefined, admin.headers),
  },
  'restoring a version of an issue': {
    writes: ['RequestAccepted', 'IssueEdited'],
    async prepare(side) {
      await side.publish();
      for (const number of [1, 2]) {
        await composeIssue(side, number);
        const body = { date: '2027-02-28' };
        await side.call('PUT', `/api/issues/${number}`, body, side.admin.headers);
      }
      return {};
    },
    send: ({ call, admin }, isOther) =>
      call('POST', `/api/issues/${isOther ? 2 : 1}/restore`, { revision: 0 }, { ...admin.headers, ...key }),
    meanwhile: ({ call, admin }) => call('PUT', '/api/issues/1', { date: '2027-03-31' }, admin.headers),
  },
  'sending a pitch': {
    writes: ['RequestAccepted', 'SubmissionPitched'],
    send: (side, isOther) => side.pitch({ articleTitle: isOther ? 'Other' : ' Title ' }, key),
  },
  'withdrawing a pitch': {
    writes: ['RequestAccepted', 'SubmissionWithdrawn'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: async (side, isOther) => side.withdrawPitch(isOther ? await side.pitched() : side.id, key),
  },
  'asking for changes': {
    writes: ['RequestAccepted', 'SubmissionAssigned', 'SubmissionChangesRequested'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: (side, isOther) =>
      side.step(side.id, 'request-changes', { note: isOther ? 'Other' : ' A note ' }, key),
    meanwhile: (side) => side.step(side.id, 'decline', { message: 'A message' }),
  },
  'asking for changes by a date': {
    writes: ['RequestAccepted', 'SubmissionAssigned', 'SubmissionChangesRequested'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: (side, isOther) =>
      side.step(side.id, 'request-changes', { note: isOther ? 'Other' : 'A note', dueAt: soon }, key),
  },
  'assigning a pitch': {
    writes: ['RequestAccepted', 'SubmissionAssigned'],
    prepare: async (side) => ({ id: `${await side.pitched()} ${(await userAs(side, 'editor')).userId}` }),
    send(side, isOther) {
      const [id = '', userId] = side.id.split(' ');
      return side.step(id, 'assign', { userId: isOther ? side.admin.userId : userId }, key);
    },
    meanwhile(side) {
      const [, userId = ''] = side.id.split(' ');
      return side.append(userStream(userId), { type: 'RoleRevoked', data: { userId, role: 'editor' } });
    },
  },
  'scheduling a pitch': {
    writes: ['RequestAccepted', 'SubmissionScheduled'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: (side, isOther) => side.step(side.id, 'schedule', { publishAt: isOther ? later : soon }, key),
    meanwhile: (side) => side.step(side.id, 'unschedule'),
  },
  'scheduling an issue': {
    writes: ['RequestAccepted', 'IssueScheduled'],
    async prepare(side) {
      await side.publish();
      await composeIssue(side, 1);
      return {};
    },
    send: ({ call, admin }, isOther) =>
      call('POST', '/api/issues/1/publish', { at: isOther ? later : soon }, { ...admin.headers, ...key }),
    meanwhile: ({ call, admin }) => call('POST', '/api/issues/1/unschedule', undefined, admin.headers),
  },
  'scheduling the deletion of an article': {
    writes: ['RequestAccepted', 'ArticleUnpublishScheduled'],
    async prepare(side) {
      await side.publish();
      return {};
    },
    send({ call, admin }, isOther) {
      const body = { unpublishAt: isOther ? later : soon };
      return call('POST', '/api/articles/1/schedule-unpublish', body, { ...admin.headers, ...key });
    },
    meanwhile: ({ call, admin }) =>
      call('POST', '/api/articles/1/cancel-unpublish', undefined, admin.headers),
  },
  'sending a pitch again': {
    writes: ['RequestAccepted', 'SubmissionResubmitted'],
    async prepare(side) {
      const id = await side.pitched();
      await side.step(id, 'request-changes', { note: 'A note' });
      return { id };
    },
    send: (side, isOther) => side.resubmit(side.id, { articleTitle: isOther ? 'Other' : ' New ' }, key),
    meanwhile: (side) => side.step(side.id, 'accept'),
  },
  'commenting on a passage': {
    writes: ['RequestAccepted', 'PassageCommented'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: (side, isOther) =>
      side.step(side.id, 'comments', { ...sampleComment, note: isOther ? 'Other' : ' A note ' }, key),
    async meanwhile(side) {
      await side.editPitch(side.id, { fullEssay: 'Nothing of it is left.' });
      await side.withdrawPitch(side.id);
    },
  },
  'replying to a comment': {
    writes: ['RequestAccepted', 'CommentReplied'],
    async prepare(side) {
      const id = await side.pitched();
      const comment = await side.step(id, 'comments', sampleComment);
      return { id: `${id}/comments/${comment.json().id}` };
    },
    send: (side, isOther) => side.step(side.id, 'replies', { note: isOther ? 'Other' : ' A reply ' }, key),
  },
  'resolving a comment': {
    writes: ['RequestAccepted', 'CommentResolved'],
    async prepare(side) {
      const id = await side.pitched();
      const comment = () => side.step(id, 'comments', sampleComment);
      const comments = [await comment(), await comment()];
      return { id: `${id}/comments/${comments.map((answer) => answer.json().id).join(' ')}` };
    },
    send(side, isOther) {
      const [path = '', other = ''] = side.id.split(' ');
      const url = isOther ? path.replace(/[^/]+$/, other) : path;
      return side.step(url, 'resolve', undefined, key);
    },
    meanwhile: (side) => side.step(side.id.split(' ')[0] ?? '', 'reopen'),
  },
  'making a preview link': {
    writes: ['RequestAccepted', 'PreviewLinkMade'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: async (side, isOther) =>
      side.step(isOther ? await side.pitched() : side.id, 'previews', undefined, key),
    meanwhile: (side) => side.withdrawPitch(side.id),
  },
  'reporting a concern': {
    writes: ['RequestAccepted', 'SubmissionConcernReported'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send(side, isOther) {
      const body = { text: isOther ? 'Other' : ' What happened ' };
      const headers = { ...side.writer.headers, ...key };
      return side.call('POST', `/api/submissions/mine/${side.id}/concerns`, body, headers);
    },
    meanwhile: (side) => side.withdrawPitch(side.id),
  },
  'publishing a pitch': {
    writes: ['ArticleIdClaimed', 'RequestAccepted', 'SubmissionPublished', 'ArticlePublished'],
    prepare: async (side) => ({ id: await side.pitched() }),
    send: async (side, isOther) => side.publishPitch(isOther ? await side.pitched() : side.id, key),
    meanwhile: (side) => side.edit(1, { title: 'Edited since' }),
  },
  registering: {
    writes: ['ValueClaimed', 'ValueClaimed', 'RequestAccepted', 'UserRegistered'],
    send: (side, isOther) => side.register(isOther ? { fullName: 'Somebody' } : {}, key),
  },
  'changing a password': {
    writes: ['RequestAccepted', 'PasswordChanged'],
    prepare: async (side) => ({ cookie: cookieOf(await side.register()) }),
    async send(side, isOther) {
      const answer = await side.change(
        side.cookie,
        sampleUser.password,
        isOther ? 'a third secret' : undefined,
        key,
      );
      // Later requests use the session that the change started.
      side.cookie = cookieOf(answer) || side.cookie;
      return answer;
    },
  },
};

async function start({ prepare }: Operation) {
  const side: Side = { ...(await createNewsroom({ consentAge: 13 })), id: '', cookie: '' };
  Object.assign(side, await prepare?.(side));
  const before = side.log.length;
  return { side, written: () => side.types(before) };
}
const shown = ({ statusCode, body, headers }: LightMyRequestResponse) => ({
  statusCode,
  body,
  ...Object.fromEntries(['location', 'etag'].map((name) => [name, headers[name]])),
});

describe.each(Object.entries(operations))('%s with an Idempotency-Key', (_name, operation) => {
  it('returns the first response again, whatever happened since, and writes nothing', async () => {
    const { side, written } = await start(operation);
    const first = await operation.send(side);
    expect(Math.floor(first.statusCode / 100)).toBe(2);
    expect(written()).toEqual(operation.writes);
    await operation.meanwhile?.(side);
    side.pass(365 * 24 * 60 * 60_000);
    const before = side.log.length;
    const again = await operation.send(side);
    expect(shown(again)).toEqual(shown(first));
    expect(again.headers['journal-position']).toBe(first.headers['journal-position']);
    expect(side.types(before)).toEqual([]);
  });

  it('is looked up once in the log', async () => {
    const { side } = await start(operation);
    const read = vi.spyOn(side.store, 'read');
    await operation.send(side);
    const streams = read.mock.calls.map(([stream]) => stream);
    expect(streams.filter((stream) => stream.startsWith('idempotency-'))).toHaveLength(1);
  });

  it('is executed once, with the same response, for concurrent repeats', async () => {
    const { side, written } = await start(operation);
    const answers = await Promise.all([1, 2, 3].map(() => operation.send(side)));
    expect(new Set(answers.map((answer) => JSON.stringify(shown(answer)))).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['journal-position'])).size).toBe(1);
    expect(written().toSorted()).toEqual(operation.writes.toSorted());
  });

  it.each(Array.from({ length: operation.writes.length }, (_, appends) => appends))(
    'is completed by the same request if it was interrupted after %i appends',
    async (appends) => {
      const { side, written } = await start(operation);
      side.dieAfter(appends);
      const interrupted = await operation.send(side);
      // Two events of one append are written together or not at all.
      const isComplete = written().length === operation.writes.length;
      expect(interrupted.statusCode).toBe(isComplete ? 200 : 503);
      side.revive();
      const first = await operation.send(side);
      expect(Math.floor(first.statusCode / 100)).toBe(2);
      expect(shown(await operation.send(side))).toEqual(shown(first));
      expect(written().toSorted()).toEqual(operation.writes.toSorted());
      expect(side.waited).toEqual([]);
    },
  );

  it('is rejected for a different request with the same key', async () => {
    const { side } = await start(operation);
    await operation.send(side);
    const [before, cookie] = [side.log.length, side.cookie];
    const other = await operation.send(side, true);
    expect([other.statusCode, codeOf(other), cookieOf(other)]).toEqual([422, 'idempotency-key-reused', '']);
    // The other pitch is new, and keeps the article id that it claimed.
    const ofOther = ['SubmissionPitched', 'ArticleIdClaimed'];
    expect(side.types(before).filter((type) => !ofOther.includes(type))).toEqual([]);
    expect(side.cookie).toBe(cookie);
  });

  it('is accepted for only one of two different concurrent requests', async () => {
    const { side } = await start(operation);
    const answers = await Promise.all([operation.send(side), operation.send(side, true)]);
    expect(statusesOf(answers).map((status) => Math.floor(status / 100) === 2)).toContain(true);
    expect(statusesOf(answers)).toContain(422);
    expect(side.types().filter((type) => type === 'RequestAccepted')).toHaveLength(1);
  });
});

describe('an Idempotency-Key', () => {
  it('is not revealed by the log, and neither is the body', async () => {
    const side = await createNewsroom();
    await side.publish({}, key);
    const accepted = side.log.at(-2);
    expect(accepted?.stream).toMatch(/^idempotency-[0-9a-f]{64}$/);
    const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(accepted?.data).toEqual({ fingerprint, stream: 'article-1' });
    expect(JSON.stringify(side.log)).not.toContain('key-1');
  });

  it('opens one issue if the same request is carried out elsewhere while the next number is determined', async () => {
    const log = createMemoryEventStore();
    let elsewhere: (() => Promise<unknown>) | undefined;
    const store = {
      ...log,
      async *subscribe(...given: Parameters<typeof log.subscribe>) {
        const run = elsewhere;
        elsewhere = undefined;
        await run?.();
        yield* log.subscribe(...given);
      },
    };
    const side = await createNewsroom({ store });
    const headers = { ...side.admin.headers, ...key };
    const open = () => side.call('POST', '/api/issues', { date: '2027-01-31' }, headers);
    const answers: LightMyRequestResponse[] = [];
    elsewhere = async () => answers.push(await open());
    answers.push(await open());
    expect(answers.map(({ statusCode, body }) => [statusCode, JSON.parse(body).number])).toEqual([
      [201, 1],
      [201, 1],
    ]);
    expect(side.types().filter((type) => type === 'IssueOpened')).toHaveLength(1);
  });

  it('prepares one mailing if the same request is carried out elsewhere meanwhile', async () => {
    const log = createMemoryEventStore();
    let elsewhere: (() => Promise<unknown>) | undefined;
    const store = {
      ...log,
      async *read(...given: Parameters<typeof log.read>) {
        const run = given[0] === 'mailing-1-1' ? elsewhere : undefined;
        if (run) elsewhere = undefined;
        await run?.();
        yield* log.read(...given);
      },
    };
    const side = await createNewsroom({ store });
    await side.publish();
    await composeIssue(side, 1);
    const headers = { ...side.admin.headers, ...key };
    const prepare = () => side.call('POST', '/api/issues/1/mailing', undefined, headers);
    const answers: LightMyRequestResponse[] = [];
    elsewhere = async () => answers.push(await prepare());
    answers.push(await prepare());
    expect(answers.map(({ statusCode, body }) => [statusCode, JSON.parse(body).id])).toEqual([
      [201, '1-1'],
      [201, '1-1'],
    ]);
  });

  it('costs at most 4 operations on the log', async () => {
    const log = createMemoryEventStore();
    const operations: string[] = [];
    const named = (operation: string, stream: string) =>
      operations.push(`${operation} ${stream.replace(/-[0-9a-f]{64}$/, '')}`);
    const store = {
      ...log,
      append(...given: Parameters<typeof log.append>) {
        named('append', given[0]);
        return log.append(...given);
      },
      read(...given: Parameters<typeof log.read>) {
        named('read', given[0]);
        return log.read(...given);
      },
    };
    const side = await createNewsroom({ store });
    operations.length = 0;
    await side.publish({}, key);
    expect(operations.splice(0)).toEqual([
      'read idempotency',
      'append article-ids',
      'append idempotency',
      'append article-1',
    ]);
    await side.publish();
    expect(operations).toEqual(['append article-ids', 'append article-2']);
  });

  it('identifies a request regardless of the order of its fields, and separately for each user', async () => {
    const side = await createNewsroom();
    await side.publish({}, key);
    const payload = Object.fromEntries(Object.entries(sampleArticle).reverse());
    expect((await side.send('POST', '/api/articles', { payload, headers: key })).json().id).toBe(1);
    const { id } = (await side.pitch({}, key)).json();
    const { headers } = await userWith(side);
    const other = await side.call('POST', '/api/submissions', samplePitch, { ...headers, ...key });
    expect([other.statusCode, other.json().id === id]).toEqual([201, false]);
  });

  it('returns the published article if only the acknowledgement was lost', async () => {
    const side = await createNewsroom();
    const before = side.log.length;
    const { append } = side.store;
    side.store.append = async (stream, events, expected) => {
      const result = await append(stream, events, expected);
      if (stream !== 'article-1') return result;
      side.store.append = append;
      throw new AppendUnknown('the answer was lost');
    };
    expect((await side.publish({}, key)).statusCode).toBe(503);
    expect((await side.publish({}, key)).json().id).toBe(1);
    expect(side.types(before)).toEqual(operations['publishing an article']?.writes);
  });

  it.each(['', ' '.repeat(3), 'x'.repeat(201), 'schlüssel', 'a\u0001b'])(
    'is rejected if it is %j',
    async (bad) => {
      const side = await createNewsroom();
      const before = side.log.length;
      const answer = await side.publish({}, { 'idempotency-key': bad });
      expect([answer.statusCode, codeOf(answer)]).toEqual([400, 'invalid-idempotency-key']);
      expect(side.log).toHaveLength(before);
    },
  );

  it('does not bind a rejected request, which can be repeated', async () => {
    const side = await createNewsroom();
    expect((await side.publish({ title: '' }, key)).statusCode).toBe(400);
    await side.publish();
    const before = side.log.length;
    expect(codeOf(await side.restore(1, undefined, key))).toBe('article-not-deleted');
    expect(side.log).toHaveLength(before);
    await side.remove(1);
    expect((await side.restore(1, undefined, key)).statusCode).toBe(200);
  });

  it('is ignored if the request is already idempotent', async () => {
    const side = await createNewsroom();
    await side.publish();
    for (const title of ['One', 'Two']) expect((await side.edit(1, { title }, key)).json().title).toBe(title);
  });
});

describe('the key of a registration', () => {
  it.each([{ password: 'another secret' }, { email: 'other@example.org' }])(
    'is rejected as reused with %j',
    async (change) => {
      const side = await createNewsroom();
      await side.register({}, key);
      const before = side.log.length;
      const again = await side.register(change, key);
      expect([codeOf(again), cookieOf(again), side.log.length]).toEqual([
        'idempotency-key-reused',
        '',
        before,
      ]);
    },
  );

  it('starts a session when repeated, but none once the user is forgotten', async () => {
    const side = await createNewsroom();
    await side.register({}, key);
    const again = cookieOf(await side.register({}, key));
    expect((await side.change(again, sampleUser.password, sampleUser.password)).statusCode).toBe(200);
    await side.erase(cookieOf(await side.login()));
    const before = side.log.length;
    expect(codeOf(await side.register({}, key))).toBe('idempotency-key-reused');
    expect(side.log).toHaveLength(before);
    expect((await side.register()).statusCode).toBe(201);
  });

  it('signs nobody in with a password that a temporary one has voided', async () => {
    const side = await createNewsroom();
    const { id } = (await side.register({}, key)).json();
    expect((await side.login({ password: await side.mailedPassword(id) })).statusCode).toBe(200);
    const before = side.log.length;
    const again = await side.register({}, key);
    expect([codeOf(again), cookieOf(again), side.log.length]).toEqual(['idempotency-key-reused', '', before]);
  });

  it('shared by two people signs neither in as the other, and leaves no address claimed', async () => {
    const side = await createNewsroom();
    const emails = ['one@example.org', 'other@example.org'];
    const answers = await Promise.all(emails.map((email) => side.register({ email }, key)));
    const [loser] = emails.filter((_, index) => answers[index]?.statusCode !== 201);
    expect(statusesOf(answers).sort()).toEqual([201, 422]);
    expect((await side.login({ email: loser })).statusCode).toBe(401);
    const again = await side.register({ email: loser });
    expect([again.statusCode, again.json().email]).toEqual([201, loser]);
  });
});

describe('the key of a password change', () => {
  it('does not revive an ended session', async () => {
    const side = await createNewsroom();
    const cookie = cookieOf(await side.register());
    const changed = await side.change(cookie, sampleUser.password, 'another secret', key);
    const again = await side.change(cookie, sampleUser.password, 'another secret', key);
    expect([again.statusCode, codeOf(again), cookieOf(again)]).toEqual([401, 'not-signed-in', '']);
    expect((await side.change(cookieOf(changed), 'another secret')).statusCode).toBe(200);
  });

  it('confirms no password that a temporary one has voided', async () => {
    const side = await createNewsroom();
    const registered = await side.register();
    await side.change(cookieOf(registered), sampleUser.password, 'another secret', key);
    const signedIn = await side.login({ password: await side.mailedPassword(registered.json().id) });
    const again = await side.change(cookieOf(signedIn), sampleUser.password, 'another secret', key);
    expect([again.statusCode, codeOf(again)]).toEqual([422, 'idempotency-key-reused']);
  });

  it('confirms only the password in effect if two are set concurrently', async () => {
    const side = await createNewsroom();
    const cookie = cookieOf(await side.register());
    const secrets = ['first secret', 'second secret'];
    const answers = await Promise.all(
      secrets.map((secret) => side.change(cookie, sampleUser.password, secret, key)),
    );
    expect(statusesOf(answers).sort()).toEqual([200, 422]);
    const password = secrets[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await side.login({ password })).statusCode).toBe(200);
  });
});
