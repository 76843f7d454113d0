import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type EventStore, openEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { createDeliveries, deliveryCounts } from '@journal/read-models/delivery';
import { createTestDatabase, until } from '@journal/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startStandIn } from '../../../packages/event-store/src/kurrentdb/stand-in/start-stand-in.ts';
import { writeForeign as writeForeignEvents } from '../../../packages/event-store/src/kurrentdb/stand-in/write-foreign.ts';
import { sampleArticle, sampleUser } from '../../../services/command/src/testing/samples.ts';
import { createReactors } from '../../../services/worker/src/reactors/reactors.ts';
import { createRegistry } from '../../../services/worker/src/registry.ts';
import { contentsOf } from '../../../services/worker/src/testing/projection-test.ts';
import {
  type SystemInProcess,
  startSystemInProcess,
  startTestSystem,
} from '../../../tools/testing/system.ts';
import { rememberEngines } from '../../launcher/folder-engines.ts';
import { preflight } from '../../launcher/preflight.ts';
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts';
import { embeddedSettings } from '../../postgres/settings.ts';
import { commandLine } from '../fixtures/command-line.ts';
import { writeBackup } from './backup.ts';
import { checkBackup, restoreBackup } from './restore.ts';

const older = new URL('../../older-journal/fixtures/', import.meta.url);
const fixture = async (name: string) =>
  gunzipSync(await readFile(new URL(`2026-11.${name}.gz`, older))).toString();

const openPool = (url = '') => {
  const pool = createPool(url, { applicationName: 'spec', max: 4 });
  onTestFinished(() => pool.end());
  return pool;
};

