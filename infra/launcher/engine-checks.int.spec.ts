import { createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { engineFaults } from './engine-checks.ts';
import { loadLauncherConfig } from './launcher.config.ts';
import { freePort } from './listen-on.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serverThatSays(greeting: string, answer: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting) socket.write(greeting);
    if (answer) socket.on('data', () => socket.write(answer));
  });
  servers.push(server);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return port;
}

const check = async (env: Record<string, string>) => (await engineFaults(loadLauncherConfig(env))).join('\n');

test('what answers is accepted', async () => {
  const faults = await check({
    DATABASE_URL: inject('postgresUrl'),
    EVENT_STORE_URL: `esdb://someone:secret@127.0.0.1:${await serverThatSays('', '')}?tls=false`,
    QUEUE_URL: `redis://:secret@127.0.0.1:${await serverThatSays('', '+OK\r\n')}`,
    SMTP_URL: `smtp://127.0.0.1:${await serverThatSays('220 mail ready\r\n', '')}`,
    SEARCH_URL: `http://127.0.0.1:${await serverThatSays('', 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')}`,
  });
  expect(faults).toBe('');
});

test('every URL behind which nothing listens is named, all at once, without its password', async () => {
  const port = await freePort();
  const failure = await check({
    DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/journal`,
    VAULT_URL: `postgres://someone:secret@127.0.0.1:${port}/vault`,
    EVENT_STORE_URL: `kurrentdb://someone:secret@127.0.0.1:${port}`,
    SEARCH_URL: `http://127.0.0.1:${port}`,
    QUEUE_URL: `redis://:secret@127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  });
  for (const name of ['DATABASE_URL', 'VAULT_URL', 'EVENT_STORE_URL', 'SEARCH_URL', 'QUEUE_URL', 'SMTP_URL'])
    expect(failure).toMatch(new RegExp(`${name}: nothing answers there \\(connection refused\\)`));
  expect(failure).not.toContain('secret');
});

test('a wrong password is told as the server tells it', async () => {
  const url = new URL(inject('postgresUrl'));
  url.password = 'wrong';
  expect(await check({ DATABASE_URL: url.href })).toMatch(
    /^DATABASE_URL: can't be used \(password authentication failed/,
  );
});

test('a user who may not make schemas is named, whatever the database is for', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    await admin.query(
      `DROP ROLE IF EXISTS may_not_create; CREATE ROLE may_not_create LOGIN PASSWORD 'secret'`,
    );
    const url = new URL(inject('postgresUrl'));
    url.username = 'may_not_create';
    url.password = 'secret';
    const fault = "can't be used (its user lacks the right CREATE on that database)";
    expect(await check({ DATABASE_URL: url.href, EVENT_STORE_URL: url.href })).toBe(
      `EVENT_STORE_URL: ${fault}\nDATABASE_URL: ${fault}`,
    );
  } finally {
    await admin.query('DROP ROLE IF EXISTS may_not_create');
    await admin.end();
  }
});

test('a server that speaks something else is refused', async () => {
  const port = await serverThatSays('hello\r\n', '-WRONGPASS invalid password\r\n');
  expect(await check({ SMTP_URL: `smtp://127.0.0.1:${port}` })).toContain('SMTP_URL: can');
});

test('a scheme that is not known is refused before anything is asked', () => {
  expect(() =>
    loadLauncherConfig({ EVENT_STORE_URL: 'mysql://localhost', QUEUE_URL: 'amqp://localhost' }),
  ).toThrow(/EVENT_STORE_URL[\s\S]*QUEUE_URL|QUEUE_URL[\s\S]*EVENT_STORE_URL/);
});
