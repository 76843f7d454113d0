import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startStandIn } from '@journal/event-store/stand-in';
import type { Service } from '@journal/service-kit';
import { openGate, until } from '@journal/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openSystem } from './testing/open-system.ts';
import { contentsOf, untilApplied } from './testing/projection-test.ts';

const schema = 'articles_v3';
const readiness = async (worker: Service) => (await worker.app.inject('/health/ready')).json();

it('the worker applies events from before and after its start, and reports all dependencies as ready', async () => {
  const { log, pool, create } = await openSystem();
  const { articles } = log;
  const worker = await create();
  await articles.publish(1);
  const before = await articles.edit(1, { title: 'Edited before' });
  await worker.start();
  await untilApplied(pool, schema, before);
  await articles.publish(2);
  await untilApplied(pool, schema, await articles.delete(1));
  const { article: rows, article_version: versions } = await contentsOf(pool, schema);
  expect(rows.map((row) => [row.id, row.title, row.listed])).toEqual([
    [1, 'Edited before', false],
    [2, 'Title 2', true],
  ]);
  expect(versions).toHaveLength(4);
  const leaders = `select from pg_stat_activity
    where datname = current_database() and application_name = 'journal worker leader'`;
  expect((await pool.query(leaders)).rows).toHaveLength(1);
  await until(async () => expect(await readiness(worker)).toMatchObject({ dependencies: { queue: 'ok' } }));
  expect(await readiness(worker)).toEqual({
    ready: true,
    dependencies: {
      'event-store': 'ok',
      vault: 'ok',
      database: 'ok',
      articles: 'ok',
      accounts: 'ok',
      sessions: 'ok',
      passkeys: 'ok',
      invitations: 'ok',
      concerns: 'ok',
      mailings: 'ok',
      newsletter: 'ok',
      submissions: 'ok',
      comments: 'ok',
      audit: 'ok',
      ledger: 'ok',
      search: 'ok',
      words: 'ok',
      queue: 'ok',
      reactors: 'ok',
    },
  });
});

