import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPostgresEventStore, type EventStore } from '@journal/event-store';
import { createSubscriptionLinks, newsletterStream } from '@journal/events';
import { createPool, migrate } from '@journal/postgres';
import {
  articlesModel,
  checkpointMigrations,
  checkpointSchema,
  newsletterModel,
  schemaOf,
} from '@journal/read-models';
import { createDeliveries, deliveryCounts } from '@journal/read-models/delivery';
import { createKeyedHash, createPostgresVault } from '@journal/vault';
import { newSecrets } from '../infra/launcher/secrets.ts';
import { createMessageWriter } from '../services/worker/src/mail/mailer.ts';
import { createSmtpLane } from '../services/worker/src/mailing/delivery-lane.ts';
import { copyOfIssue, issueMessage } from '../services/worker/src/mailing/issue-message.ts';
import { createTroubleWatch } from '../services/worker/src/mailing/mailing-troubles.ts';
import { createPace } from '../services/worker/src/mailing/pace.ts';
import { sendToRecipients } from '../services/worker/src/mailing/send-to-recipients.ts';
import { createJournalLog } from '../services/worker/src/testing/journal-log.ts';
import { startJournal } from '../tools/testing/start-journal.ts';
import { type BenchContext, type Figure, inParallel, logEvent, percentile } from './bench.ts';
import { generateLoad } from './load/arrivals.ts';
import { createReaders } from './load/readers.ts';

export const name =
  'a mailing: 100,000 recipients recorded; copies per second without a throttle over 4 connections';

const subscribers = 100_000;
const sent = 5_000;
/** The highest MAIL_RATE that a journal accepts. */
const mailRate = 250;
/** Seconds for which copies are sent while readers request pages. */
const span = 40;
const sentMeanwhile = mailRate * span;
/** Readers' requests per second during that time. */
const readersRate = 50;
type Pool = ReturnType<typeof createPool>;
const mebibyte = 2 ** 20;
const table = `${schemaOf(newsletterModel)}.subscriber`;
const journal = { journalName: 'The Forum', publicUrl: 'https://journal.example' };
const piece = (id: number) => ({
  heading: null,
  article: {
    ...{ id, title: `What the winter taught us, part ${id}`, authorName: 'Sample Writer', authorAge: 15 },
    excerpt: 'We waited for the bus in the snow, and nobody came. '.repeat(4),
  },
});
const issue = {
  ...{ number: 7, title: 'Snow', date: '2027-01-31', letter: 'Dear readers, it snows. '.repeat(40) },
  isPublished: true,
  pieces: Array.from({ length: 8 }, (_, index) => piece(index + 1)),
};

export async function run(context: BenchContext): Promise<Figure[]> {
  const { startPostgres, defer, say } = context;
  const url = await startPostgres();
  const pool = createPool(url, { applicationName: 'bench', max: 10, queryTimeout: 120_000 });
  defer(() => pool.end());
  await migrate(pool, checkpointSchema, checkpointMigrations);
  for (const model of [newsletterModel, articlesModel])
    await migrate(pool, schemaOf(model), model.migrations);
  await pool.query(
    `insert into projections.checkpoint (schema_name, name, version, caught_up_at) values ($1, 'newsletter', 1, now())`,
    [schemaOf(newsletterModel)],
  );
  say(`${subscribers} subscribers …`);
  await subscribe(pool, subscribers);
  const deliveries = createDeliveries(pool);
  await deliveries.copyOf('none');
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const began = performance.now();
  await deliveries.freeze('6-1', 'everybody');
  const frozen = (performance.now() - began) / 1_000;
  clearInterval(watching);

  say(`${sent} copies …`);
  await pool.query(`truncate ${table}`);
  await subscribe(pool, sent);
  const store = await createPostgresEventStore({ url, pool });
  defer(() => store.close());
  await confirm(pool, store);
  await deliveries.freeze('7-1', 'everybody');
  const port = await startSink(defer);
  const vault = await createPostgresVault({ url, masterKey: newSecrets().MASTER_KEY });
  defer(() => vault.close());
  const links = createSubscriptionLinks(createKeyedHash(vault));
  const write = createMessageWriter({ name: 'The Forum', address: 'mail@journal.example' });
  const lanes = Array.from({ length: 4 }, () => createSmtpLane(`smtp://127.0.0.1:${port}`, write));
  const never = new AbortController().signal;
  const cpu = process.cpuUsage();
  const started = performance.now();
  await sendToRecipients(
    { deliveries, store, log: { warn: say }, pace: createPace(), ending: never },
    lanes,
    {
      ...{ mailingId: '7-1', claimedBy: 'bench', troubles: createTroubleWatch(), signal: never },
      copy: copyOfIssue(issue, journal),
      write: async (copy, { mailingId, subscriberId, email, addressHash: hash }) =>
        issueMessage(copy, journal, {
          ...{ mailingId, subscriberId, email },
          unsubscribeToken: await links.unsubscribeToken({ hash, subscriberId }),
        }),
    },
  );
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  for (const lane of lanes) lane.close();
  await sleep(50);
  const { accepted } = await deliveryCounts(pool, '7-1');
  return [
    { what: `${subscribers} recipients recorded`, value: frozen, unit: 's', goal: 'under 30' },
    { what: 'memory meanwhile', value: (peak - before) / mebibyte, unit: 'MB more', goal: 'under 50' },
    { what: 'copies over 4 connections', value: accepted / seconds, unit: 'copies/s', goal: 'at least 500' },
    { what: 'processor time of the sender', value: (user + system) / 1_000 / accepted, unit: 'ms a copy' },
    ...(await readersMeanwhile(context)),
  ];
}

