import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIn } from '@journal/event-store/stand-in';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { rememberEngines } from './folder-engines.ts';
import { freePort, listenOn } from './listen-on.ts';
import { preflight } from './preflight.ts';

let folder: string;
let servers: Server[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-preflight-'));
  servers = [];
});
afterEach(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server that sends a greeting, and answers whatever it receives with `answer`. Resolves with its port. */
function serverThatSays(greeting = '', answer = ''): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting) socket.write(greeting);
    if (answer) socket.on('data', () => socket.write(answer));
  });
  servers.push(server);
  return listenOn(server, 0, '127.0.0.1');
}

/** Resolves with the faults, without the line above them. */
async function faults(env: Record<string, string>): Promise<string[]> {
  const outcome = await preflight({ PORT: '0', DATA_DIR: folder, ...env }).catch((failure: Error) => failure);
  if (!(outcome instanceof Error)) {
    await outcome.folder.release();
    return [];
  }
  expect(outcome.name).toBe('ConfigError');
  const [, ...lines] = outcome.message.split('\n');
  return lines.map((line) => line.trim());
}

test('faults of every kind are reported together', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const port = await serverThatSays();
  const found = await faults({
    DEMO_CONTENT: 'perhaps',
    EVENT_STORE_URL: 'mysql://localhost',
    QUEUE_URL: 'amqp://localhost',
    DATA_DIR: file,
    PORT: `${port}`,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  });
  expect(found).toEqual([
    'DEMO_CONTENT: must be on or off',
    expect.stringMatching(/^EVENT_STORE_URL: must be a URL starting with postgres:/),
    'QUEUE_URL: must be a URL starting with redis:// or rediss://',
    `DATA_DIR: ${file} cannot be used: it or a parent of it is a file, not a folder`,
    `PORT: ${port} is in use by another program; stop that program, or set PORT to another port`,
    'SMTP_URL: connection refused',
  ]);
});

test('the port for bounces must be free and differ from PORT', async () => {
  const BOUNCE_ADDRESS = 'bounces@b.journal.example';
  const taken = `${await serverThatSays()}`;
  expect(await faults({ BOUNCE_ADDRESS, BOUNCE_PORT: taken })).toEqual([
    `BOUNCE_PORT: ${taken} is in use by another program; stop that program, or set BOUNCE_PORT to another port`,
  ]);
  const free = `${await freePort()}`;
  expect(await faults({ BOUNCE_ADDRESS, BOUNCE_PORT: free })).toEqual([]);
  expect(await faults({ BOUNCE_ADDRESS, BOUNCE_PORT: free, PORT: free })).toEqual([
    `BOUNCE_PORT: ${free} is already the port of the pages (PORT); set BOUNCE_PORT to another port`,
  ]);
});

test.each([
  [{ ADMIN_EMAIL: 'nobody', ADMIN_PASSWORD: 'correct horse battery staple' }, [/^ADMIN_EMAIL: must/]],
  [
    {
      PAGE_MAX_AGE: 'a day',
      PAGE_PURGE_URL: 'https://cdn.example',
      PAGE_PURGE_TOKEN: 'token',
      QUEUE_URL: 'a',
    },
    [/^PAGE_MAX_AGE: must/, /^QUEUE_URL: must/],
  ],
])('only the invalid variables of %j are reported, not those that depend on them', async (env, found) => {
  expect(await faults(env)).toEqual(found.map((pattern) => expect.stringMatching(pattern)));
});

test('a failed start leaves the folder free for the next one', async () => {
  const DATA_DIR = join(folder, 'data');
  expect(await faults({ DATA_DIR, PORT: `${await serverThatSays()}` })).toHaveLength(1);
  expect(await readdir(DATA_DIR)).toEqual(['launcher.sqlite']);
  expect(await faults({ DATA_DIR })).toEqual([]);
});

test('spaces around DATA_DIR are ignored, and a port in use is not reported if the folder is in use', async () => {
  const { folder: first } = await preflight({ PORT: '0', DATA_DIR: ` ${folder}/of/its own ` });
  expect(first.path).toBe(`${folder}/of/its own`);
  const found = await faults({ DATA_DIR: first.path, PORT: `${await serverThatSays()}` });
  await first.release();
  expect(found).toEqual([
    `DATA_DIR: ${first.path} is in use by another process of the journal (process ${process.pid})`,
  ]);
});

