import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEventStore } from '@journal/event-store';
import { createPostgresVault } from '@journal/vault';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { startMailServer } from '../../services/worker/src/testing/mail-server.ts';
import { startRedis } from '../../services/worker/src/testing/redis.ts';
import { hasRedis } from '../../tools/testing/engines.ts';
import { temporaryPasswordIn } from '../../tools/testing/outbox-message.ts';
import { processTree } from '../../tools/testing/process-tree.ts';
import { type StartedJournal, startJournal } from '../../tools/testing/start-journal.ts';
import { databaseAddress } from '../cli/engine-addresses.ts';
import { resolveAddresses } from '../cli/resolve-addresses.ts';
import { readStatus } from '../cli/status.ts';
import { demoArticles } from '../demo/demo-content.ts';
import { judgeHistory } from '../faults/judge/judge-history.ts';
import { readVersions } from '../faults/judge/read-versions.ts';
import { isWrite } from '../faults/workload/history.ts';
import { startWorkload } from '../faults/workload/workload.ts';
import { isRunning, signalProcess } from '../launcher/processes.ts';
import { holdAppends } from './fixtures/hold-appends.ts';

test.describe.configure({ mode: 'serial' });

let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let journal: StartedJournal;
test.beforeAll(async () => {
  if (hasRedis()) redis = await startRedis();
  mail = await startMailServer();
  journal = await startJournal('start:split', {
    environment: {
      SMTP_URL: mail.url,
      ...(redis ? { QUEUE_URL: redis.url } : {}),
    },
  });
});
test.afterAll(async () => {
  await journal?.stop();
  await mail.close();
  await redis?.stop();
});

/** Milliseconds within which a process is back on a busy machine. */
const timeout = 20_000;

const email = 'writer@journal.example';
const send = (path: string, body: object) =>
  fetch(journal.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const running = (entry: string) =>
  processTree(journal.pid)
    .filter(({ command }) => command.includes(entry))
    .map(({ pid }) => pid);

/** Resolves with whether each process of a kind accepts requests. */
async function takesRequests(kind: string): Promise<boolean[]> {
  const told = journal.output().matchAll(new RegExp(`^ +${kind} \\d +\\d+ +(\\S+)/health/ready$`, 'gm'));
  const isAnswered = ([, origin]: RegExpExecArray) =>
    fetch(`${origin}/health/live`).then(
      () => true,
      () => false,
    );
  return Promise.all([...told].map(isAnswered));
}

async function count(): Promise<number> {
  const answer = await fetch(`${journal.url}/api/articles?limit=100`);
  return ((await answer.json()) as unknown[]).length;
}

test('each service runs in two processes of its own, and the demo articles are served', async () => {
  expect(running('services/command/src/main.ts')).toHaveLength(2);
  expect(running('services/query/src/main.ts')).toHaveLength(2);
  expect(running('services/worker/src/main.ts')).toHaveLength(2);
  expect(running('web/server/main.ts')).toHaveLength(2);
  expect(await count()).toBe(demoArticles.length);
});

test('each password reset sends one mail, and only the latest temporary password signs in', async () => {
  const registration = { email, password: 'at first', fullName: 'Sample Writer' };
  expect((await send('/api/auth/register', registration)).status).toBe(201);
  await expect.poll(() => mail.raw.length).toBe(1);
  const signIn = async (password: string) => (await send('/api/auth/login', { email, password })).status;
  const received: string[] = [];
  for (const count of [2, 3]) {
    expect((await send('/api/auth/forgot-password', { email })).status).toBe(200);
    await expect.poll(() => mail.raw.length).toBe(count);
    received.push(temporaryPasswordIn(mail.raw.at(-1) ?? ''));
  }
  const [first = '', second = ''] = received;
  expect(await signIn(first)).toBe(401);
  expect(await signIn(second)).toBe(200);
  expect(mail.recipients).toEqual([email, email, email]);
  expect(await readdir(journal.dataFolder)).not.toContain('outbox');
});

test('the start prints the addresses of all services, whose metrics cover the jobs and every projection', async () => {
  const [, origins = ''] = /status --services (\S+)/.exec(journal.output()) ?? [];
  const read = async () => readStatus(await resolveAddresses(origins.split(',')));
  // One more than there are mails: the administrator's registration is processed, too.
  await expect.poll(async () => (await read()).text).toMatch(/^ {2}completed +4$/m);
  const { isWell, text } = await read();
  expect(isWell).toBe(true);
  expect(text).not.toContain('No metrics at');
  const [services = '', projections = ''] = text.split('\n\n');
  expect(services.split('\n')).toHaveLength(1 + 8);
  const [, ...led] = projections.split('\n');
  expect(led.length).toBeGreaterThan(3);
  for (const projection of led) expect(projection).toMatch(/ \d+\.\d s behind/);
});

test('idle processes leave more than half of the database connections free', async () => {
  const client = new pg.Client({ connectionString: await databaseAddress({ DATA_DIR: journal.dataFolder }) });
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: number; most: number }>(
      `select count(*)::int as taken, current_setting('max_connections')::int as most
       from pg_stat_activity where backend_type = 'client backend'`,
    );
    const [{ taken, most } = { taken: 0, most: 0 }] = rows;
    expect(taken).toBeGreaterThan(10);
    expect(taken).toBeLessThan(most / 2);
  } finally {
    await client.end();
  }
});