let folder: string;
/** A journal with a rich history. */
let system: SystemInProcess;
let pool: pg.Pool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-backup-'));
  const { masterKey } = JSON.parse(await fixture('answers.json')) as { masterKey: string };
  const fill = async (url: string) => {
    pool = createPool(url, { applicationName: 'spec' });
    await pool.query(await fixture('sql'));
  };
  system = await startSystemInProcess(inject('postgresUrl'), { MASTER_KEY: masterKey }, { fill });
  expect((await send(system, '/api/articles', sampleArticle)).status).toBe(201);
  await writeForeign(pool);
  await writeDraft(system, pool);
  await writeDelivery(pool);
  expect((await send(system, '/api/articles', sampleArticle)).status).toBe(201);
  await untilBuilt(pool);
});
afterAll(async () => {
  await pool.end();
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes events as a script with the necessary privileges would. */
async function writeForeign(pool: pg.Pool) {
  await pool.query(
    `insert into event_log.events (position, stream, revision, event_id, type, data, metadata)
     select base + number, 'others', number - 1, gen_random_uuid(), 'Noted', data, metadata
     from (select max(position) as base from event_log.events) as log, unnest(
       array['{"title": "Without metadata"}', '[1, "a list"]', '"\\u00e9"']::json[],
       array['{}', '{"$correlationId": "theirs"}', 'null']::json[]
     ) with ordinality as foreign_event (data, metadata, number)`,
  );
}

/** Inserts a draft; the first read creates its table. */
async function writeDraft(system: SystemInProcess, pool: pg.Pool) {
  const read = await send(system, `/api/operations/users/${randomUUID()}/drafts`, {});
  expect(read.status).toBe(200);
  await pool.query(
    `insert into drafts.draft values ('writer', 'new-pitch', nextval('drafts.version'), now(), '{user:writer}', '\\x00ff')`,
  );
}

/** Inserts two recipients of a mailing: one has received it, the other was due to. */
async function writeDelivery(pool: pg.Pool) {
  await createDeliveries(pool).copyOf('none');
  await pool.query(
    `insert into delivery.frozen (mailing_id, total) values ('1-1', 2);
     insert into delivery.recipient (mailing_id, subscriber_id, status)
     values ('1-1', 'reader-1', 'accepted'), ('1-1', 'reader-2', 'ready')`,
  );
}

const draftsOf = async (pool: pg.Pool) => (await pool.query('select * from drafts.draft')).rows;

/** Byte for byte, except for the content of foreign events, which is stored as parsed. */
const logOf = async (pool: pg.Pool, head = '9'.repeat(18)) => {
  const text = `select position, stream, revision, event_id, type,
      case when stream <> 'others' then data::text end as data,
      case when stream <> 'others' then metadata::text end as metadata
    from event_log.events where position <= $1 order by position`;
  return (await pool.query(text, [head])).rows;
};

/** Number of projections that a worker runs; none of them uses its dependencies before that. */
const needless = {} as never;
const projections = createRegistry(needless, needless, createReactors(needless)).length;

/** Resolves when every projection and reactor has reached the end of the log. */
const untilBuilt = (pool: pg.Pool) =>
  until(async () => {
    const { rows } = await pool.query(
      `select schema_name as behind, position from projections.checkpoint
       where caught_up_at is null or position::bigint < (select max(position) from event_log.events)`,
    );
    expect(rows).toEqual([]);
    expect((await pool.query('select from projections.checkpoint')).rowCount).toBe(projections);
  });

/** Resolves with the rows of every read model, without the numbers of the search's changes. */
async function readModels(pool: pg.Pool) {
  const { rows } = await pool.query<{ schema: string }>(
    `select schema_name as schema from projections.checkpoint where not starts_with(name, 'reactor_') order by 1`,
  );
  const contents = await Promise.all(rows.map(({ schema }) => contentsOf(pool, schema)));
  return rows.map(({ schema }, index) => {
    const { index_version: _version, ...tables } = contents[index] as Record<string, object[]>;
    if (schema !== 'search_v1') return { schema, tables };
    return { schema, tables: tables['document']?.map((row) => ({ ...row, changed: 0 })) };
  });
}

/** Resolves with those of the words (names and addresses) that a database contains. */
async function found(pool: pg.Pool, words: readonly string[]) {
  const contents = JSON.stringify([await readModels(pool), await logOf(pool)]);
  return words.filter((word) => contents.includes(word));
}

const send = (system: Pick<SystemInProcess, 'url' | 'environment'>, path: string, body: object) =>
  fetch(system.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${system.environment['SERVICE_TOKEN']}`,
    },
    body: JSON.stringify(body),
  });

test('a restore into an empty data folder reproduces the log, every read model and the ledger’s head', async () => {
  const said = await commandLine(`backup ${folder}/backup`, system.environment);
  expect(said).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Done: 1[45]\d events and \d+ vault records/),
  });
  expect(said.said).toContain(
    'MASTER_KEY alone, which is not in it: keep secrets.json apart, of a cluster .env.',
  );
  const names = ['deliveries', 'drafts', 'events', 'forgotten', 'manifest', 'vault'];
  const files = names.map((name) => (name === 'manifest' ? 'manifest.json' : `${name}.ndjson`));
  expect((await readdir(`${folder}/backup`)).toSorted()).toEqual(files);
  for (const file of files) expect((await stat(`${folder}/backup/${file}`)).mode & 0o777).toBe(0o600);
  expect((await commandLine(`backup ${folder}/backup`, system.environment)).said).toContain('already exists');
  expect(await commandLine(`backup ${folder}/backup/manifest.json/there`, system.environment)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^ENOTDIR: .*\. Nothing was backed up\.\n$/),
  });
  const inContainer = { ...system.environment, IN_CONTAINER: 'yes' };
  expect(await commandLine('backup /dev/shm/backup', inContainer)).toMatchObject({
    code: 1,
    said: expect.stringContaining('would be lost with this container'),
  });

  const { MASTER_KEY = '', SESSION_KEYS = '' } = system.environment;
  const elsewhere = { DATA_DIR: `${folder}/data` };
  await mkdir(elsewhere.DATA_DIR);
  await writeFile(`${folder}/data/secrets.json`, JSON.stringify({ MASTER_KEY, SESSION_KEYS }));
  expect(await commandLine(`restore ${folder}/backup`, elsewhere)).toMatchObject({
    code: 0,
    output: '',
    said: expect.stringContaining(`SESSION_KEYS in ${folder}/data/secrets.json was replaced`),
  });
  const kept = await readFile(`${folder}/data/secrets.json`, 'utf8');
  const again = await commandLine(`restore ${folder}/backup`, elsewhere);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('already contains a journal') });
  expect(await readFile(`${folder}/data/secrets.json`, 'utf8')).toBe(kept);

  const { POSTGRES_PASSWORD: password, ...secrets } = JSON.parse(kept);
  expect(secrets).toMatchObject({ MASTER_KEY, SESSION_KEYS: expect.stringMatching(/^[\w+/]{43}=$/) });
  // Otherwise sessions that ended after the backup would be valid again.
  expect(secrets.SESSION_KEYS).not.toBe(SESSION_KEYS);
  const own = await startEmbeddedPostgres({
    folder: `${folder}/data/postgres`,
    password,
    settings: embeddedSettings,
  });
  onTestFinished(() => own.stop());
  const restored = await startTestSystem(own.url, secrets);
  onTestFinished(() => restored.stop());
  const restoredPool = openPool(own.url);
  expect(await logOf(restoredPool)).toEqual(await logOf(pool));
  expect(await draftsOf(restoredPool)).toEqual(await draftsOf(pool));
  expect(await deliveryCounts(restoredPool, '1-1')).toMatchObject({ accepted: 1, uncertain: 1, ready: 0 });
  await untilBuilt(restoredPool);
  await until(async () => expect(await readModels(restoredPool)).toEqual(await readModels(pool)));
  const { ledger } = JSON.parse(await readFile(`${folder}/backup/manifest.json`, 'utf8'));
  expect(await commandLine(`audit verify --since ${ledger}`, restored.environment)).toMatchObject({
    code: 0,
  });
  const verified = await commandLine('audit verify', system.environment);
  expect(verified.output.match(/^others revision .*: not written by the journal$/gm)).toHaveLength(3);
  expect(verified.output).toContain(`\n${ledger}\n`);
  expect(await commandLine('audit verify', restored.environment)).toEqual(verified);
}, 120_000);

test('a restore forgets a person erased after the backup, taken during writes, only if given the newer list', async () => {
  const person = { ...sampleUser, email: 'quorvex@example.org', fullName: 'Quorvex Writer' };
  expect((await send(system, '/api/auth/register', person)).status).toBe(201);
  await untilBuilt(pool);
  let isOver = false;
  const writing = (async () => {
    while (!isOver) expect((await send(system, '/api/articles', sampleArticle)).status).toBe(201);
  })();
  await commandLine(`backup ${folder}/later`, system.environment);
  isOver = true;
  await writing;
  const { head } = JSON.parse(await readFile(`${folder}/later/manifest.json`, 'utf8'));
  await commandLine(`user forget ${person.email} --pieces keep --yes`, system.environment);
  await commandLine(`forgotten ${folder}/list`, system.environment);

  const { MASTER_KEY = '', SERVICE_TOKEN = '', SESSION_KEYS = '' } = system.environment;
  for (const list of [undefined, `${folder}/list`]) {
    const target = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(() => target.drop());
    const engines = { MASTER_KEY, DATABASE_URL: target.url, EVENT_STORE_URL: target.url };
    const restoring = await commandLine(
      `restore ${folder}/later${list ? ` --forgotten ${list}` : ''}`,
      engines,
    );
    expect(restoring.code, restoring.said).toBe(0);
    // A restore requires empty engines.
    const advice = 'empty the target and restore again with --forgotten.';
    expect(restoring.said.includes(advice)).toBe(list === undefined);
    expect(restoring.said).toContain(
      'Sessions that ended after the backup are valid again, and those of users who have written since are refused (503): replace SESSION_KEYS (in secrets.json, in a cluster in .env) with the output of openssl rand -base64 32',
    );
    expect(restoring.said).toContain('Plans that came due since the backup are carried out at the start');
    const targetPool = openPool(target.url);
    expect(await logOf(targetPool, String(BigInt(head)))).toEqual(await logOf(pool, String(BigInt(head))));
    const restored = await startTestSystem(target.url, { MASTER_KEY, SERVICE_TOKEN, SESSION_KEYS });
    await untilBuilt(targetPool);
    // Mail from before the backup is not sent again.
    expect(await readdir(join(restored.folder, 'outbox')).catch(() => [])).toEqual([]);
    const words = [person.email, person.fullName];
    await until(async () => expect(await found(targetPool, words)).toEqual(list ? [] : words));
    const payload = { email: person.email, password: person.password };
    const login = await restored.services.command.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
    });
    expect(login.statusCode).toBe(list ? 401 : 200);
    const { said } = await commandLine('audit verify', restored.environment);
    expect(said).toContain('events, and 3 faults.');
    await restored.stop();
  }
}, 120_000);

test('a journal moves between Postgres and KurrentDB with every event in order', async () => {
  await commandLine(`backup ${folder}/postgres`, system.environment);
  const target = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => target.drop());
  const kurrentdb = await startStandIn();
  onTestFinished(async () => kurrentdb.stop());
  const { MASTER_KEY = '' } = system.environment;
  const EVENT_STORE_URL = `kurrentdb://127.0.0.1:${kurrentdb.port}?tls=false`;
  const engines = { MASTER_KEY, DATABASE_URL: target.url, EVENT_STORE_URL };
  expect(await commandLine(`restore ${folder}/postgres`, engines)).toMatchObject({ code: 0 });
  expect(await commandLine(`backup ${folder}/kurrentdb`, engines)).toMatchObject({ code: 0 });
  const events = async (name: string) => {
    const text = await readFile(`${folder}/${name}/events.ndjson`, 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => ({ ...JSON.parse(line), position: '' }));
  };
  expect(await events('kurrentdb')).toEqual(await events('postgres'));
  const bytes = { data: Buffer.from([0, 255, 1]), metadata: Buffer.from([255, 0]) };
  await writeForeignEvents(EVENT_STORE_URL, 'bytes', [{ type: 'Noted', ...bytes }]);
  await commandLine(`backup ${folder}/bytes`, engines);
  const back = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => back.drop());
  const home = { MASTER_KEY, DATABASE_URL: back.url, EVENT_STORE_URL: back.url };
  expect(await commandLine(`restore ${folder}/bytes`, home)).toMatchObject({ code: 0 });
  await commandLine(`backup ${folder}/home`, home);
  expect(await events('home')).toEqual(await events('bytes'));
  expect((await events('home')).at(-1)).toMatchObject({ stream: 'bytes', data: { base64: 'AP8B' } });

  const marks = async (name: string) =>
    JSON.parse(await readFile(`${folder}/${name}/manifest.json`, 'utf8')).reactors;
  expect(await marks('kurrentdb')).toEqual(await marks('postgres'));
});

