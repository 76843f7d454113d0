import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type EventStore, openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { readSessionEnds } from '@journal/read-models/session-ends';
import type { Service } from '@journal/service-kit';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import { rotateMasterKey } from '@journal/vault';
import type { HTTPMethods } from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createCommandService, loadCommandConfig } from './index.ts';
import { cookieOf, sampleArticle, sampleToken, sampleUser } from './testing/command-side.ts';

let database: TestDatabase;
let store: EventStore;
const services: Service[] = [];
const masterKey = randomBytes(32).toString('base64');
const notTheVaults = 'MASTER_KEY does not match the vault: its keys are wrapped with another master key';
const sessionKeys = randomBytes(32).toString('base64');

const environment = (url = database.url) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'silent',
  EVENT_STORE_URL: url,
  DATABASE_URL: url,
  MASTER_KEY: masterKey,
  SERVICE_TOKEN: sampleToken,
  SESSION_KEYS: sessionKeys,
});
async function startCommand(url?: string, given = {}) {
  const service = await createCommandService(loadCommandConfig({ ...environment(url), ...given }));
  services.push(service);
  await service.start();
  return service;
}
const send = (service: Service, method: HTTPMethods, url: string, payload?: object, headers = {}) =>
  service.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${sampleToken}`, ...headers },
    ...(payload ? { payload } : {}),
  });
const publish = (service: Service, change = {}, headers = {}) =>
  send(service, 'POST', '/api/articles', { ...sampleArticle, ...change }, headers);

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  store = await openEventStore(database.url);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await store.close();
  await database.drop();
});

describe('the command service on Postgres', () => {
  it('is ready, and publishes, edits, deletes and restores an article', async () => {
    const service = await startCommand();
    expect((await service.app.inject('/health/ready')).json()).toEqual({
      ready: true,
      dependencies: { 'event-store': 'ok', vault: 'ok', administrator: 'ok' },
    });
    const created = await publish(service);
    const url = String(created.headers.location);
    const positions = [created];
    positions.push(await send(service, 'PUT', url, { ...sampleArticle, title: 'New' }));
    positions.push(await send(service, 'DELETE', url));
    positions.push(await send(service, 'POST', `${url}/restore`));
    expect(positions.map((answer) => answer.statusCode)).toEqual([201, 200, 204, 200]);
    const seen = positions.map((answer) => String(answer.headers['journal-position']));
    expect(seen).toEqual(seen.toSorted());
    expect(seen.at(-1)).toBe(await store.head());
    expect(positions.at(-1)?.json()).toEqual({ ...created.json(), title: 'New' });
  });

  it('stores no personal data in plain text in the database', async () => {
    const service = await startCommand();
    await publish(service, {
      title: 'Zxqtitle',
      authorName: 'Zxqname',
      authorSchool: 'Zxqschool',
      content: 'Zxqcontent',
    });
    const pool = createPool(database.url, { applicationName: 'spec', max: 1 });
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const contents = await Promise.all(
      tables.map(({ name }) => pool.query(`select t::text as row from ${name} t`)),
    );
    const everything = contents.flatMap(({ rows }) => rows.map(({ row }) => String(row))).join('\n');
    await pool.end();
    expect(everything).toContain('ArticlePublished');
    expect(everything).not.toMatch(/Zxq(title|name|school|content)/);
    expect(everything).not.toContain(Buffer.from('Zxqtitle').toString('base64').slice(0, 9));
  });

  it('returns 503 while the database is unreachable, and recovers automatically', async () => {
    const address = new URL(database.url);
    const gate = await openGate(Number(address.port));
    address.port = String(gate.port);
    const service = await startCommand(address.href);
    await publish(service);
    gate.shut();
    const away = await publish(service);
    expect([away.statusCode, away.json().code]).toEqual([503, 'unavailable']);
    expect((await service.app.inject('/health/ready')).statusCode).toBe(503);
    expect((await service.app.inject('/health/live')).statusCode).toBe(200);
    gate.open();
    await until(async () => expect((await publish(service)).statusCode).toBe(201));
    await service.stop();
    await gate.close();
  });

  it('records the position at which a user’s sessions ended before it responds', async () => {
    const service = await startCommand();
    const pool = createPool(database.url, { applicationName: 'spec', max: 1 });
    onTestFinished(() => pool.end());
    const asBrowser = (method: HTTPMethods, url: string, payload?: object, cookie = '') =>
      send(service, method, url, payload, { authorization: '', cookie });
    const { password, email } = sampleUser;
    const registered = await asBrowser('POST', '/api/auth/register', sampleUser);
    const userId = registered.json().id;
    const lastEnd = async () => (await readSessionEnds(pool, [userId, 'somebody-else'])).get(userId);
    const signIn = async () => cookieOf(await asBrowser('POST', '/api/auth/login', { email, password }));
    expect(await lastEnd()).toBeUndefined();
    const ended = await asBrowser('DELETE', '/api/me/sessions', undefined, cookieOf(registered));
    expect([ended.statusCode, await lastEnd()]).toEqual([204, ended.headers['journal-position']]);
    expect((await asBrowser('POST', '/api/auth/logout', undefined, await signIn())).statusCode).toBe(204);
    expect(await lastEnd()).toBe(await store.head());
    // As "The log lost its end" in docs/operating.md says.
    await pool.query('drop schema session_ends cascade');
    expect((await asBrowser('POST', '/api/auth/logout', undefined, await signIn())).statusCode).toBe(204);
    expect(await lastEnd()).toBe(await store.head());
    const pieces = 'keep';
    const erased = await asBrowser('DELETE', '/api/me', { password, pieces }, await signIn());
    expect([erased.statusCode, await lastEnd()]).toEqual([204, erased.headers['journal-position']]);
  });

  it('executes a repeated write once while the master key is rotated', async () => {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    const newer = randomBytes(32).toString('base64');
    const started: Service[] = [];
    const start = async (MASTER_KEY: string) => {
      const service = await startCommand(url, { MASTER_KEY });
      started.push(service);
      return (key: string) => publish(service, {}, { 'idempotency-key': key });
    };
    const before = await start(masterKey);
    const meanwhile = await start(`${newer},${masterKey}`);
    const [one, two] = [await before('one'), await meanwhile('two')];
    expect((await meanwhile('one')).body).toBe(one.body);
    expect((await before('two')).body).toBe(two.body);
    await rotateMasterKey({ url, masterKey: `${newer},${masterKey}` });
    const after = await start(newer);
    for (const repeat of [meanwhile, after])
      expect([(await repeat('one')).body, (await repeat('two')).body]).toEqual([one.body, two.body]);
    // The process that was left out of the rotation.
    expect((await before('three')).statusCode).toBe(503);
    await expect(start(masterKey)).rejects.toThrow(notTheVaults);
    await Promise.all(started.map((service) => service.stop()));
    await drop();
  });

  it('stops idempotently and leaves no connection open', async () => {
    const own = await createTestDatabase(inject('postgresUrl'));
    const service = await startCommand(own.url);
    await publish(service);
    await Promise.all([service.stop(), service.stop()]);
    const pool = createPool(database.url, { applicationName: 'spec', max: 1 });
    await until(async () => {
      const { rows } = await pool.query('select application_name from pg_stat_activity where datname = $1', [
        new URL(own.url).pathname.slice(1),
      ]);
      expect(rows).toEqual([]);
    });
    await pool.end();
    await own.drop();
  });
});

/** Runs the main program with nothing but the environment. */
function spawnMain(given = {}) {
  const { PATH = '' } = process.env;
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], { env: { PATH, ...environment(), ...given } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said.text += chunk.toString();
    });
  return { child, said, exit: once(child, 'close') };
}

it('the main program exits with an error if the master key is not the vault’s', async () => {
  const { exit, said } = spawnMain({ MASTER_KEY: randomBytes(32).toString('base64') });
  expect(await exit).toEqual([1, null]);
  expect(said.text).toBe(`${notTheVaults}\n`);
});

it('the main program runs from the environment alone and ends cleanly on SIGTERM', async () => {
  const { child, exit, said } = spawnMain({ LOG_LEVEL: 'info' });
  const address = await until(() => {
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.text) ?? [];
    if (!found) throw new Error(`not yet: ${said.text}`);
    return found;
  });
  const answer = await fetch(`${address}/api/articles`, {
    method: 'POST',
    body: JSON.stringify(sampleArticle),
    headers: { authorization: `Bearer ${sampleToken}`, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(201);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
