import { randomBytes } from 'node:crypto';
import { AppendUnknown, type EventStore, openEventStore } from '@journal/event-store';
import { articleIdsStream, articleStream, submissionStream } from '@journal/events';
import { createTestDatabase, type TestDatabase } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCommandApp } from '../command.app.ts';
import { sampleOrigin, samplePitch, sampleToken } from '../testing/command-side.ts';
import { createUsers } from '../testing/users.ts';
import { createJournalLog } from '../writing/journal-log.ts';

type Process = Awaited<ReturnType<typeof startProcess>>;

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];
const secret = randomBytes(32).toString('base64');
let processes: readonly [Process, Process];
let writer: string;
let admins: readonly [string, string];

/** One process of the command side; `dieAfter` lets it write so many more events, and none until `revive`. */
async function startProcess() {
  const { url } = database;
  const store = await openEventStore(url);
  const vault = await createPostgresVault({ url, masterKey: secret, applicationName: 'spec' });
  let left = Number.POSITIVE_INFINITY;
  const mortal: EventStore = {
    ...store,
    append: (...given) => {
      if (left-- <= 0) return Promise.reject(new AppendUnknown('the process died'));
      return store.append(...given);
    },
  };
  const config = {
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: 'loopback',
    EVENT_STORE_URL: url,
    DATABASE_URL: url,
    MASTER_KEY: secret,
    SERVICE_TOKEN: sampleToken,
    SESSION_KEYS: secret,
    PUBLIC_URL: sampleOrigin,
  } as const;
  const app = await createCommandApp(config, { store: mortal, vault, counter: { take: async () => 0 } });
  closing.push(async () => {
    await app.close();
    await Promise.all([store.close(), vault.close()]);
  });
  const post = (path: string, cookie: string, payload?: object, headers = {}) =>
    app.inject({
      method: 'POST',
      url: `/api/submissions${path}`,
      headers: { cookie, ...headers },
      ...(payload ? { payload } : {}),
    });
  return {
    store,
    vault,
    log: createJournalLog({ store, vault }),
    dieAfter(appends: number) {
      left = appends;
    },
    revive() {
      left = Number.POSITIVE_INFINITY;
    },
    pitch: async () => String((await post('', writer, samplePitch)).json().id),
    publish: (id: string, cookie: string, headers = {}) => post(`/${id}/publish`, cookie, undefined, headers),
    edit: (id: string, cookie: string, change: object) =>
      app.inject({
        method: 'PUT',
        url: `/api/submissions/${id}`,
        headers: { cookie },
        payload: { ...samplePitch, ...change },
      }),
    finish: (id: string) =>
      app.inject({
        method: 'POST',
        url: `/api/operations/submissions/${id}/finish-publishing`,
        headers: { authorization: `Bearer ${sampleToken}` },
      }),
  };
}

async function typesOf(stream: string): Promise<string[]> {
  return (await processes[0].log.read(stream)).map(({ type }) => type);
}

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  processes = [await startProcess(), await startProcess()];
  const users = createUsers({ log: processes[0].log, sessionKeys: secret, origin: sampleOrigin });
  const cookies: string[] = [];
  for (let person = 0; person < 3; person++) {
    const userId = await users.register();
    if (person > 0) await users.grantAdmin(userId);
    cookies.push(await users.cookieOf(userId));
  }
  writer = cookies[0] ?? '';
  admins = [cookies[1] ?? '', cookies[2] ?? ''];
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await database.drop();
});

describe('publishing in two processes on Postgres', () => {
  it('by two administrators at once makes one article of each pitch, without a gap in the ids', async () => {
    const [one, other] = processes;
    const claimed = (await typesOf(articleIdsStream)).length;
    for (let round = 0; round < 25; round++) {
      const id = await one.pitch();
      const answers = await Promise.all([one.publish(id, admins[0]), other.publish(id, admins[1])]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
      const won = answers.find(({ statusCode }) => statusCode === 201);
      expect(won?.json().id).toBe(claimed + round + 1);
      const lost = answers.find(({ statusCode }) => statusCode === 409);
      expect(lost?.json().code).toBe('submission-published');
      expect(await typesOf(submissionStream(id))).toEqual(['SubmissionPitched', 'SubmissionPublished']);
      expect(await typesOf(articleStream(claimed + round + 1))).toEqual(['ArticlePublished']);
    }
    expect(await typesOf(articleIdsStream)).toHaveLength(claimed + 25);
  });

  it('while the pitch is edited loses neither, and the article has the final content', async () => {
    const [one, other] = processes;
    for (let round = 0; round < 25; round++) {
      const id = await one.pitch();
      const [published, edited] = await Promise.all([
        one.publish(id, admins[0]),
        other.edit(id, admins[1], { articleTitle: 'Edited meanwhile' }),
      ]);
      expect(published.statusCode).toBe(201);
      expect([200, 409]).toContain(edited.statusCode);
      expect(published.json().title).toBe(edited.statusCode === 200 ? 'Edited meanwhile' : 'Title');
    }
  });

  it('of one request many times at once is one article and one answer', async () => {
    const [one, other] = processes;
    for (let round = 0; round < 10; round++) {
      const id = await one.pitch();
      const key = { 'idempotency-key': `round-${round}` };
      const answers = await Promise.all(
        [one, other, one, other].map((process) => process.publish(id, admins[0], key)),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      expect(new Set(answers.map(({ headers }) => headers['journal-position'])).size).toBe(1);
    }
  });
});

describe('a process that dies while publishing on Postgres', () => {
  it.each([
    ['before everything', 0, 'nothing'],
    ['after the claim', 1, 'nothing'],
    ['after the pitch was closed', 2, 'both'],
    ['after both', 3, 'both'],
  ])('%s leaves nothing or, once completed, both', async (_when, appends, left) => {
    const [dying, living] = processes;
    const id = await living.pitch();
    dying.dieAfter(appends);
    const broken = await dying.publish(id, admins[0]);
    expect(broken.statusCode).toBe(appends === 3 ? 201 : 503);
    dying.revive();
    const finished = await Promise.all([living.finish(id), dying.finish(id), living.finish(id)]);
    expect(new Set(finished.map(({ statusCode }) => statusCode))).toEqual(
      new Set([left === 'both' ? 204 : 404]),
    );
    const again = await living.publish(id, admins[1]);
    expect(again.statusCode).toBe(left === 'both' ? 409 : 201);
    const [, closed] = await living.log.read(submissionStream(id));
    if (closed?.type !== 'SubmissionPublished') throw new Error('The pitch is not closed');
    const [article] = await living.log.read(articleStream(closed.data.articleId));
    expect(article).toMatchObject({
      type: 'ArticlePublished',
      data: { title: 'Title', authorName: 'Sample Writer' },
      metadata: { actor: closed.metadata.actor, requestId: closed.metadata.requestId },
    });
  });
});