it('the worker listens for bounces on the configured port until it stops', async () => {
  const { create } = await openSystem();
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await new Promise((resolve) => free.close(resolve));
  const worker = await create({ BOUNCE_ADDRESS: 'bounces@b.journal.example', BOUNCE_PORT: `${port}` });
  await worker.start();
  const greeting = await until(async () => {
    const socket = connect(port, '127.0.0.1');
    const [words] = await once(socket, 'data');
    socket.destroy();
    return String(words);
  });
  expect(greeting).toMatch(/^220 b\.journal\.example /);
  await worker.stop();
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('the worker removes old messages from the outbox after its start', async () => {
  const { folder, start } = await openSystem();
  const outbox = join(folder, 'outbox');
  await mkdir(outbox);
  await writeFile(join(outbox, '20200101T000000000Z.try-out.user-1.00000000.eml'), '');
  await start();
  await until(async () => expect(await readdir(outbox)).toEqual([]));
});

it('an appended event is applied within 500 ms, before the next poll', async () => {
  const { log, pool, start } = await openSystem();
  const { articles } = log;
  await start();
  await untilApplied(pool, schema, await articles.publish(1));
  const times: number[] = [];
  for (let id = 2; id < 12; id++) {
    const position = await articles.publish(id);
    const appended = performance.now();
    await untilApplied(pool, schema, position);
    times.push(performance.now() - appended);
  }
  expect(Math.min(...times)).toBeLessThan(500);
});

it('metrics report applied events, leadership, stops and lag', async () => {
  const { log, pool, start } = await openSystem();
  const { articles } = log;
  const worker = await start();
  await articles.publish(1);
  await untilApplied(pool, schema, await articles.publish(2));
  await until(async () => {
    const { body } = await worker.app.inject('/metrics');
    const figure = (name: string) =>
      new RegExp(`^journal_projection_${name}\\{projection="${schema}"[^}]*\\} (.+)$`, 'm').exec(body)?.[1];
    expect(figure('events_applied_total')).toBe('2');
    expect(figure('leader')).toBe('1');
    expect(figure('stopped')).toBe('0');
    expect(figure('lag_events')).toBe('0');
    expect(figure('lag_seconds')).toBe('0');
  });
});

it('readiness names the projection and the position when an event stops it', async () => {
  const { log, start } = await openSystem();
  const worker = await start();
  const position = await log.articles.publish(1, { readTime: 40_000 });
  await until(async () =>
    expect(await readiness(worker)).toMatchObject({
      ready: false,
      dependencies: { articles: `unavailable (stopped at position ${position})` },
    }),
  );
});

it('a worker can’t be created without COMMAND_URL', async () => {
  const { create } = await openSystem();
  await expect(create({ COMMAND_URL: undefined })).rejects.toMatchObject({
    faults: ['COMMAND_URL: is not set'],
  });
});

it('a worker can be stopped twice, and before it was started', async () => {
  const worker = await (await openSystem()).create();
  await Promise.all([worker.stop(), worker.stop()]);
});

it('a worker leaves no connections open if the vault rejects its master key', async () => {
  const { pool, create } = await openSystem();
  const refused = create({ MASTER_KEY: randomBytes(32).toString('base64') });
  await expect(refused).rejects.toMatchObject({ name: 'WrongMasterKey' });
  // Earlier than the idle timeout of the connections.
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select application_name from pg_stat_activity
         where datname = current_database() and application_name like 'journal worker%'`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 9_000 },
  );
});

it('a worker whose process hangs is replaced within 10 s, and writes nothing once it wakes', async () => {
  const { log, pool, environment, start, closeFirst } = await openSystem();
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const env = { ...environment, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' };
  const hung = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(hung, 'exit');
  closeFirst(async () => {
    hung.kill('SIGKILL');
    await ended;
  });
  await untilApplied(pool, schema, await log.articles.publish(1));
  const other = await start();
  await until(async () => expect(await readiness(other)).toMatchObject({ ready: true }));
  hung.kill('SIGSTOP');
  const hungAt = performance.now();
  await untilApplied(pool, schema, await log.articles.edit(1, { title: 'Edited' }));
  expect(performance.now() - hungAt).toBeLessThan(10_000);
  const epochs = async () =>
    (await pool.query('select schema_name, term from projections.checkpoint order by 1')).rows;
  await until(async () => {
    const { body } = await other.app.inject('/metrics');
    expect(body.match(/^journal_projection_leader.* 0$/gm)).toBeNull();
  });
  const before = await epochs();
  const warned = once(hung.stdout, 'data');
  hung.kill('SIGCONT');
  await warned;
  await untilApplied(pool, schema, await log.articles.publish(2));
  expect(await epochs()).toEqual(before);
}, 60_000);

/** Starts a stand-in for KurrentDB and resolves with its URL. It is stopped after everything that is opened later. */
async function openStandIn() {
  const standIn = await startStandIn();
  onTestFinished(standIn.stop);
  return `kurrentdb://127.0.0.1:${standIn.port}?tls=false`;
}

it.each([
  ['Postgres', undefined, 3_000, 6],
  // One message that names the log and one for the rest; each twice if a busy machine takes longer than ten seconds.
  ['KurrentDB', openStandIn, 1_000, 4],
] as const)(
  'a worker logs why it waits at most every 10 s, without stacks, even if it starts meanwhile: without %s',
  async (_engine, openLog, outage, most) => {
    const eventStoreUrl = await openLog?.();
    const { url, log, pool, create, closeFirst } = await openSystem({ eventStoreUrl });
    const through = new URL(eventStoreUrl ?? url);
    const gate = await openGate(Number(through.port));
    closeFirst(() => gate.close());
    through.port = String(gate.port);
    const lines: { level: number; err?: unknown }[] = [];
    const start = async () => {
      const worker = await create(
        {
          DATABASE_URL: eventStoreUrl ? url : through.href,
          EVENT_STORE_URL: through.href,
          LOG_LEVEL: 'warn',
          SMTP_URL: 'smtp://127.0.0.1:1',
        },
        { logStream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
      );
      await worker.start();
      return worker;
    };
    const expectFew = () => {
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.length, JSON.stringify(lines, null, 1)).toBeLessThanOrEqual(most);
      expect(lines.filter(({ err }) => err !== undefined)).toEqual([]);
    };
    await log.users.register('user-1', { email: 'ada@example.org' });
    const worker = await start();
    await until(async () => expect(await readiness(worker)).toMatchObject({ ready: true }));
    expect(lines).toEqual([]);
    gate.shut();
    await sleep(outage);
    gate.open();
    await untilApplied(pool, schema, await log.articles.publish(1));
    expectFew();
    await worker.stop();

    lines.splice(0);
    gate.shut();
    await start();
    await sleep(outage);
    gate.open();
    await untilApplied(pool, schema, await log.articles.publish(2));
    expectFew();
  },
);

it('a worker starts while the database is unavailable, reports that, and continues once it is available', async () => {
  const { url, log, pool, start, closeFirst } = await openSystem();
  const through = new URL(url);
  const gate = await openGate(Number(through.port));
  closeFirst(() => gate.close());
  gate.shut();
  through.port = String(gate.port);
  const position = await log.articles.publish(1);
  const late = await start({ DATABASE_URL: through.href, EVENT_STORE_URL: through.href });
  await until(async () => {
    const { statusCode, body } = await late.app.inject('/health/ready');
    expect([statusCode, JSON.parse(body).dependencies]).toMatchObject([
      503,
      {
        'event-store': expect.stringContaining('unavailable'),
        database: expect.stringContaining('unavailable'),
        articles: expect.stringContaining('unavailable'),
      },
    ]);
  });
  gate.open();
  await untilApplied(pool, schema, position);
});

it('a worker whose connections to the tables all fall silent in a step is ready again within 10 s', async () => {
  const { url, log, pool, start, closeFirst } = await openSystem();
  const through = new URL(url);
  const gate = await openGate(Number(through.port));
  closeFirst(() => gate.close());
  through.port = String(gate.port);
  const worker = await start({ DATABASE_URL: through.href, EVENT_STORE_URL: url, VAULT_URL: url });
  await untilApplied(pool, schema, await log.articles.publish(1));
  await until(async () => expect(await readiness(worker)).toMatchObject({ ready: true }));
  gate.silence();
  const fallenSilent = performance.now();
  await log.users.register('user-1', { email: 'ada@example.org' });
  const position = await log.articles.publish(2);
  await until(async () => expect(await readiness(worker)).toMatchObject({ ready: true }));
  await untilApplied(pool, schema, position);
  expect(performance.now() - fallenSilent).toBeLessThan(10_000);
});