/**
 * Resolves with how long readers wait for pages while copies are sent at the highest rate, compared with the time
 * before and after. Uses the split start, on the same cores as the clients and the mail server.
 */
async function readersMeanwhile({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  say(`readers beside copies, MAIL_RATE=${mailRate} (npm run start:split) …`);
  const url = await startPostgres();
  const { POSTGRES_PASSWORD: _, ...secrets } = newSecrets();
  const port = await startSink(defer);
  const journal = await startJournal('start:split', {
    environment: {
      ...{ ...secrets, DATABASE_URL: url, EVENT_STORE_URL: url, LOG_LEVEL: 'warn' },
      ...{ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_RATE: `${mailRate}` },
    },
  });
  defer(() => journal.stop());
  const pool = createPool(url, { applicationName: 'bench', max: 10, queryTimeout: 120_000 });
  defer(() => pool.end());
  const store = await createPostgresEventStore({ url, pool });
  defer(() => store.close());
  const vault = await createPostgresVault({ url, masterKey: secrets.MASTER_KEY });
  defer(() => vault.close());
  const { issues } = createJournalLog(store, vault);
  await issues.open(7);
  await issues.arrange(
    7,
    Array.from({ length: 6 }, (_, index) => ({ articleId: index + 1, heading: null })),
  );
  await issues.publish(7);
  while (!(await fetch(`${journal.url}/api/issues/7`)).ok) await sleep(50);
  await subscribe(pool, sentMeanwhile);
  await confirm(pool, store);
  const headers = { authorization: `Bearer ${secrets.SERVICE_TOKEN}` };
  const post = async (path: string) => {
    const answer = await fetch(journal.url + path, { method: 'POST', headers });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  await post('/api/issues/7/mailing');

  const readers = createReaders({ webs: [journal.url], token: secrets.SERVICE_TOKEN }, 12);
  defer(async () => readers.close());
  const counts = () => deliveryCounts(pool, '7-1');
  const read = async (seconds: number) => {
    const found = await generateLoad({
      rate: readersRate,
      seconds,
      next: () => readers.next(),
      maxConcurrent: 256,
    });
    const failed = found.filter(({ isOk }) => !isOk).length;
    if (failed > 0) throw new Error(`${failed} of the readers' requests failed`);
    return found.filter(({ kind }) => kind === 'read').map(({ took }) => took);
  };
  await read(10);
  const alone = await read(20);
  await post('/api/mailings/7-1/start');
  while ((await counts()).accepted === 0) await sleep(20);
  const began = performance.now();
  const before = (await counts()).accepted;
  const meanwhile = await read(span);
  const rate = ((await counts()).accepted - before) / ((performance.now() - began) / 1_000);
  while ((await counts()).accepted < sentMeanwhile) await sleep(50);
  alone.push(...(await read(20)));
  // Stopped here, so that it doesn't run during the next bench.
  await journal.stop();
  return [
    { what: `copies meanwhile, MAIL_RATE=${mailRate}`, value: rate, unit: 'copies/s' },
    {
      what: `pages, ${readersRate} requests a second, p95`,
      value: percentile(meanwhile, 0.95),
      unit: 'ms',
      baseline: { what: 'pages without a mailing', value: percentile(alone, 0.95) },
      goal: 'at most 1.3 times',
    },
  ];
}

/** Starts the mail server. Resolves with its port. */
async function startSink(defer: BenchContext['defer']): Promise<number> {
  const sink = new Worker(new URL('mail-sink.thread.ts', import.meta.url));
  defer(async () => void (await sink.terminate()));
  const [port] = (await once(sink, 'message')) as [number];
  return port;
}

/** Appends a confirmation to the log for every subscriber in the table. */
async function confirm(pool: Pool, store: EventStore): Promise<void> {
  const { rows } = await pool.query<{ id: string; hash: string }>(
    `select subscriber_id as id, address_hash as hash from ${table}`,
  );
  await inParallel(32, rows, async ({ id, hash }) => {
    const event = {
      ...logEvent(crypto.randomUUID()),
      type: 'SubscriptionConfirmed',
      data: { subscriberId: id },
    };
    await store.append(newsletterStream(hash), [event], 'none');
  });
}

const subscribe = (pool: Pool, count: number) =>
  pool.query(
    `insert into ${table} (subscriber_id, address_hash, email, requested_at, confirmed_at)
     select gen_random_uuid(), md5(number::text) || md5('x' || number), 'reader-' || number || '@example.org',
       '2026-01-01', '2026-01-02' from generate_series(1, $1::int) as number`,
    [count],
  );
