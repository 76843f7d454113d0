import { parseQuery } from '@journal/search';
import { createCorpus } from '@journal/search/quality';
import type { BenchContext, Figure } from './bench.ts';
import { filledSearches, measureQueries, typedQuestions } from './searches.ts';

export const name = 'search: queries typed letter by letter, in 1,000 and 20,000 articles of 250 words';

const sizes = [1_000, 20_000];
/** The search route's deadline in milliseconds, after which it answers 503. */
const deadline = 1_750;
const seed = 1;
const mebibyte = 2 ** 20;

export async function run(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  const questions = typedQuestions(createCorpus({ articles: 1_000, seed }));
  context.say(`${questions.length} questions`);
  for (const articles of sizes) {
    const corpus = createCorpus({ articles, seed });
    for await (const search of filledSearches(context, corpus)) {
      const { name, engine, buildSeconds, bytesInPostgres } = search;
      const what = `${name}, ${articles.toLocaleString('en')} articles`;
      context.say(`${what}: asking …`);
      const ask = (text: string) =>
        engine.search(parseQuery(text), { limit: 5, offset: 0 }, AbortSignal.timeout(deadline));
      const goal = articles === sizes.at(-1) ? { goal: 'under 15 ms' } : {};
      figures.push(
        { what: `${what}: build`, value: buildSeconds, unit: 's' },
        { what: `${what}: in Postgres`, value: bytesInPostgres / mebibyte, unit: 'MiB' },
        ...(await measureQueries({ what, questions, ask, say: context.say, ...goal })),
      );
    }
  }
  return figures;
}
