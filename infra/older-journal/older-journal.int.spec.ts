import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { createCommandService, loadCommandConfig } from '@journal/command';
import { createQueryService, loadQueryConfig } from '@journal/query';
import type { Service } from '@journal/service-kit';
import { useTestDatabase } from '@journal/testing';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runJournal } from '../cli/run-journal.ts';
import { untilServiceReady } from '../embedded/system.ts';

/**
 * A journal written by commit 74481fb (November 2026), and what that commit answered: the demo issue, registrations,
 * successful and failed logins, a mailed and a changed password, newsletter subscriptions from request to end, pitches
 * and articles created, edited, deleted, restored, published and featured, admin rights granted and revoked, exports,
 * and two erased accounts, one of them with its article. The dump holds log, vault, ledger and the reactors'
 * checkpoints, as a restored backup does. Never regenerate it: whatever reads a log must be able to read this one.
 */
const fixture = async (name: string) =>
  gunzipSync(await readFile(new URL(`fixtures/2026-11.${name}.gz`, import.meta.url))).toString();

interface RecordedAnswer {
  kind: 'reader' | 'search' | 'newsroom' | 'export';
  path: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}
interface Recorded {
  masterKey: string;
  /** The position of the last event of the dump. */
  head: number;
  ids: { a1: number; p: string[] };
  answers: RecordedAnswer[];
}

const database = useTestDatabase();
const authorization = `Bearer ${randomBytes(32).toString('base64url')}`;
let recorded: Recorded;
let folder: string;
let environment: Record<string, string>;
let command: Service;
let query: Service;
let worker: Service;

beforeAll(async () => {
  recorded = JSON.parse(await fixture('answers.json'));
  await database.pool.query(await fixture('sql'));
  folder = await mkdtemp(join(tmpdir(), 'journal-older-'));
  environment = {
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    EVENT_STORE_URL: database.url,
    MASTER_KEY: recorded.masterKey,
    SERVICE_TOKEN: authorization.slice('Bearer '.length),
    SESSION_KEYS: randomBytes(32).toString('base64'),
  };
  command = await createCommandService(loadCommandConfig(environment));
  environment['COMMAND_URL'] = await command.app.listen({ port: 0, host: '127.0.0.1' });
  query = await createQueryService(loadQueryConfig(environment));
  worker = await createWorkerService(loadWorkerConfig(environment));
  for (const service of [command, query, worker]) {
    await service.app.ready();
    await service.start();
  }
  for (const service of [command, query, worker]) await untilServiceReady(service);
});
afterAll(async () => {
  for (const service of [worker, query, command]) await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

const of = (...kinds: RecordedAnswer['kind'][]) =>
  recorded.answers.filter(({ kind }) => kinds.includes(kind));

/** What is answered today, as `RecordedAnswer` has it. */
async function ask({ kind, path, headers: wanted }: RecordedAnswer): Promise<RecordedAnswer> {
  const isOpen = kind === 'reader' || kind === 'search';
  const answer = await query.app.inject({ url: path, headers: isOpen ? {} : { authorization } });
  const headers = Object.fromEntries(Object.keys(wanted).map((name) => [name, `${answer.headers[name]}`]));
  return { kind, path, status: answer.statusCode, headers, body: answer.body };
}

/** The ids that were found; their order and the matching parts are up to the search engine. */
const found = ({ path, status, body }: RecordedAnswer) => ({
  path,
  status,
  ids: status === 200 ? (JSON.parse(body) as { id: number }[]).map(({ id }) => id).sort() : body,
});

/** Without the time at which it was made. */
const held = ({ status, body }: RecordedAnswer) => ({ status, ...JSON.parse(body), exportedAt: '' });

const logHead = async () =>
  (await database.pool.query('select max(position)::int as head from event_log.events')).rows[0].head;

async function verify() {
  const messages = new PassThrough();
  let said = '';
  const collect = (chunk: unknown) => {
    said += chunk;
    return true;
  };
  messages.on('data', collect);
  const code = await runJournal(['audit', 'verify'], {
    environment,
    input: Readable.from([]),
    output: { write: collect },
    messages,
  });
  return { code, said };
}

const send = (method: 'POST' | 'PUT', url: string, payload: object, headers = {}) =>
  command.app.inject({ method, url, payload, headers: { authorization, ...headers } });

test('every read model, rebuilt from the log, gives the recorded answers', async () => {
  const expected = of('reader', 'newsroom');
  const differing = async () => {
    const now = await Promise.all(expected.map(ask));
    return expected.filter(({ body }, index) => body !== now[index]?.body).map(({ path }) => path);
  };
  await expect.poll(differing, { timeout: 30_000, interval: 200 }).toEqual([]);
  for (const answer of expected) expect(await ask(answer)).toEqual(answer);
});

test('the search finds the recorded articles', async () => {
  const expected = of('search').map(found);
  const findings = async () => (await Promise.all(of('search').map(ask))).map(found);
  await expect.poll(findings, { timeout: 30_000, interval: 200 }).toEqual(expected);
});

test('the rebuild has appended nothing, and audit verify finds no fault', async () => {
  expect(await logHead()).toBe(recorded.head);
  expect(await verify()).toMatchObject({
    code: 0,
    said: expect.stringContaining(`${recorded.head} events, and all of them are as they were.`),
  });
});

test('an account export holds what it held', async () => {
  for (const answer of of('export')) expect(held(await ask(answer))).toEqual(held(answer));
});

test('new commands build on it: passwords, claims, ETags, revisions and article ids continue', async () => {
  const { a1, p } = recorded.ids;
  const email = 'sample-dora@journal.example';
  const signIn = (email: string, password: string) => send('POST', '/api/auth/login', { email, password });
  expect((await signIn(email, 'password of dora')).statusCode).toBe(401);
  expect((await signIn(email, 'password of dora, changed')).statusCode).toBe(200);
  const registration = {
    email: 'sample-ada@journal.example',
    password: 'at first',
    fullName: 'Sample Writer',
  };
  expect((await send('POST', '/api/auth/register', registration)).json()).toMatchObject({
    code: 'email-taken',
  });

  const { headers, body } = of('reader').find(({ path }) => path === `/api/articles/${a1}`) as RecordedAnswer;
  const { id: _id, createdAt: _createdAt, ...fields } = JSON.parse(body);
  const edit = (etag: string) =>
    send('PUT', `/api/articles/${a1}`, { ...fields, title: 'Edited later' }, { 'if-match': etag });
  const etag = headers['etag'] ?? '';
  expect((await edit(etag)).json()).toMatchObject({ ...fields, title: 'Edited later' });
  expect((await edit(etag)).statusCode).toBe(412);
  const back = await send('POST', `/api/articles/${a1}/restore`, { revision: 0 });
  expect(back.json()).toMatchObject({ title: 'A sample article, number 1', authorName: 'Sample Author' });

  const editor = await signIn('sample-editor@journal.example', 'password of editor');
  const cookie = `${editor.headers['set-cookie']}`.split(';', 1)[0] ?? '';
  const published = await command.app.inject({
    method: 'POST',
    url: `/api/submissions/${p[1]}/publish`,
    headers: { cookie },
  });
  expect({ status: published.statusCode, ...published.json() }).toMatchObject({ status: 201, id: 19 });
  await expect.poll(verify, { timeout: 10_000 }).toMatchObject({
    code: 0,
    said: expect.not.stringContaining('not in the ledger yet'),
  });
});
