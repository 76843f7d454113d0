import { routes } from '@journal/contracts';
import { startStandIn } from '@journal/event-store/stand-in';
import { createTestDatabase, openGate, sessionCookie, until } from '@journal/testing';
import type { HTTPMethods } from 'fastify';
import { expect, inject, it, onTestFinished } from 'vitest';
import { sampleArticle, samplePitch, sampleUser } from '../../services/command/src/testing/samples.ts';
import { startTestSystem } from '../../tools/testing/system.ts';

/** Routes that write, and so can't succeed, with the body of each request. */
const writes: Readonly<Record<string, object>> = {
  'POST /api/articles': sampleArticle,
  'PUT /api/articles/:id': sampleArticle,
  'DELETE /api/articles/:id': {},
  'POST /api/submissions': samplePitch,
  'POST /api/auth/register': { ...sampleUser, email: 'another@example.org' },
  'POST /api/auth/login': { email: sampleUser.email, password: sampleUser.password },
  'POST /api/newsletter/subscriptions': { email: sampleUser.email },
  'PUT /api/pages/:id': { text: 'What the journal says' },
  'POST /api/operations/administrators/grant': { email: sampleUser.email },
};
const fields = { id: '1', userId: sampleUser.email, section: 'view', revision: '0' };

it.each(['Postgres', 'KurrentDB'] as const)(
  'every route responds within 8 s while %s hangs, and routes that write return 503 with Retry-After',
  async (engine) => {
    const database = await createTestDatabase(inject('postgresUrl'));
    const standIn = engine === 'KurrentDB' ? await startStandIn() : undefined;
    const through = new URL(database.url);
    const gate = await openGate(standIn?.port ?? Number(through.port));
    if (!standIn) through.port = String(gate.port);
    const { services, environment, stop } = await startTestSystem(
      through.href,
      standIn && { EVENT_STORE_URL: `kurrentdb://127.0.0.1:${gate.port}?tls=false` },
    );
    onTestFinished(async () => {
      gate.shut();
      await stop();
      await gate.close();
      standIn?.stop();
      await database.drop();
    });
    const authorization = `Bearer ${environment['SERVICE_TOKEN']}`;
    const send = async (name: string, headers: Record<string, string>) => {
      const [method = '', path = ''] = name.split(' ');
      const url = path.replaceAll(/:(\w+)/g, (_all, field: keyof typeof fields) => fields[field]);
      const { app } = method === 'GET' ? services.query : services.command;
      const payload = method === 'GET' ? {} : { payload: writes[name] ?? {} };
      const startedAt = performance.now();
      const answer = await app.inject({ method: method as HTTPMethods, url, headers, ...payload });
      const seconds = (performance.now() - startedAt) / 1_000;
      return { name, status: answer.statusCode, retry: answer.headers['retry-after'], seconds };
    };
    const register = { method: 'POST', url: '/api/auth/register', payload: sampleUser } as const;
    const registered = await services.command.app.inject(register);
    const cookie = sessionCookie(registered.headers);
    expect(await send('POST /api/articles', { authorization })).toMatchObject({ status: 201 });

    gate.hold();
    const names = Object.keys(routes).filter((name) => name !== 'GET /api/changes');
    const sendAll = (some: readonly string[]) =>
      Promise.all(some.flatMap((name) => [send(name, { authorization }), send(name, { cookie })]));
    // Requests that wait longest are sent separately; otherwise a busy machine takes two seconds to start all of them.
    // So are requests that hash a password, which doubles their cost.
    const groups = Object.groupBy(names, (name) =>
      name.startsWith('POST /api/auth/') ? 'account' : name in writes ? 'write' : 'other',
    );
    const answers = [];
    for (const group of Object.values(groups)) answers.push(...(await sendAll(group)));
    const late = answers.filter(({ seconds }) => seconds > 8);
    expect(late).toEqual([]);
    expect(
      answers.filter(({ status, retry }) => status >= 500 && (status !== 503 || retry === undefined)),
    ).toEqual([]);
    const unavailable = new Set(answers.filter(({ status }) => status === 503).map(({ name }) => name));
    expect([...unavailable]).toEqual(expect.arrayContaining(Object.keys(writes)));
  },
  60_000,
);

const writers = 32;

it.each(['shut', 'hold'] as const)(
  '32 concurrent publishes get 503 within 8 s while KurrentDB is unavailable, and 201 once it is back (%s)',
  async (outage) => {
    const database = await createTestDatabase(inject('postgresUrl'));
    const standIn = await startStandIn();
    const gate = await openGate(standIn.port);
    const EVENT_STORE_URL = `kurrentdb://127.0.0.1:${gate.port}?tls=false`;
    const { services, environment, stop } = await startTestSystem(database.url, { EVENT_STORE_URL });
    onTestFinished(async () => {
      gate.open();
      await stop();
      await gate.close();
      standIn.stop();
      await database.drop();
    });
    const publish = async () => {
      const startedAt = performance.now();
      const answer = await services.command.app.inject({
        method: 'POST',
        url: '/api/articles',
        // Without an idempotency key, the id is claimed first, for which all of them wait in one stream.
        headers: { authorization: `Bearer ${environment['SERVICE_TOKEN']}` },
        payload: sampleArticle,
      });
      const seconds = (performance.now() - startedAt) / 1_000;
      return { status: answer.statusCode, retry: answer.headers['retry-after'] !== undefined, seconds };
    };
    expect(await publish()).toMatchObject({ status: 201 });
    const before = Array.from({ length: writers }, publish);
    gate[outage]();
    const during = Array.from({ length: writers }, publish);
    const answers = await Promise.all([...before, ...during]);
    expect(answers.filter(({ seconds }) => seconds > 8)).toEqual([]);
    for (const { status } of answers.slice(0, writers)) expect([201, 503]).toContain(status);
    for (const answer of answers.slice(writers)) expect(answer).toMatchObject({ status: 503, retry: true });
    gate.open();
    await until(async () => expect(await publish()).toMatchObject({ status: 201 }));
  },
  60_000,
);
