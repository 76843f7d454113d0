import { setTimeout as sleep } from 'node:timers/promises';
import { positionHeader } from '@journal/contracts';
import { createNumberedArticles } from './articles.ts';
import { type BenchContext, type Figure, latencyFigures } from './bench.ts';
import { startEmptyJournal } from './journal.ts';

export const name =
  'time from the answer to a write until the API shows it (npm start, one process, 600-word articles)';

const idleWrites = 100;
const busySeconds = 5;
const busyRate = 200;

export async function run(context: BenchContext): Promise<Figure[]> {
  const journal = await startEmptyJournal(context);
  const nextArticle = createNumberedArticles();

  /** Milliseconds from the write's response to the first read that shows it, including the read itself. */
  async function untilVisible(): Promise<number> {
    const { id, position } = await journal.publish(nextArticle());
    const from = performance.now();
    const answer = await fetch(`${journal.url}/api/articles/${id}`, {
      headers: { [positionHeader]: position },
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`Article ${id} was not visible in time`);
    return performance.now() - from;
  }

  await Promise.all(Array.from({ length: 20 }, untilVisible));
  context.say('idle …');
  const idle: number[] = [];
  for (let count = 0; count < idleWrites; count++) {
    idle.push(await untilVisible());
    await sleep(10);
  }

  context.say(`${busyRate} writes a second …`);
  const busy: Promise<number>[] = [];
  const started = performance.now();
  for (let count = 0; count < busyRate * busySeconds; count++) {
    const due = started + (count * 1_000) / busyRate;
    if (due > performance.now()) await sleep(due - performance.now());
    busy.push(untilVisible());
  }
  const busyTimes = await Promise.all(busy);
  const reached = busyTimes.length / ((performance.now() - started) / 1_000);

  return [
    ...latencyFigures('idle', idle, { goal: 'p99 under 50 ms' }),
    ...latencyFigures(`at ${busyRate} writes a second`, busyTimes, { goal: 'p99 under 250 ms' }),
    { what: 'writes and reads per second reached', value: reached, unit: '/s' },
  ];
}
