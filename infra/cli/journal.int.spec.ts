import { execFile } from 'node:child_process';
import dns from 'node:dns';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createPool } from '@journal/postgres';
import { createTestDatabase, sessionCookie } from '@journal/testing';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { createAuthenticator } from '../../services/command/src/testing/authenticator.ts';
import { type SystemInProcess, startSystemInProcess } from '../../tools/testing/system.ts';
import { rememberEngines } from '../launcher/folder-engines.ts';
import { acquireLock } from '../launcher/folder-lock.ts';
import { freePort } from '../launcher/listen-on.ts';
import { commandLine } from './fixtures/command-line.ts';

type Done = (error: null, addresses: readonly object[]) => void;

let system: SystemInProcess;
let folder: string;
beforeAll(async () => {
  system = await startSystemInProcess(inject('postgresUrl'));
  folder = await mkdtemp(join(tmpdir(), 'journal-cli-'));
});
afterAll(async () => {
  await system.stop();
  await rm(folder, { recursive: true, force: true });
});

const journal = (line: string, typed = '', environment: Record<string, string> = system.environment) =>
  commandLine(line, { INIT_CWD: folder, ...environment }, typed);

const post = (path: string, body: object) =>
  fetch(system.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const session = async (cookie: string) =>
  (await fetch(`${system.url}/api/auth/session`, { headers: { cookie } })).text();

let users = 0;
async function register() {
  const email = `writer-${++users}@journal.example`;
  const person = { email, password: 'a secret', fullName: 'Sample Writer' };
  const answer = await post('/api/auth/register', person);
  expect(answer.status).toBe(201);
  const cookie = sessionCookie(answer.headers);
  const { id } = (await answer.json()) as { id: string };
  // The cookie carries the position of its last write, and its reads wait for it.
  expect(await session(cookie)).toContain(email);
  return { id, email, cookie };
}

async function signIn(email: string) {
  const answer = await post('/api/auth/login', { email, password: 'a secret' });
  return { status: answer.status, ...((await answer.json()) as { isAdmin?: boolean }) };
}

test('admin grant and admin revoke can be repeated, and an unknown email is refused', async () => {
  const { email } = await register();
  for (const [line, isAdmin] of [
    [`admin grant ${email}`, true],
    [`admin grant ${email}`, true],
    [`admin revoke ${email} --last`, false],
    [`admin revoke ${email}`, false],
  ] as const) {
    expect((await journal(line)).code).toBe(0);
    expect(await signIn(email)).toMatchObject({ status: 200, isAdmin });
  }
  expect(await journal('admin grant nobody@journal.example')).toMatchObject({
    code: 1,
    said: 'There is no account with this email\n',
  });
});

test('user reset-passkeys ends the sessions of the account, and refuses an unknown email', async () => {
  const { email, cookie } = await register();
  const origin = system.url;
  const ask = (path: string, cookies: string, body?: object) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { cookie: cookies, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const asked = await ask('/api/me/passkeys/options', cookie, { password: 'a secret' });
  const ceremony = sessionCookie(asked.headers);
  const passkey = createAuthenticator().create((await asked.json()) as { challenge: string }, { origin });
  const added = await ask('/api/me/passkeys', `${cookie}; ${ceremony}`, { name: 'My phone', passkey });
  const own = sessionCookie(added.headers);
  expect([added.status, (await ask('/api/me/recovery-codes', own)).status]).toEqual([201, 200]);
  expect((await journal(`user reset-passkeys ${email}`)).code).toBe(0);
  expect((await ask('/api/me/recovery-codes', own)).status).toBe(401);
  expect(await journal('user reset-passkeys nobody@journal.example')).toMatchObject({ code: 1 });
});

test('the last administrator can be neither revoked nor forgotten, and is revoked with --last', async () => {
  const { email } = await register();
  await journal(`admin grant ${email}`);
  const refused = {
    code: 1,
    said: 'The journal needs at least one administrator. Make somebody else an administrator first. Or pass --last to continue without one.\n',
  };
  expect(await journal(`admin revoke ${email}`)).toMatchObject(refused);
  expect(await journal(`user forget ${email} --pieces keep --yes`)).toMatchObject(refused);
  expect((await journal(`admin revoke ${email} --last`)).code).toBe(0);
  expect(await signIn(email)).toMatchObject({ isAdmin: false });
});

test('a journal running in DATA_DIR is found without PORT', async () => {
  const { email } = await register();
  const { SERVICE_TOKEN = '' } = system.environment;
  const environment = { SERVICE_TOKEN, DATA_DIR: folder };
  const lock = await acquireLock(folder);
  await lock.listensAt(system.url);
  expect(await journal(`admin grant ${email}`, '', environment)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Their address is not confirmed'),
  });
  expect((await journal('status', '', environment)).output).toContain('ready');
  await lock.release();
});

test('user export writes to standard output only, or with --out to a new file that only its owner can read', async () => {
  const { email, id } = await register();
  const { code, output, said } = await journal(`user export ${email.toUpperCase()}`);
  expect({ code, said }).toEqual({ code: 0, said: '' });
  expect(JSON.parse(output)).toMatchObject({ account: { id, email, fullName: 'Sample Writer' } });

  expect((await journal(`user export ${email} --out held.json`)).code).toBe(0);
  const path = join(folder, 'held.json');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ account: { id, email } });
  const again = { code: 1, said: `${path} already exists.\n` };
  expect(await journal(`user export ${email} --out held.json`)).toMatchObject(again);
});