test('a journal refuses to start or to be backed up after an interrupted restore until it is run again', async () => {
  const target = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => target.drop());
  const { MASTER_KEY = '' } = system.environment;
  const engines = { MASTER_KEY, DATABASE_URL: target.url, EVENT_STORE_URL: target.url };
  for (const name of ['cut', 'other']) await commandLine(`backup ${folder}/${name}`, system.environment);
  const targetPool = openPool(target.url);
  const store = await openEventStore(target.url);
  const manifest = await checkBackup(`${folder}/cut`, MASTER_KEY);
  let left = 60;
  const breaking: EventStore = {
    ...store,
    append: async (...event) => (left-- > 0 ? store.append(...event) : expect.fail('Broken off')),
  };
  const restoring = restoreBackup(
    `${folder}/cut`,
    manifest,
    { store: breaking, keepsOrder: false, pool: targetPool, vaultUrl: target.url },
    [],
  );
  await expect(restoring).rejects.toThrow('Broken off');
  expect(await logOf(targetPool)).toHaveLength(60);
  await expect(startTestSystem(target.url, { MASTER_KEY })).rejects.toMatchObject({
    name: 'UnfinishedRestore',
    message: expect.stringContaining('journal restore'),
  });
  const refused = async (line: string, reason: string) =>
    expect(await commandLine(line, engines)).toMatchObject({
      code: 1,
      said: expect.stringContaining(reason),
    });
  await refused(`backup ${folder}/half`, 'A restore');
  await refused(`restore ${folder}/other`, 'of another backup');

  const event = { id: randomUUID(), type: 'Other', data: {}, metadata: { schemaVersion: 1 } as never };
  await store.append('other', [event], 'none');
  await refused(`restore ${folder}/cut`, 'that the backup does not have');
  await targetPool.query(`delete from event_log.events where stream = 'other'`);
  await store.close();

  expect(await commandLine(`restore ${folder}/cut`, engines)).toMatchObject({ code: 0 });
  expect(await logOf(targetPool)).toEqual(await logOf(pool, String(BigInt(manifest.head ?? 0))));
  await refused(`restore ${folder}/cut`, 'already contains a journal');
  expect((await commandLine(`backup ${folder}/again`, engines)).code).toBe(0);
}, 60_000);

