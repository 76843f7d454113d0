import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCommandService, loadCommandConfig } from '@journal/command';
import { openEventStore } from '@journal/event-store';
import { issueStream, type NewIssueEvent, newsletterStream } from '@journal/events';
import { createPool } from '@journal/postgres';
import { deliveryCounts, uncertainDeliveries } from '@journal/read-models/delivery';
import { createTestDatabase, until } from '@journal/testing';
import { createPostgresVault } from '@journal/vault';
import { expect, inject, it, onTestFinished } from 'vitest';
import { createJournalLog } from '../../services/worker/src/testing/journal-log.ts';
import { type Misbehaviour, startMailServer } from '../../services/worker/src/testing/mail-server.ts';
import { newSecrets } from '../launcher/secrets.ts';

const readers = 300;
const restarts = ['SIGTERM', 'SIGKILL'] as const;
/** Copies that each worker may have on its way. */
const connections = 4;
const mailingId = '7-1';
const workerEntry = fileURLToPath(new URL('../../services/worker/src/main.ts', import.meta.url));
const addressOf = (number: number) => `reader-${number}@example.org`;

async function startJournal() {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  const folder = await mkdtemp(join(tmpdir(), 'journal-mailing-'));
  const secrets = newSecrets();
  const environment = {
    ...{
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      PUBLIC_URL: 'https://journal.example',
    },
    ...{ DATABASE_URL: url, EVENT_STORE_URL: url, ...secrets },
  };
  const command = await createCommandService(loadCommandConfig(environment));
  await command.start();
  const commandUrl = await command.app.listen({ port: 0, host: '127.0.0.1' });
  const store = await openEventStore(url);
  const vault = await createPostgresVault({ url, masterKey: secrets.MASTER_KEY });
  const pool = createPool(url, { applicationName: 'spec' });
  onTestFinished(async () => {
    await command.stop();
    await Promise.all([store.close(), vault.close(), pool.end()]);
    await drop();
    await rm(folder, { recursive: true });
  });
  const authorization = `Bearer ${secrets.SERVICE_TOKEN}`;
  const post = (path: string, headers = {}, body?: string) =>
    fetch(commandUrl + path, {
      method: 'POST',
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  return {
    environment: { ...environment, COMMAND_URL: commandUrl },
    log: createJournalLog(store, vault),
    pool,
    post,
  };
}

/** Two workers in processes of their own, one of which is stopped or killed, and started again, as often as one likes. */
function startWorkers(environment: Record<string, string>) {
  const start = (): ChildProcess =>
    spawn(process.execPath, [workerEntry], { env: environment, stdio: 'ignore' });
  const workers = [start(), start()];
  const end = async (worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL') => {
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    const ended = once(worker, 'exit');
    worker.kill(signal);
    await ended;
  };
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => end(worker)))));
  return {
    async restart(index: number, signal: 'SIGTERM' | 'SIGKILL') {
      await end(workers[index] as ChildProcess, signal);
      workers[index] = start();
    },
  };
}

it('a mailing comes through workers that are stopped and killed: nobody has two or is lost, and one leaves by a click', async () => {
  const { environment, log, pool, post } = await startJournal();
  const dropped = Array.from({ length: 3 }, (_, index) => addressOf(50 + 100 * index));
  const server = await startMailServer({
    treat(address): Misbehaviour | undefined {
      return dropped.includes(address) ? { drops: 'text' } : undefined;
    },
  });
  onTestFinished(() => server.close());

  await log.articles.publish(1);
  const write = (event: NewIssueEvent) => log.write(issueStream(7), event);
  const issue = { date: '2027-01-31', title: 'Snow', letter: null, cover: 'auto', colours: 'auto' } as const;
  await write({ type: 'IssueOpened', data: { issueNumber: 7, ...issue } });
  await write({ type: 'IssueArranged', data: { issueNumber: 7, pieces: [{ articleId: 1, heading: null }] } });
  await write({ type: 'IssuePublished', data: { issueNumber: 7 } });
  const all = Array.from({ length: readers }, (_, number) => log.subscriber(addressOf(number)));
  for (let from = 0; from < readers; from += 20)
    await Promise.all(
      all.slice(from, from + 20).map(async (reader) => {
        await reader.request();
        await reader.confirm();
      }),
    );
  expect((await post('/api/issues/7/mailing')).status).toBe(201);
  expect((await post(`/api/mailings/${mailingId}/start`)).status).toBe(200);

  const workers = startWorkers({ ...environment, SMTP_URL: server.url, MAIL_RATE: '10000' });
  for (const [index, signal] of restarts.entries()) {
    const enough = ((index + 1) * readers) / (restarts.length + 2);
    await until(() => expect(server.raw.length).toBeGreaterThan(enough));
    // The one that leads is one of these two.
    for (const worker of [0, 1]) await workers.restart(worker, signal);
  }
  const ended = () => log.store.read(`mailing-${mailingId}`);
  await until(async () => {
    const types: string[] = [];
    for await (const { type } of ended()) types.push(type);
    expect(types.at(-1)).toBe('MailingCompleted');
  });

  const arrived = (await server.messages()).map(({ to }) => to?.[0]?.address ?? '');
  expect(new Set(arrived).size).toBe(arrived.length);
  const uncertain = await uncertainDeliveries(pool, mailingId, readers);
  expect(uncertain.length).toBeGreaterThanOrEqual(dropped.length);
  // Whoever is told to stop ends what is on its way.
  const kills = restarts.filter((signal) => signal === 'SIGKILL').length;
  expect(uncertain.length).toBeLessThanOrEqual(dropped.length + kills * connections);
  const { accepted } = await deliveryCounts(pool, mailingId);
  expect(accepted + uncertain.length).toBe(readers);
  const unknown = new Set(uncertain.map(({ subscriberId }) => subscriberId));
  const missing = all.filter(({ email }) => !arrived.includes(email));
  expect(missing.filter(({ subscriberId }) => !unknown.has(subscriberId))).toEqual([]);

  const [first] = await server.messages();
  const header = first?.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
  const [, path = ''] = /^<https:\/\/journal\.example(.*)>$/.exec(header ?? '') ?? [];
  const form = { 'content-type': 'application/x-www-form-urlencoded', authorization: '' };
  expect((await post(path, form, 'List-Unsubscribe=One-Click')).ok).toBe(true);
  const left = all.find(({ email }) => email === first?.to?.[0]?.address);
  const types: string[] = [];
  for await (const { type } of log.store.read(newsletterStream(left?.hash ?? ''))) types.push(type);
  expect(types.at(-1)).toBe('SubscriptionEnded');
}, 180_000);
