import { createNumberedArticles } from './articles.ts';
import { type BenchContext, type Figure, percentile } from './bench.ts';
import { startEmptyJournal } from './journal.ts';

export const name = 'publishing articles of 600 words by the API (npm start, one process, embedded log)';

const goals = new Map([
  [1, ''],
  [32, '300 a second'],
]);
const warmUp = 100;
/** Duration of each measurement, in milliseconds. */
const span = 6_000;

export async function run(context: BenchContext): Promise<Figure[]> {
  const journal = await startEmptyJournal(context);
  const nextArticle = createNumberedArticles();
  let written = 0;

  /** Resolves with how long each publication took, in milliseconds. */
  async function publishUntil(isOver: () => boolean, writers: number): Promise<number[]> {
    const times: number[] = [];
    const writer = async () => {
      while (!isOver()) {
        const from = performance.now();
        await journal.publish(nextArticle());
        written++;
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
    return times;
  }

  await publishUntil(() => written >= warmUp, 32);
  const figures: Figure[] = [];
  for (const [writers, goal] of goals) {
    context.say(`${writers} ${writers === 1 ? 'writer' : 'writers'} …`);
    const from = performance.now();
    const times = await publishUntil(() => performance.now() > from + span, writers);
    const perSecond = (times.length / (performance.now() - from)) * 1_000;
    const what = `articles with ${writers} ${writers === 1 ? 'writer' : 'writers'}`;
    figures.push({ what, value: perSecond, unit: 'a second', ...(goal && { goal }) });
    figures.push({ what: `${what}, p99 of an answer`, value: percentile(times, 0.99), unit: 'ms' });
  }
  return figures;
}
