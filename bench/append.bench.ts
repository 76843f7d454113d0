import { randomUUID } from 'node:crypto';
import { createPostgresEventStore, type NewEvent } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { type BenchContext, type Figure, logEvent, median, rateOf } from './bench.ts';

export const name =
  'appends of one event of 1.5 KB to a new stream, beside single-row inserts of the same bytes by the same pool';

const goals = new Map([
  [1, '0.75'],
  [16, '1.0'],
  [64, '1.5'],
]);
const rounds = 7;
/** Duration of one round in milliseconds. */
const span = 600;

export async function run({ startPostgres, defer, say }: BenchContext): Promise<Figure[]> {
  const url = await startPostgres();
  const pool = createPool(url, { applicationName: 'bench', max: 64 });
  defer(() => pool.end());
  const store = await createPostgresEventStore({ url, pool });
  defer(() => store.close());
  await pool.query(`create table bare (
    position bigint generated always as identity primary key, stream text not null, revision bigint not null,
    event_id uuid not null, type text not null, data json not null, metadata json not null)`);

  const append = (event: NewEvent) => store.append(`article-${event.id}`, [event], 'none');
  const insert = ({ id, type, data, metadata }: NewEvent) =>
    pool.query({
      name: 'bare',
      text: 'insert into bare (stream, revision, event_id, type, data, metadata) values ($1, $2, $3, $4, $5, $6)',
      values: [`article-${id}`, 0, id, type, JSON.stringify(data), JSON.stringify(metadata)],
    });

  const figures: Figure[] = [];
  for (const [writers, goal] of goals) {
    say(`${writers} writers, ${rounds} alternating rounds …`);
    await perSecond(writers, append);
    await perSecond(writers, insert);
    const pairs: { appended: number; inserted: number }[] = [];
    for (let round = 0; round < rounds; round++)
      pairs.push({ appended: await perSecond(writers, append), inserted: await perSecond(writers, insert) });
    const middle = median(pairs, ({ appended, inserted }) => appended / inserted);
    figures.push({
      what: `appends with ${writers} ${writers === 1 ? 'writer' : 'writers'}`,
      value: middle.appended,
      unit: 'events/s',
      baseline: { what: 'single-row inserts', value: middle.inserted },
      goal,
    });
  }
  return figures;
}

function perSecond(writers: number, write: (event: NewEvent) => Promise<unknown>): Promise<number> {
  return rateOf(async () => {
    const end = performance.now() + span;
    let written = 0;
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (; performance.now() < end; written++) await write(logEvent(randomUUID()));
      }),
    );
    return written;
  });
}