test.each([
  ['user export', (email: string) => `user export ${email} --out partial-account`, 'partial-account'],
  ['export', () => 'export partial-pieces', 'partial-pieces'],
])('%s leaves nothing behind if the disk is full', async (_command, lineOf, name) => {
  const { email } = await register();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const environment = { ...process.env, INIT_CWD: folder, ...system.environment };
  // Files can't grow beyond 0 bytes.
  const limited = ['-c', 'ulimit -f 0; exec "$@"', 'sh', process.execPath, main, ...lineOf(email).split(' ')];
  const failed = await promisify(execFile)('sh', limited, { env: environment }).catch((error) => error);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('EFBIG') });
  await expect(stat(join(folder, name))).rejects.toThrow('ENOENT');
});

test('user export refuses to write a file inside a container, and writes to standard output with --out -', async () => {
  const { email, id } = await register();
  const inContainer = (out: string) =>
    journal(`user export ${email} --out ${out}`, '', { ...system.environment, IN_CONTAINER: 'yes' });
  expect(await inContainer('lost.json')).toMatchObject({
    code: 1,
    output: '',
    said: `A file in this container would be lost with it. Omit --out and redirect the output: journal user export ${email} > held.json\n`,
  });
  await expect(stat(join(folder, 'lost.json'))).rejects.toThrow('ENOENT');
  const { code, output } = await inContainer('-');
  expect({ code, id: JSON.parse(output).account.id }).toEqual({ code: 0, id });
});

test.each([
  ['forget\n', ''],
  ['', ' --yes'],
])(
  'user forget erases an account only once confirmed, and prints no personal data (typed: %j, option: %j)',
  async (typed, option) => {
    const { email, cookie } = await register();
    for (const other of ['', 'no\n', 'yes\n']) {
      const { code, said } = await journal(`user forget ${email} --pieces keep`, other);
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('Nothing was changed.') });
    }
    expect((await signIn(email)).status).toBe(200);
    const { code, output, said } = await journal(`user forget ${email} --pieces remove${option}`, typed);
    expect(code).toBe(0);
    expect(`${output}${said}`).not.toMatch(/writer|Sample/);
    expect((await signIn(email)).status).toBe(401);
    await expect.poll(() => session(cookie)).toBe('null');
    expect((await journal(`user export ${email}`)).code).toBe(1);
  },
);

test('status shows services, projections, jobs, the log and the search', async () => {
  const before = await journal('status');
  expect(before.code).toBe(0);
  for (const service of ['command', 'query', 'worker', 'web'])
    expect(before.output).toMatch(new RegExp(`^ {2}${service} +ready$`, 'm'));
  for (const projection of ['articles', 'accounts', 'search'])
    expect(before.output).toMatch(
      new RegExp(`^ {2}${projection}_v\\d+ +\\d+ events, \\d+\\.\\d s behind {2}at \\d+$`, 'm'),
    );
  expect(before.output).toMatch(/^ {2}failed permanently +0$/m);
  expect(before.output).toMatch(/^ {2}events {2}[1-9]\d*$/m);
  const search = /^Search\n {2}index +\d+\.\d s behind the articles\n {2}answered +(\d+)\n {2}failed +\d+$/m;
  const answered = (output: string) => Number(search.exec(output)?.[1]);
  expect((await fetch(`${system.url}/api/search?q=lighthouse`)).status).toBe(200);
  expect(answered((await journal('status')).output)).toBe(answered(before.output) + 1);
});

test('status queries the named services, and fails if one does not respond', async () => {
  const other = `http://localhost:${await freePort()}`;
  const { code, output } = await journal(`status --services ${system.url},${other}`);
  expect(code).toBe(1);
  expect(output).toContain(`${other}  not ready (no health response)`);
  expect(output).not.toContain('No metrics at');
});

