import { articleEvents, createEventCodec, journalEvents } from '@journal/events';
import { writeArticleHistory } from './articles.ts';
import type { BenchContext, Figure } from './bench.ts';
import { openLog } from './journal.ts';

export const name =
  'rebuild of the articles from 100,000 events: 600-word articles, half published, half edited (two of three edits with a new text)';

const articles = 50_000;
const schema = 'articles_v1';

export async function run(context: BenchContext): Promise<Figure[]> {
  const { pool, store, vault, startWorker, untilApplied } = await openLog(context);

  context.say('writing the history …');
  const end = await writeArticleHistory({ store, vault, articles, edited: articles, writers: 5_000 });
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');

  const types = Object.keys(articleEvents);
  const codec = createEventCodec({ vault, events: journalEvents });
  const read = await eventsPerSecond(store.subscribe({ types }), async () => {});
  const opened = await eventsPerSecond(store.subscribe({ types }), async (events) => {
    await codec.open(events);
  });

  const started = performance.now();
  await startWorker();
  await untilApplied(schema, end);
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
