import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore } from '@journal/event-store';
import { articleEvents, createEventCodec, journalEvents } from '@journal/events';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import { createPostgresVault } from '@journal/vault';
import { createWorkerService, loadWorkerConfig } from '@journal/worker';
import { writeArticleHistory } from './articles.ts';
import type { BenchContext, Figure } from './bench.ts';

export const name =
  'rebuild of the articles from 100,000 events: 600-word articles, half published, half edited (two of three edits with a new text)';

const articles = 50_000;
const schema = 'articles_v1';

export async function run({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  const url = await startPostgres();
  const masterKey = randomBytes(32).toString('base64');
  const store = await createPostgresEventStore({ url });
  defer(() => store.close());
  const vault = await createPostgresVault({ url, masterKey });
  defer(() => vault.close());
  const pool = createPool(url, { applicationName: 'bench' });
  defer(() => pool.end());

  say('writing the history …');
  const end = await writeArticleHistory({ store, vault, articles, edited: articles, writers: 5_000 });
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');

  const types = Object.keys(articleEvents);
  const codec = createEventCodec({ vault, events: journalEvents });
  const read = await eventsPerSecond(store.subscribe({ types }), async () => {});
  const opened = await eventsPerSecond(store.subscribe({ types }), async (events) => {
    await codec.open(events);
  });

  const worker = await createWorkerService(
    loadWorkerConfig({
      DATABASE_URL: url,
      EVENT_STORE_URL: url,
      MASTER_KEY: masterKey,
      LOG_LEVEL: 'warn',
      COMMAND_URL: 'http://127.0.0.1:1',
      SERVICE_TOKEN: 'x'.repeat(32),
    }),
  );
  defer(() => worker.stop());
  const started = performance.now();
  await worker.start();
  await untilAt(end);
  const seconds = (performance.now() - started) / 1_000;

  return [
    {
      what: 'events rebuilt into rows, with their history',
      value: (2 * articles) / seconds,
      unit: 'events/s',
      beside: { what: 'reading the log alone', value: read },
      goal: '20,000',
    },
    { what: 'reading and opening them alone', value: opened, unit: 'events/s' },
  ];

  async function untilAt(position: string) {
    while (((await readCheckpoint(pool, schema).catch(() => undefined))?.position ?? '') < position)
      await sleep(20);
  }

  async function eventsPerSecond(
    subscription: ReturnType<typeof store.subscribe>,
    use: (events: Parameters<typeof codec.open>[0]) => Promise<void>,
  ): Promise<number> {
    const from = performance.now();
    let count = 0;
    for await (const batch of subscription) {
      await use(batch.events);
      count += batch.events.length;
      if (batch.position >= end) break;
    }
    return count / ((performance.now() - from) / 1_000);
  }
}