test('audit verify accepts an intact log, and names an event that the journal did not write', async () => {
  await register();
  const whole = await journal('audit verify');
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('all of them unchanged') });
  const [head = ''] = whole.output.split('\n');
  expect(head).toMatch(/^\d{19}:[\w-]{43}$/);
  expect((await journal(`audit verify --since ${head}`)).code).toBe(0);

  const own = createPool(system.environment['DATABASE_URL'] ?? '', { applicationName: 'spec' });
  const { rows } = await own.query(
    `insert into event_log.events (position, revision, event_id, stream, type, data, metadata)
     select max(position) + 1, 0, gen_random_uuid(), 'nobody-1', 'Nothing', '{}', '{}' from event_log.events
     returning position`,
  );
  await own.end();
  const { code, output, said } = await journal('audit verify');
  expect(code).toBe(1);
  expect(said).toMatch(/^\d+ events, and 1 fault\.$/m);
  expect(output).toContain(
    `nobody-1 revision 0, position ${String(rows[0].position).padStart(19, '0')}: not written by the journal\n`,
  );
  const lacking = await journal('audit verify', '', { DATA_DIR: folder });
  expect(lacking).toMatchObject({ code: 1, said: expect.stringContaining('MASTER_KEY is not set') });
});

test('audit verify uses only the engines of the journal in DATA_DIR, and names the variables to set', async () => {
  const { MASTER_KEY = '', DATABASE_URL = '' } = system.environment;
  const verify = (more: Record<string, string> = {}) =>
    journal('audit verify', '', { DATA_DIR: folder, MASTER_KEY, ...more });
  const refused = async (more: Record<string, string>, said: string) =>
    expect(await verify(more)).toMatchObject({ code: 1, output: '', said });
  const toSet = 'start it, or set EVENT_STORE_URL and DATABASE_URL';
  await refused({}, `No journal has been started in ${folder}: ${toSet}.\n`);

  await rememberEngines(folder, { EVENT_STORE_URL: DATABASE_URL });
  await refused(
    {},
    expect.stringMatching(/ has its log at postgres:\/\/\w+:\*{3}@.*: set EVENT_STORE_URL\.\n$/),
  );
  const noneRuns = `No journal is running in ${folder}: start it, or set DATABASE_URL.\n`;
  await refused({ EVENT_STORE_URL: DATABASE_URL }, noneRuns);
  const otherLog = 'keeps its log at postgres://';
  await refused({ EVENT_STORE_URL: 'esdb://localhost' }, expect.stringContaining(otherLog));
  const ownTables =
    'keeps its read models in its own Postgres. Unset it for that journal; for another journal, also set ';
  await refused({ DATABASE_URL }, expect.stringContaining(`${ownTables}EVENT_STORE_URL.`));

  await rememberEngines(folder, { EVENT_STORE_URL: DATABASE_URL, DATABASE_URL });
  expect((await verify({ EVENT_STORE_URL: DATABASE_URL, DATABASE_URL })).output).toMatch(
    /\d{19}:[\w-]{43}\n$/,
  );
  await rememberEngines(folder, {});
});

test('audit verify creates nothing in an empty database, and rejects a foreign master key', async () => {
  const empty = await createTestDatabase(inject('postgresUrl'));
  const verify = async (more: Record<string, string>) =>
    (await journal('audit verify', '', { ...system.environment, ...more })).said;
  const noJournal = (variable: string) => `There is no journal at ${variable}.\n`;
  expect(await verify({ EVENT_STORE_URL: empty.url })).toBe(noJournal('EVENT_STORE_URL'));
  expect(await verify({ DATABASE_URL: empty.url })).toBe(noJournal('VAULT_URL or DATABASE_URL'));
  const own = createPool(empty.url, { applicationName: 'spec' });
  const { rows } = await own.query(
    `select nspname from pg_namespace where nspname !~ '^pg_|^information_schema$|^public$'`,
  );
  expect(rows).toEqual([]);
  await own.end();
  await empty.drop();
  expect(await verify({ MASTER_KEY: Buffer.alloc(32).toString('base64') })).toBe(
    'MASTER_KEY does not match this journal: set the key that it runs with.\n',
  );
});

test('a command names each address of an engine that refuses it', async () => {
  const port = await freePort();
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, _options: object, done: Done) => done(null, addresses)) as never);
  onTestFinished(() => lookup.mockRestore());
  const url = `postgres://user@localhost:${port}/journal`;
  const refusals = `connect ECONNREFUSED 127.0.0.1:${port}, connect ECONNREFUSED 127.0.0.2:${port}`;
  const environment = { ...system.environment, EVENT_STORE_URL: url, DATABASE_URL: url };
  for (const [line, said] of [
    ['rebuild articles', `${refusals}\n`],
    ['audit verify', `${refusals}\n`],
    ['backup nowhere', `${refusals}. Nothing was backed up.\n`],
  ] as const)
    expect(await journal(line, '', environment)).toMatchObject({ code: 1, said });
});

