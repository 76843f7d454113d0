import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProblemCode } from '@journal/contracts';
import { type EventStore, openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { checkpointSchema } from '@journal/read-models';
import { type Service, toProblem } from '@journal/service-kit';
import { createTestDatabase, type TestDatabase, until } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import type pg from 'pg';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { loadWorkerConfig } from '../config.ts';
import { createJournalLog, type JournalLog } from '../testing/journal-log.ts';
import { contentsOf } from '../testing/projection-test.ts';
import { createWorkerService } from '../worker.service.ts';

const masterKey = randomBytes(32).toString('base64');
const token = 'a token of at least 32 characters';
type Asked = { readonly path: string; readonly body: unknown; readonly authorization: string | undefined };
let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let users: JournalLog['users'];
let articles: JournalLog['articles'];
let submissions: JournalLog['submissions'];
let folder: string;
let asked: Asked[];
let answer: (asked: Asked) => Promise<{ readonly status: number; readonly body: string }>;
let closing: (() => Promise<unknown>)[];

const expiresAt = () => new Date(Date.now() + 3_600_000).toISOString();

beforeEach(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool(database.url, { applicationName: 'spec' });
  store = await openEventStore(database.url);
  const vault = await createPostgresVault({ url: database.url, masterKey });
  ({ users, articles, submissions } = createJournalLog(store, vault));
  folder = await mkdtemp(join(tmpdir(), 'journal-reactors-'));
  asked = [];
  answer = async () => ({ status: 200, body: JSON.stringify({ expiresAt: expiresAt() }) });
  closing = [() => vault.close(), () => store.close(), () => pool.end()];
});
afterEach(async () => {
  for (const close of closing) await close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<Service> {
  const worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: database.url,
      EVENT_STORE_URL: database.url,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'silent',
      SERVICE_TOKEN: token,
      DATA_DIR: folder,
    }),
    {
      retries: { attempts: 5, first: 1, max: 4 },
      command: async (path, { headers, body }) => {
        const request = { path, body: body && JSON.parse(body), authorization: headers['authorization'] };
        asked.push(request);
        return { headers: {}, ...(await answer(request)) };
      },
    },
  );
  closing = [() => worker.stop(), ...closing];
  await worker.start();
  return worker;
}
const refusal = (code: ProblemCode) => {
  const problem = toProblem(code);
  return { status: problem.status, body: JSON.stringify(problem) };
};
/** The messages in it that are whole. */
const outbox = async () => {
  const names = await readdir(join(folder, 'outbox')).catch(() => []);
  return names.filter((name) => name.endsWith('.eml'));
};
const request = (userId: string, resetId: string, at = new Date()) =>
  users.write({ type: 'PasswordResetRequested', data: { userId, resetId } }, at);
const done = (worker: Service, jobs: number) =>
  until(async () => {
    const { body } = await worker.app.inject('/metrics');
    expect(body).toMatch(new RegExp(`^journal_queue_jobs\\{state="completed"[^}]*\\} ${jobs}$`, 'm'));
  });
const applied = async (reactor: string) => {
  const { rows } = await pool.query<{ applied: string }>(
    `select applied from ${checkpointSchema}.checkpoint where name = $1`,
    [reactor],
  );
  return Number(rows[0]?.applied ?? 0);
};

it('mails a temporary password for each request, from the beginning of the log on', async () => {
  const userId = randomUUID();
  await users.register(userId, { email: 'ada@example.org' });
  await request(userId, 'reset-1');
  const worker = await start();
  await until(async () => expect(await outbox()).toHaveLength(1));
  await request(userId, 'reset-2');
  await until(async () => expect(await outbox()).toHaveLength(2));
  expect(asked).toEqual(
    ['reset-1', 'reset-2'].map((resetId) => ({
      path: `/api/operations/users/${userId}/temporary-passwords`,
      body: { resetId, temporaryPasswordHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      authorization: `Bearer ${token}`,
    })),
  );
  const names = await outbox();
  for (const name of names) {
    expect(name.split('.').slice(1, 3)).toEqual(['temporary-password', userId]);
    const parsed = await PostalMime.parse(await readFile(join(folder, 'outbox', name)));
    expect(parsed.to).toEqual([{ name: '', address: 'ada@example.org' }]);
  }
  await done(worker, 2);
  await until(async () => {
    const { body } = await worker.app.inject('/metrics');
    expect(body).toMatch(
      /^journal_job_attempts_total\{kind="mail-temporary-password",outcome="done"[^}]*\} 2$/m,
    );
  });
});

