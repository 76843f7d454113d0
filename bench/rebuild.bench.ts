import { articleEvents, createEventCodec, journalEvents } from '@journal/events';
import { writeArticleHistory } from './articles.ts';
import { type BenchContext, type Figure, rateOf } from './bench.ts';
import { openLog } from './journal.ts';

export const name =
  'rebuild of the articles from 100,000 events: 600-word articles, half published, half edited (two of three edits with a new text)';

const articles = 50_000;
const schema = 'articles_v3';

export async function run(context: BenchContext): Promise<Figure[]> {
  const { pool, store, vault, startWorker, untilApplied } = await openLog(context);

  context.say('writing the history …');
  const end = await writeArticleHistory({ store, vault, articles, edited: articles, writers: 5_000 });
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');

  const types = Object.keys(articleEvents);
  const codec = createEventCodec({ vault, events: journalEvents });
  const readAll = (use: (events: Parameters<typeof codec.open>[0]) => Promise<unknown>) =>
    rateOf(async () => {
      let count = 0;
      for await (const batch of store.subscribe({ types })) {
        await use(batch.events);
        count += batch.events.length;
        if (batch.position >= end) break;
      }
      return count;
    });
  const read = await readAll(async () => {});
  const opened = await readAll((events) => codec.open(events));
  const rebuilt = await rateOf(async () => {
    await startWorker();
    await untilApplied(schema, end);
    return 2 * articles;
  });

  return [
    {
      what: 'events rebuilt into rows, with their history',
      value: rebuilt,
      unit: 'events/s',
      baseline: { what: 'reading the log alone', value: read },
      goal: '20,000',
    },
    { what: 'reading and opening them alone', value: opened, unit: 'events/s' },
  ];
}
