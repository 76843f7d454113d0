import { randomBytes } from 'node:crypto';
import { openEventStore } from '@journal/event-store';
import { articleIdsStream, articleStream, submissionStream } from '@journal/events';
import { sleep } from '@journal/service-kit/async';
import { createTestDatabase, type TestDatabase } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPasswordHasher } from '../account/passwords.ts';
import { codeOf, createNewsroom, statusesOf } from '../testing/command-side.ts';

type Process = Awaited<ReturnType<typeof startProcess>>;

let database: TestDatabase;
let one: Process;
let other: Process;
const closing: (() => Promise<unknown>)[] = [];
const secret = randomBytes(32).toString('base64');

/**
 * A command-side process on Postgres, with a writer and an administrator. `ahead`: its clock's lead, in milliseconds.
 */
async function startProcess(ahead = 0) {
  const { url } = database;
  const store = await openEventStore(url);
  const vault = await createPostgresVault({ url, masterKey: secret, applicationName: 'spec' });
  const now = () => new Date(Date.now() + ahead);
  const parts = { store, vault, now, wait: sleep, passwords: createPasswordHasher(), secret };
  const side = await createNewsroom(parts);
  closing.push(() => side.app.close().then(() => Promise.all([store.close(), vault.close()])));
  return side;
}
const typesIn = async (stream: string) => (await one.stream(stream)).map(({ type }) => type);

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  [one, other] = [await startProcess(), await startProcess()];
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await database.drop();
});

describe('registering in two processes', () => {
  it.each([2, 2, 2, 2, 2, 20])(
    'succeeds for only one of %i concurrent requests with the same address',
    async (many) => {
      const email = `${randomBytes(8).toString('hex')}@example.org`;
      const answers = await Promise.all(
        Array.from({ length: many }, (_, index) => (index % 2 === 0 ? one : other).register({ email })),
      );
      const [winner, ...losers] = answers.sort((first, second) => first.statusCode - second.statusCode);
      expect(winner?.statusCode).toBe(201);
      for (const loser of losers) expect([loser.statusCode, codeOf(loser)]).toEqual([409, 'email-taken']);
      for (const process of [one, other])
        expect((await process.login({ email })).json()).toEqual(winner?.json());
    },
  );

  it.each([0, 1, 2])(
    'succeeds for an address whose registration died after %i appends in another process',
    async (appends) => {
      const living = await startProcess(6_000);
      const email = `left.after.${appends}@example.org`;
      one.dieAfter(appends);
      expect((await one.register({ email })).statusCode).toBe(503);
      one.revive();
      const answers = await Promise.all([living.register({ email }), living.register({ email })]);
      expect(statusesOf(answers).sort()).toEqual([201, 409]);
      expect((await living.login({ email })).statusCode).toBe(200);
    },
  );
});

describe('publishing in two processes', () => {
  it('assigns IDs without gaps or duplicates to concurrent requests', async () => {
    const first = (await one.publish()).json().id as number;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : other).publish()),
    );
    const ids = answers.map((answer) => answer.json().id as number).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => first + 1 + index));
  });

  it('turns concurrent repeats of one request into one article and one response', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await one.pitched();
      const key = { 'idempotency-key': `round-${round}` };
      const asAdmin = { ...one.admin.headers, 'idempotency-key': `pitch-${round}` };
      for (const publish of [
        (process: Process) => process.publish({}, key),
        (process: Process) => process.publishPitch(id, asAdmin),
      ]) {
        const answers = await Promise.all([one, other, one, other].map(publish));
        expect(statusesOf(answers)).toEqual([201, 201, 201, 201]);
        expect(new Set(answers.map(({ body, headers }) => body + headers['journal-position'])).size).toBe(1);
      }
    }
  });
});

describe('publishing a pitch in two processes', () => {
  it('creates one article for two concurrent administrators, without a gap in the IDs', async () => {
    const claimed = (await typesIn(articleIdsStream)).length;
    for (let round = 1; round <= 25; round++) {
      const id = await one.pitched();
      const answers = await Promise.all([one.publishPitch(id), other.publishPitch(id)]);
      const [won, lost] = answers.sort((first, second) => first.statusCode - second.statusCode);
      expect(statusesOf(answers)).toEqual([201, 409]);
      expect([won?.json().id, lost?.json().code]).toEqual([claimed + round, 'submission-published']);
      expect(await typesIn(submissionStream(id))).toEqual(['SubmissionPitched', 'SubmissionPublished']);
      expect(await typesIn(articleStream(claimed + round))).toEqual(['ArticlePublished']);
    }
    expect(await typesIn(articleIdsStream)).toHaveLength(claimed + 25);
  });

  it('uses the final content if the pitch is edited concurrently', async () => {
    for (let round = 0; round < 25; round++) {
      const id = await one.pitched();
      const [published, edited] = await Promise.all([
        one.publishPitch(id),
        other.editPitch(id, { articleTitle: 'Edited meanwhile' }),
      ]);
      expect(published.statusCode).toBe(201);
      expect([200, 409]).toContain(edited.statusCode);
      expect(published.json().title).toBe(edited.statusCode === 200 ? 'Edited meanwhile' : 'Title');
    }
  });

  it.each([
    ['before everything', 0],
    ['after the claim', 1],
    ['after the pitch was closed', 2],
    ['after both', 3],
  ])('can be completed, or repeated from the start, if a process dies %s', async (_when, appends) => {
    const id = await other.pitched();
    one.dieAfter(appends);
    expect((await one.publishPitch(id)).statusCode).toBe(appends === 3 ? 201 : 503);
    one.revive();
    const isClosed = appends >= 2;
    const finished = await Promise.all([other, one, other].map((process) => process.finishPublishing(id)));
    expect(new Set(statusesOf(finished))).toEqual(new Set([isClosed ? 204 : 404]));
    expect((await other.publishPitch(id)).statusCode).toBe(isClosed ? 409 : 201);
    const [, closed] = await other.stream(submissionStream(id));
    if (closed?.type !== 'SubmissionPublished') throw new Error('The pitch is not closed');
    expect((await other.stream(articleStream(closed.data.articleId)))[0]).toMatchObject({
      type: 'ArticlePublished',
      data: { title: 'Title', authorName: 'Sample Writer' },
      metadata: { actor: closed.metadata.actor, requestId: closed.metadata.requestId },
    });
  });
});