it('mails nothing a second time where the log is read again, and nothing of long ago', async () => {
  const userId = randomUUID();
  await users.register(userId);
  await request(userId, 'reset-old', new Date(Date.now() - 25 * 3_600_000));
  await request(userId, 'reset-1');
  const worker = await start();
  await until(async () => expect(await outbox()).toHaveLength(1));
  await worker.stop();
  await pool.query(`delete from ${checkpointSchema}.checkpoint where name = 'reactor_reset_mail'`);
  await start();
  await until(async () => expect(await applied('reactor_reset_mail')).toBe(2));
  await request(userId, 'reset-2');
  await until(async () => expect(await outbox()).toHaveLength(2));
  expect(asked.map(({ body }) => (body as { resetId: string }).resetId)).toEqual(['reset-1', 'reset-2']);
});

it('finishes forgetting with the pieces of the user, however often the command service is away', async () => {
  const userId = randomUUID();
  const other = randomUUID();
  await users.register(userId);
  await articles.publish(1, { contributorId: userId });
  await articles.publish(2, { contributorId: other });
  await articles.publish(3, { contributorId: userId });
  await articles.delete(3);
  let away = 2;
  answer = async () => {
    if (away-- > 0) return { status: 503, body: '{}' };
    await articles.delete(1).catch(() => {});
    return { status: 200, body: '{}' };
  };
  const kept = join(folder, 'outbox');
  await start();
  await request(userId, 'reset-1', new Date(0));
  await users.forget(userId, 'remove');
  await until(async () => expect(await applied('reactor_forgetting')).toBe(1));
  expect(asked).toEqual(
    [1, 2, 3].map(() => ({
      path: `/api/operations/users/${userId}/finish-forgetting`,
      body: { articleIds: [1, 3] },
      authorization: `Bearer ${token}`,
    })),
  );
  expect(await readdir(kept).catch(() => [])).toEqual([]);
});

it('removes what was kept for the forgotten, and leaves the pieces that are to stay', async () => {
  const userId = randomUUID();
  const other = randomUUID();
  await users.register(userId);
  await users.register(other);
  await articles.publish(1, { contributorId: userId });
  const worker = await start();
  await request(userId, 'reset-1');
  await request(other, 'reset-2');
  await done(worker, 2);
  await writeFile(join(folder, 'outbox', `20260101T000000000Z.other.${userId}.00000000.eml.part`), 'half');
  asked = [];
  await users.forget(userId, 'keep');
  await until(async () => expect(await applied('reactor_forgetting')).toBe(1));
  expect(asked.map(({ body }) => body)).toEqual([{ articleIds: [] }]);
  expect((await outbox()).map((name) => name.split('.')[2])).toEqual([other]);
  const queue = JSON.stringify(await contentsOf(pool, 'queue'));
  expect(queue).toContain(other);
  expect(queue).not.toContain(userId);
});

it('asks for the article of a published pitch until the command service is back, and again where the log is read again', async () => {
  const [pitch, other] = [randomUUID(), randomUUID()];
  await submissions.pitch(pitch);
  await submissions.pitch(other);
  let away = 3;
  answer = async () => {
    if (away-- > 0) throw new Error('connect ECONNREFUSED');
    return { status: 204, body: '' };
  };
  const worker = await start();
  await submissions.publish(pitch, 1);
  await until(async () => expect(await applied('reactor_publishing')).toBe(1));
  const finishing = {
    path: `/api/operations/submissions/${pitch}/finish-publishing`,
    body: undefined,
    authorization: `Bearer ${token}`,
  };
  expect(asked).toEqual([finishing, finishing, finishing, finishing]);
  await worker.stop();
  await pool.query(`delete from ${checkpointSchema}.checkpoint where name = 'reactor_publishing'`);
  await start();
  await until(async () => expect(asked).toHaveLength(5));
  expect(asked.at(-1)).toEqual(finishing);
});

it('goes on where the writer of a published pitch was forgotten', async () => {
  const gone = randomUUID();
  await submissions.pitch(gone);
  answer = async () => refusal('submission-not-found');
  await start();
  await submissions.publish(gone, 1);
  await until(async () => expect(await applied('reactor_publishing')).toBe(1));
});

it.each([
  ['the article of a pitch', () => submissions.publish('pitch-1', 1)],
  ['the forgetting of a user', () => users.forget('user-1')],
])('stops at its event where the command service refuses to finish %s', async (_what, begin) => {
  await submissions.pitch('pitch-1');
  await users.register('user-1');
  answer = async () => refusal('invalid-request');
  const worker = await start();
  const position = await begin();
  await until(async () =>
    expect((await worker.app.inject('/health/ready')).json()).toMatchObject({
      dependencies: { reactors: `unavailable (stopped at position ${position})` },
    }),
  );
});