test('a journal restored partly into a data folder does not start there without its other engine', async () => {
  await commandLine(`backup ${folder}/parts`, system.environment);
  const target = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => target.drop());
  const { MASTER_KEY = '' } = system.environment;
  const own = { MASTER_KEY, DATA_DIR: `${folder}/parts-data` };
  const restored = await commandLine(`restore ${folder}/parts`, { ...own, DATABASE_URL: target.url });
  expect(restored.code, restored.said).toBe(0);
  const isMissing = 'DATABASE_URL: is not set, but the journal in';
  // Refused, which must not make the folder forget the database.
  expect(await commandLine(`restore ${folder}/parts`, own)).toMatchObject({
    code: 1,
    said: expect.stringContaining(isMissing),
  });
  await expect(preflight({ ...own, PORT: '0' })).rejects.toThrow(isMissing);

  const outside = { MASTER_KEY, DATA_DIR: `${folder}/outside-data` };
  await mkdir(outside.DATA_DIR);
  await rememberEngines(outside.DATA_DIR, { EVENT_STORE_URL: target.url, DATABASE_URL: target.url });
  expect(await commandLine(`restore ${folder}/parts`, outside)).toMatchObject({
    code: 1,
    said: expect.stringContaining(isMissing),
  });
  expect(await readdir(outside.DATA_DIR)).toEqual(['engines.json']);
}, 60_000);

