import { createTestDatabase, openGate, type TestDatabase, until } from '@journal/testing';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type Listener, listen } from './listener.ts';
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

function start(name: string, url = database.url, signOfLife = 5_000) {
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
    signOfLife,
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

it('hears its channels, whatever they are called, and no others', async () => {
  const { listener, heard, onListening } = start('hears');
  await until(() => expect(onListening).toHaveBeenCalledTimes(1));
  expect(listener.listening).toBe(true);
  await notify('other', 'x');
  await notify('News "of" today', 'one');
  await notify('weather', '');
  await until(() => expect(heard).toEqual(['News "of" today: one', 'weather: ']));
});

it('comes back after its backend is terminated and says so again', async () => {
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

it('keeps trying while the server is away and listens once it is there', async () => {
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

it('notices by its sign of life that its connection has gone silent, and says that it listens again', async () => {
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

it('closes for good, also while it is connecting', async () => {
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
