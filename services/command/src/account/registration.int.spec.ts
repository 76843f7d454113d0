import { randomBytes } from 'node:crypto';
import { AppendUnknown, openEventStore } from '@journal/event-store';
import type { Server } from '@journal/service-kit';
import { createTestDatabase, type TestDatabase } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCommandApp } from '../command.app.ts';
import { interruptible, sampleToken, sampleUser } from '../testing/command-side.ts';

let database: TestDatabase;
const closing: (() => Promise<void>)[] = [];
const secret = randomBytes(32).toString('base64');

/** One process of the command side; its clock is so many milliseconds ahead. */
async function startProcess(ahead = 0) {
  const { url } = database;
  const opened = await openEventStore(url);
  const vault = await createPostgresVault({ url, masterKey: secret, applicationName: 'spec' });
  const { store, interrupt } = interruptible(opened);
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
    PUBLIC_URL: 'http://localhost:3000',
  } as const;
  const now = () => new Date(Date.now() + ahead);
  const app = await createCommandApp(config, { store, vault, now, counter: { take: async () => 0 } });
  closing.push(async () => {
    await app.close();
    await Promise.all([opened.close(), vault.close()]);
  });
  return { app, interrupt };
}
const register = (app: Server, email: string) =>
  app.inject({ method: 'POST', url: '/api/auth/register', payload: { ...sampleUser, email } });
const login = (app: Server, email: string) =>
  app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: sampleUser.password } });

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await database.drop();
});

describe('registering in two processes on Postgres', () => {
  it.each([2, 2, 2, 2, 2, 20])('%i at once with one address: one gets it', async (many) => {
    const processes = [(await startProcess()).app, (await startProcess()).app] as const;
    const email = `${randomBytes(8).toString('hex')}@example.org`;
    const answers = await Promise.all(
      Array.from({ length: many }, (_, index) => register(processes[index % 2 === 0 ? 0 : 1], email)),
    );
    const winners = answers.filter(({ statusCode }) => statusCode === 201);
    expect(winners).toHaveLength(1);
    for (const loser of answers.filter((answer) => answer !== winners[0]))
      expect([loser.statusCode, loser.json().code]).toEqual([409, 'email-taken']);
    for (const app of processes) expect((await login(app, email)).json()).toEqual(winners[0]?.json());
  });

  it.each([0, 1, 2])('a process that dies after %i appends leaves the address free', async (appends) => {
    const dying = await startProcess();
    const living = await startProcess(6_000);
    const email = `left.after.${appends}@example.org`;
    let left = appends;
    const breakOff = () => {
      if (left === 0) throw new AppendUnknown('the process died');
      left--;
      dying.interrupt(breakOff);
    };
    dying.interrupt(breakOff);
    expect((await register(dying.app, email)).statusCode).toBe(503);
    const answers = await Promise.all([register(living.app, email), register(living.app, email)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect((await login(living.app, email)).statusCode).toBe(200);
  });
});