test('a backup is whole although another one is begun in the same folder meanwhile, which is refused', async () => {
  const { DATABASE_URL = '', MASTER_KEY = '' } = system.environment;
  const store = await openEventStore(DATABASE_URL, { isReader: true });
  onTestFinished(() => store.close());
  /** Begins a backup whose log delivers nothing until `go`. */
  const begin = async () => {
    const [begun, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: EventStore = {
      ...store,
      async *subscribe(options) {
        begun.resolve();
        await going.promise;
        yield* store.subscribe(options);
      },
    };
    const written = writeBackup({ store: slow, pool, vaultUrl: DATABASE_URL }, `${folder}/twice`);
    await begun.promise;
    return { go: going.resolve, written };
  };
  const [first, second] = [await begin(), await begin()];
  first.go();
  await first.written;
  await checkBackup(`${folder}/twice`, MASTER_KEY);
  second.go();
  await expect(second.written).rejects.toThrow('not empty');
  expect((await readdir(folder)).filter((name) => name.startsWith('twice'))).toEqual(['twice']);
});

test('a backup that cannot be read is not reported as missing or changed', async () => {
  await commandLine(`backup ${folder}/foreign`, system.environment);
  const { MASTER_KEY = '', DATABASE_URL = '' } = system.environment;
  const engines = { MASTER_KEY, DATABASE_URL, EVENT_STORE_URL: DATABASE_URL };
  // Not by its mode, which root may ignore.
  for (const name of ['events.ndjson', 'manifest.json']) {
    const path = `${folder}/foreign/${name}`;
    await rm(path);
    await mkdir(path);
    expect(await commandLine(`restore ${folder}/foreign`, engines)).toMatchObject({
      code: 1,
      said: `${path} cannot be read (EISDIR). Nothing was restored.\n`,
    });
  }
});

test('restore refuses damaged backups, a foreign master key and non-empty engines before it writes anything', async () => {
  await commandLine(`forgotten ${folder}/early-list`, system.environment);
  await commandLine(`backup ${folder}/broken`, system.environment);
  const target = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => target.drop());
  const { MASTER_KEY = '' } = system.environment;
  const engines = { MASTER_KEY, DATABASE_URL: target.url, EVENT_STORE_URL: target.url };
  const refused = async (environment: Record<string, string>, reason: string, from = 'broken') =>
    expect(await commandLine(`restore ${folder}/${from}`, environment)).toMatchObject({
      code: 1,
      said: expect.stringContaining(reason),
    });
  await refused(system.environment, 'The target already contains a journal');
  const isOlder = 'is older than the backup';
  await refused(system.environment, isOlder, `broken --forgotten ${folder}/early-list`);
  await refused({ ...engines, MASTER_KEY: Buffer.alloc(32).toString('base64') }, 'MASTER_KEY does not match');
  await refused(engines, 'There is no complete backup', 'nothing');
  await refused({ DATA_DIR: `${folder}/none` }, 'put a copy of secrets.json there');

  // A truncated list of the forgotten would bring somebody back.
  const person = { ...sampleUser, email: 'forgotten@example.org' };
  expect((await send(system, '/api/auth/register', person)).status).toBe(201);
  await untilBuilt(pool);
  await commandLine(`user forget ${person.email} --pieces keep --yes`, system.environment);
  await commandLine(`forgotten ${folder}/cut-list`, system.environment);
  await commandLine(`backup ${folder}/cut-backup`, system.environment);
  for (const list of ['cut-list', 'cut-backup']) {
    const file = `${folder}/${list}/forgotten.ndjson`;
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, lines.slice(0, -2).join('\n'));
    await refused(engines, 'forgotten.ndjson was changed', `broken --forgotten ${folder}/${list}`);
  }
  await refused(engines, 'has no vault.ndjson', 'cut-list');
  // Lists of the previous version have no checksum.
  await rm(`${folder}/cut-list/manifest.json`);
  const old = `broken --forgotten ${folder}/cut-list`;
  await refused(system.environment, 'already contains a journal', old);
  await refused(system.environment, 'has no checksum', old);

  await appendFile(`${folder}/broken/events.ndjson`, '\n');
  await refused(engines, 'was changed after the backup was taken. Nothing was restored.');
  const { rows } = await openPool(target.url).query(
    `select nspname from pg_namespace where nspname in ('vault', 'projections')`,
  );
  expect(rows).toEqual([]);
}, 60_000);