test.each([
  ['HOST', '192.0.2.1', 'HOST: 192.0.2.1 is not an address of this machine; .*'],
  ...['/dev/null', '/dev/null/below'].map((path) => [
    'DATA_DIR',
    path,
    `DATA_DIR: ${path} cannot be used: .* is a file, not a folder`,
  ]),
  ['DATA_DIR', `/tmp/${'x'.repeat(300)}`, 'DATA_DIR: .* cannot be used: its name is too long'],
  ...['/proc/x', '/proc/x/y', '/proc', '/sys/x'].map((path) => [
    'DATA_DIR',
    path,
    `DATA_DIR: ${path} cannot be used: .*`,
  ]),
])('%s %s is a fault', async (name = '', value = '', fault = '') => {
  expect(await faults({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${fault}$`))]);
});

test('a DATA_DIR that is a dangling symbolic link is a fault', async () => {
  const DATA_DIR = join(folder, 'nowhere');
  await symlink(join(folder, 'missing'), DATA_DIR);
  expect(await faults({ DATA_DIR })).toEqual([
    expect.stringMatching(/^DATA_DIR: .*it cannot store data \(ENOENT\)$/),
  ]);
});

test('an engine that the folder was started with is a fault if its variable is no longer set', async () => {
  const DATABASE_URL = inject('postgresUrl');
  await rememberEngines(folder, { DATABASE_URL });
  expect(await faults({})).toEqual([expect.stringMatching(/^DATABASE_URL: is not set, but the journal in /)]);
  expect(await faults({ DATABASE_URL })).toEqual([]);
});

test('reachable engines are accepted, and a cluster if one of its nodes responds', async () => {
  const { port, stop } = await startStandIn();
  onTestFinished(stop);
  const http = await serverThatSays('', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  expect(
    await faults({
      DATABASE_URL: inject('postgresUrl'),
      EVENT_STORE_URL: `esdb://someone:secret@127.0.0.1:${port},127.0.0.1:${await freePort()}?tls=false`,
      QUEUE_URL: `redis://:secret@127.0.0.1:${await serverThatSays('', '+OK\r\n')}`,
      SMTP_URL: `smtp://127.0.0.1:${await serverThatSays('220 mail ready\r\n')}`,
      SEARCH_URL: `http://127.0.0.1:${http}`,
    }),
  ).toEqual([]);
});

test('the address that purges a shared cache is not checked like an engine', async () => {
  const cache = await serverThatSays('', 'HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
  const cdn = { PAGE_MAX_AGE: '86400', PAGE_PURGE_TOKEN: 'token' };
  for (const port of [cache, await freePort()])
    expect(await faults({ ...cdn, PAGE_PURGE_URL: `http://127.0.0.1:${port}/purge` })).toEqual([]);
});

test('the password of a Redis may contain spaces and quotation marks', async () => {
  const server = createServer((socket) =>
    socket.on('data', (words) => {
      // A Redis also takes words in one line, and then rejects this one.
      const isRight = `${words}`.startsWith('*2\r\n$4\r\nAUTH\r\n$9\r\nit "is ü\r\n');
      socket.write(isRight ? '+OK\r\n' : '-ERR Protocol error: unbalanced quotes in request\r\n');
    }),
  );
  servers.push(server);
  const host = `127.0.0.1:${await listenOn(server, 0, '127.0.0.1')}`;
  expect(await faults({ QUEUE_URL: `redis://:it%20%22is%20%C3%BC@${host}` })).toEqual([]);
});

test.each([
  ['a Postgres', async () => new URL(inject('postgresUrl')).port],
  ['an HTTP server', async () => serverThatSays('', 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')],
])('%s is rejected as a KurrentDB, with and without TLS', async (_what, open) => {
  const port = await open();
  for (const query of ['', '?tls=false'])
    expect(await faults({ EVENT_STORE_URL: `kurrentdb://admin:secret@127.0.0.1:${port}${query}` })).toEqual([
      'EVENT_STORE_URL: cannot be used (the server at this address is not a KurrentDB)',
    ]);
});

test('every URL that refuses connections is reported at the same time, without its password', async () => {
  const server = `someone:secret@127.0.0.1:${await freePort()}`;
  const urls = {
    EVENT_STORE_URL: `kurrentdb://${server}`,
    DATABASE_URL: `postgres://${server}/journal`,
    VAULT_URL: `postgres://${server}/vault`,
    SEARCH_URL: `http://${server}`,
    QUEUE_URL: `redis://${server}`,
    SMTP_URL: `smtp://${server}`,
  };
  expect(await faults(urls)).toEqual(Object.keys(urls).map((name) => `${name}: connection refused`));
});

test('faults contain the error of an engine, and name every database whose user lacks the CREATE privilege', async () => {
  const wrong = new URL(inject('postgresUrl'));
  wrong.password = 'wrong';
  const other = await serverThatSays('hello\r\n', '-WRONGPASS invalid password\r\n');
  expect(await faults({ DATABASE_URL: wrong.href, SMTP_URL: `smtp://127.0.0.1:${other}` })).toEqual([
    expect.stringMatching(/^DATABASE_URL: cannot be used \(password authentication failed/),
    expect.stringMatching(/^SMTP_URL: cannot be used/),
  ]);

  const administrator = new pg.Client({ connectionString: inject('postgresUrl') });
  await administrator.connect();
  try {
    const password = "LOGIN PASSWORD 'secret'";
    await administrator.query(`DROP ROLE IF EXISTS may_not_create; CREATE ROLE may_not_create ${password}`);
    const limited = Object.assign(new URL(inject('postgresUrl')), {
      username: 'may_not_create',
      password: 'secret',
    });
    const fault = 'cannot be used (its user needs the CREATE privilege on that database)';
    expect(await faults({ DATABASE_URL: limited.href, EVENT_STORE_URL: limited.href })).toEqual([
      `EVENT_STORE_URL: ${fault}`,
      `DATABASE_URL: ${fault}`,
    ]);
  } finally {
    await administrator.query('DROP ROLE IF EXISTS may_not_create');
    await administrator.end();
  }
});
