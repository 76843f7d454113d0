import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchResult } from '@journal/contracts';
import type { SearchDocument } from '@journal/search';
import { createCorpus } from '@journal/search/quality';
import { type BenchContext, type Figure, inParallel, latencyFigures } from './bench.ts';
import { startEmptyJournal } from './journal.ts';
import { measureQueries, typedQuestions } from './searches.ts';

export const name = 'search over HTTP and the time until an article is found (npm start, 1,000 articles)';

const articles = 1_000;
const writesAtOnce = 16;
const measuredWrites = 200;
const timeout = 10_000;

export async function run(context: BenchContext): Promise<Figure[]> {
  const { say } = context;
  const { MEILISEARCH_TEST_URL: SEARCH_URL, MEILISEARCH_TEST_KEY: SEARCH_KEY } = process.env;
  const journal = await startEmptyJournal(context, {
    ...(SEARCH_URL && { SEARCH_URL }),
    ...(SEARCH_KEY && { SEARCH_KEY }),
  });

  async function write({ id: _id, createdAt: _at, authorName, authorAge, ...text }: SearchDocument) {
    const author = { authorName: authorName ?? 'Nobody Known', authorAge: authorAge ?? 15 };
    return (await journal.publish({ ...text, ...author, readTime: 2 })).id;
  }

  async function find(text: string): Promise<SearchResult[]> {
    const answer = await fetch(`${journal.url}/api/search?q=${encodeURIComponent(text)}`);
    if (answer.status !== 200) throw new Error(`"${text}" got status ${answer.status}`);
    return (await answer.json()) as SearchResult[];
  }

  /** Milliseconds from the write's response to the end of the first search that finds it, polled without a pause. */
  async function untilFound(document: SearchDocument, word: string): Promise<number> {
    const id = await write({ ...document, title: `${word} ${document.title}` });
    const from = performance.now();
    for (;;) {
      const found = await find(word);
      const after = performance.now() - from;
      if (found.some((result) => result.id === id)) return after;
      if (after > timeout) throw new Error(`Article ${id} was not found within ${timeout} ms`);
    }
  }

  say('writing …');
  const corpus = createCorpus({ articles: articles + 1 + measuredWrites, seed: 1 });
  const first = Iterator.from(corpus).take(articles).toArray();
  await inParallel(writesAtOnce, first, write);
  const times: number[] = [];
  let isBehind = true;
  say('publishing one after the other …');
  for (const document of Iterator.from(corpus).drop(articles)) {
    // The first one waits until all the articles written before it are indexed.
    const time = await untilFound(document, wordOf(times.length));
    if (isBehind) isBehind = false;
    else times.push(time);
    await sleep(10);
  }
  say('asking …');
  return [
    ...latencyFigures('published until found', times, { goal: 'p99 under 150 ms' }),
    ...(await measureQueries({ what: 'GET /api/search', questions: typedQuestions(first), ask: find, say })),
  ];
}

/** Returns a distinct word for each number. Consecutive words don't match each other even with typo tolerance. */
const wordOf = (number: number) =>
  [...((number + 1) * 7_919).toString(9).padStart(6, '0')]
    .map((digit) => 'bcdfgkmpz'[Number(digit)])
    .join('xu');