test('rebuild has the worker rebuild a read model, or reports why none can', async () => {
  expect(await journal('rebuild search')).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^Requested\. .* search will start within 5 seconds\.\nDone: search was rebuilt in \d+\.\d s \(0 documents\)\.\n$/,
    ),
  });
  expect(await journal('rebuild accounts')).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^Requested\. .* accounts will start within 30 seconds\.\n(?:Still waiting\. .*\n)*Done: accounts was rebuilt in \d+\.\d s \(\d+ events applied\)\.\n$/,
    ),
  });
  const empty = await createTestDatabase(inject('postgresUrl'));
  const nobody = await journal('rebuild search', '', { DATABASE_URL: empty.url });
  await empty.drop();
  expect(nobody).toMatchObject({ code: 1, said: 'No worker has led search yet: start one.\n' });
  const nowhere = await journal('rebuild search', '', { DATA_DIR: folder });
  expect(nowhere).toMatchObject({
    code: 1,
    said: expect.stringContaining(`No journal is running in ${folder}: start it, or set DATABASE_URL.`),
  });
});

test('a command fails and names the address if no journal is running there', async () => {
  const PORT = `${await freePort()}`;
  for (const line of ['status', 'admin grant a@b.example'])
    expect(await journal(line, '', { ...system.environment, PORT })).toMatchObject({
      code: 1,
      said: `No journal is running at http://localhost:${PORT}. Start it, or pass its address with --url.\n`,
    });
});

test('a command names DATA_DIR and queries no other address if no journal runs there', async () => {
  const { SERVICE_TOKEN = '' } = system.environment;
  const environment = { SERVICE_TOKEN, DATA_DIR: folder };
  for (const line of ['status', 'admin grant a@b.example'])
    for (const more of [{}, { HOST: '127.0.0.1' }])
      expect(await journal(line, '', { ...environment, ...more })).toMatchObject({
        code: 1,
        said: `No journal is running in ${folder}. Start it, or pass its address with --url.\n`,
      });
  const { code, output } = await journal(`status --services ${system.url}`, '', environment);
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('ready') });
});

test('a command says that it may not read DATA_DIR, and not that nothing runs there or that a key is missing', async () => {
  // Not by their modes, which root may ignore.
  const file = join(folder, 'a file');
  await writeFile(file, '');
  expect(await journal('status', '', { DATA_DIR: file })).toMatchObject({
    code: 1,
    said: `${file} cannot be read (ENOTDIR): use the account that the journal runs under.\n`,
  });
  const secrets = join(folder, 'unreadable', 'secrets.json');
  await mkdir(secrets, { recursive: true });
  for (const line of ['admin grant a@b.example', 'keys add', 'audit verify'])
    expect(await journal(line, '', { DATA_DIR: join(folder, 'unreadable'), PORT: '1' })).toMatchObject({
      code: 1,
      said: `${secrets} cannot be read (EISDIR): use the account that the journal runs under.\n`,
    });
});

test('a wrong or missing token is reported, and one in the data folder is used', async () => {
  const { SERVICE_TOKEN = '', ...environment } = system.environment;
  const grant = (more: Record<string, string>) =>
    journal('admin grant a@b.example', '', { ...environment, ...more });
  expect(await grant({ SERVICE_TOKEN: 'x'.repeat(40) })).toMatchObject({
    code: 1,
    said: `The journal at ${system.url} does not accept this token.\n`,
  });
  expect(await grant({ DATA_DIR: folder })).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no token: SERVICE_TOKEN is not set'),
  });
  await writeFile(join(folder, 'secrets.json'), JSON.stringify({ SERVICE_TOKEN }));
  expect((await grant({ DATA_DIR: folder })).said).toBe('There is no account with this email\n');
});

test.each([
  ['status', 'abc', 'PORT is "abc", which is not a port.'],
  ['status', '0', 'PORT is "0", which is not a port.'],
  ['status', '70000', 'PORT is "70000", which is not a port.'],
  ['admin', undefined, 'Unknown command "admin"'],
  ['user forget a@b.example', undefined, 'Choose what happens to their published pieces'],
  ['status --url nowhere', undefined, '"nowhere" is not a valid address'],
])('"%s" with PORT %s exits with 2, and prints the reason and the usage', async (line, PORT, reason) => {
  const { code, said } = await journal(line, '', { ...system.environment, ...(PORT && { PORT }) });
  expect(code).toBe(2);
  expect(said).toContain(reason);
  expect(said).toContain('journal user forget <email>');
});
