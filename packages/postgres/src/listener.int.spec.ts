import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { endClient, type Listener, listen } from './listener.ts';
import { createPool } from './pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
const opened: Listener[] = [];

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  pool = createPool(database.url, { applicationName: 'listener spec' });
});
afterAll(async () => {
  await Promise.all(opened.map((listener) => listener.close()));
  await pool.end();
  await database.drop();
});

function start(name: string, url = database.url, heartbeat = 5_000) {
  const heard: string[] = [];
  const onListening = vi.fn();
  const onLost = vi.fn();
  const listener = listen({
    url,
    applicationName: name,
    channels: ['News "of" today', 'weather'],
    onNotification: (channel, payload) => heard.push(`${channel}: ${payload}`),
    onListening,
    onLost,
    heartbeat,
  });
  opened.push(listener);
  return { listener, heard, onListening, onLost };
}

const backends = async (name: string) =>
  (await pool.query('select pid from pg_stat_activity where application_name = $1', [name])).rows;
const terminate = (name: string) =>
  pool.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1', [
    name,
  ]);
const notify = (channel: string, payload: string) =>
  pool.query('select pg_notify($1, $2)', [channel, payload]);

it('a listener receives only the notifications of its channels, whatever their names', async () => {
  const { listener, heard, onListening } = start('hears');
  await until(() => expect(onListening).toHaveBeenCalledTimes(1));
  expect(listener.listening).toBe(true);
  await notify('other', 'x');
  await notify('News "of" today', 'one');
  await notify('weather', '');
  await until(() => expect(heard).toEqual(['News "of" today: one', 'weather: ']));
});

it('a listener reconnects after its backend is terminated, and reports it', async () => {
  const { listener, heard, onListening, onLost } = start('comes back');
  await until(() => expect(onListening).toHaveBeenCalledTimes(1));
  await terminate('comes back');
  await until(() => expect(onListening).toHaveBeenCalledTimes(2));
  expect(onLost).toHaveBeenCalledTimes(1);
  expect(listener.listening).toBe(true);
  await notify('weather', 'after');
  await until(() => expect(heard).toEqual(['weather: after']));
  expect(await backends('comes back')).toHaveLength(1);
});

it('a listener keeps trying while the server is down, and listens once it is up', async () => {
  const address = new URL(database.url);
  const gate = await openGate(Number(address.port));
  address.port = String(gate.port);
  gate.shut();
  const { listener, onListening, onLost } = start('keeps trying', address.href);
  await until(() => expect(onLost.mock.calls.length).toBeGreaterThan(2));
  expect(listener.listening).toBe(false);
  gate.open();
  await until(() => expect(onListening).toHaveBeenCalledTimes(1));
  await listener.close();
  await gate.close();
});

it('a listener detects a silent connection by its heartbeat, and listens again', async () => {
  const address = new URL(database.url);
  const gate = await openGate(Number(address.port));
  address.port = String(gate.port);
  const { listener, heard, onListening, onLost } = start('gone silent', address.href, 300);
  await until(() => expect(onListening).toHaveBeenCalledTimes(1));
  gate.silence();
  await notify('weather', 'missed');
  await until(() => expect(onListening).toHaveBeenCalledTimes(2));
  expect(onLost).toHaveBeenCalledTimes(1);
  await notify('weather', 'after');
  await until(() => expect(heard).toEqual(['weather: after']));
  await listener.close();
  await gate.close();
});

it('a listener stays closed, even if closed while connecting', async () => {
  const settled = start('settled');
  await until(() => expect(settled.onListening).toHaveBeenCalledTimes(1));
  await settled.listener.close();
  const connecting = start('connecting');
  await connecting.listener.close();
  await until(async () => {
    expect(await backends('settled')).toEqual([]);
    expect(await backends('connecting')).toEqual([]);
  });
  expect(settled.onLost).not.toHaveBeenCalled();
  expect(connecting.onListening).not.toHaveBeenCalled();
});

/** The server's first message: AuthenticationSASL with SCRAM-SHA-256. */
const askForPassword = Buffer.concat([
  Buffer.from('R'),
  Buffer.from([0, 0, 0, 23, 0, 0, 0, 10]),
  Buffer.from('SCRAM-SHA-256\0\0'),
]);

it('endClient sends nothing more to a server that waits for the password', async () => {
  const talk = Promise.withResolvers<Socket>();
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(askForPassword);
      socket.once('data', () => talk.resolve(socket));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new pg.Client({ connectionString: `postgres://somebody:secret@127.0.0.1:${port}/any` });
  client.on('error', () => {});
  client.connect().catch(() => {});
  const socket = await talk.promise;
  const after: Buffer[] = [];
  socket.on('data', (chunk) => after.push(chunk));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await endClient(client);
  await closed;
  expect(Buffer.concat(after).toString()).toBe('');
  server.close();
});

it('endClient closes a client that was never connected', async () => {
  await endClient(new pg.Client({ connectionString: 'postgres://somebody:secret@127.0.0.1:1/any' }));
});