test('requests succeed while a killed process is being restarted', async () => {
  for (const entry of ['services/query/src/main.ts', 'web/server/main.ts']) {
    const [victim = Number.NaN] = running(entry);
    process.kill(victim, 'SIGKILL');
    for (let request = 0; request < 10; request += 1) {
      expect((await fetch(journal.url)).status).toBe(200);
      expect(await count()).toBe(demoArticles.length);
      expect((await journal.publish({})).status).toBe(400);
    }
    await expect.poll(() => running(entry).filter((pid) => pid !== victim).length, { timeout }).toBe(2);
  }
});

test('replacing one process of each kind during reads and writes fails no request and loses no write', async () => {
  const { SERVICE_TOKEN: token, MASTER_KEY: masterKey } = JSON.parse(
    await readFile(join(journal.dataFolder, 'secrets.json'), 'utf8'),
  );
  const url = await databaseAddress({ DATA_DIR: journal.dataFolder });
  const open = new AsyncDisposableStack();
  try {
    const store = await openEventStore(url, { applicationName: 'journal spec' });
    open.defer(() => store.close());
    const vault = await createPostgresVault({ url, masterKey });
    open.defer(() => vault.close());
    const before = (await store.head()) ?? '';
    const said = journal.output().length;
    const workload = await startWorkload({ url: journal.url, token, seed: 1, isLight: true });
    open.defer(() => workload.stop());

    const ends = () => {
      const told = journal.output().slice(said);
      return [...told.matchAll(/^(\w+ \d) exited \((\w+)\)/gm)].map(([, name, code]) => `${name}: ${code}`);
    };
    const areAllReady = () =>
      expect
        .poll(async () => (await fetch(`${journal.url}/health/ready`)).status, { timeout: 2 * timeout })
        .toBe(200);
    // Killed processes may still be restarting.
    await areAllReady();
    for (const [kind, entry] of [
      ['web', 'web/server/main.ts'],
      ['query', 'services/query/src/main.ts'],
      ['command', 'services/command/src/main.ts'],
      ['worker', 'services/worker/src/main.ts'],
    ] as const) {
      const [pid = Number.NaN] = running(entry);
      const already = ends().length;
      // By then both command processes have appends in flight, and so do the processes that forward to them.
      const appends = await holdAppends(url, 2);
      signalProcess(pid, 'SIGTERM');
      // It may be back before the next check.
      const isGoing = async () => ends().length > already || (await takesRequests(kind)).includes(false);
      await expect.poll(isGoing, { timeout, intervals: [50] }).toBe(true);
      await appends.release();
      await expect.poll(() => ends().length, { timeout }).toBe(already + 1);
      await areAllReady();
    }
    await workload.stop();

    const { history } = workload;
    const failed = history.filter(({ status }) => status === 0 || status >= 500);
    expect(failed, journal.output().slice(said)).toEqual([]);
    const log = (await readVersions(store, vault)).filter(({ position }) => position > before);
    expect(judgeHistory(history, log, 16_000)).toEqual([]);
    const acknowledged = history.filter(isWrite).filter(({ outcome }) => outcome === 'acknowledged');
    expect(acknowledged.length).toBeGreaterThan(8);
    expect(ends().join()).toMatch(/^web \d: 0,query \d: 0,command \d: 0,worker \d: 0$/);
  } finally {
    await open.disposeAsync();
  }
});

test('SIGTERM ends all processes within 10 s', async () => {
  const pids = processTree(journal.pid).map(({ pid }) => pid);
  const began = Date.now();
  expect(await journal.end('SIGTERM')).toBe(0);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(pids.filter(isRunning)).toEqual([]);
});
