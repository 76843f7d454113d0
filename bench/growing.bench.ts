import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPostgresEventStore } from '@journal/event-store';
import { createPool } from '@journal/postgres';
import { readCheckpoint, readRebuilds } from '@journal/read-models';
import { createPostgresVault } from '@journal/vault';
import { newSecrets } from '../infra/launcher/secrets.ts';
import { processTree } from '../tools/testing/process-tree.ts';
import { startJournal } from '../tools/testing/start-journal.ts';
import { writeArticleHistory } from './articles.ts';
import { type BenchContext, type Figure, percentile } from './bench.ts';

export const name =
  'growing: a journal of 100,000 articles and 1,000,000 events beside one of 100 and 1,000 (GROWING_ARTICLES for other sizes; SEARCH_URL and SMALL_SEARCH_URL for an empty Meilisearch of each)';

const smallArticles = 100;
const eventsEach = 10;
const rounds = 60;
const goal = 'at most 1.5 times';

/** Requests that are sent to both journals alternately: kept pages, rendered pages, and what editors read. */
const asked = (articles: number): readonly (readonly [what: string, path: () => string])[] => {
  let other = 0;
  const any = () => {
    other += 7_919;
    return 1 + (other % articles);
  };
  const word = () => ['harbour', 'lantern', 'school', 'weather'][other++ % 4];
  return [
    ['Home, kept', () => '/'],
    ['a section, kept', () => '/view'],
    ['an article, rendered', () => `/article/${any()}`],
    ['a search, rendered', () => `/search?q=${word()}`],
    ['a page of articles (API)', () => '/api/articles?limit=25&fields=card'],
    ['the counts (API)', () => '/api/stats'],
    ['a search (API)', () => `/api/search?q=${word()}`],
    ['the panel’s articles', () => `/api/newsroom/articles?limit=25`],
    ['the panel’s articles by a word', () => `/api/newsroom/articles?limit=25&q=edited`],
    ['the panel’s counts', () => '/api/newsroom/counts'],
    ['the audit', () => '/api/audit?limit=25'],
    ['the audit of one article', () => `/api/audit?limit=25&entity=article:${any()}`],
    ['the history of an article', () => `/api/articles/${any()}/history?limit=25`],
  ];
};

export async function run(context: BenchContext): Promise<Figure[]> {
  const { GROWING_ARTICLES, SEARCH_URL, SMALL_SEARCH_URL, SEARCH_KEY } = process.env;
  const articles = Number(GROWING_ARTICLES ?? 100_000);
  if (!SEARCH_URL !== !SMALL_SEARCH_URL || (SEARCH_URL && SEARCH_URL === SMALL_SEARCH_URL))
    throw new Error('Each of the two journals needs its own Meilisearch');
  const searchOf = (url: string | undefined) => ({
    ...(url && { SEARCH_URL: url }),
    ...(url && SEARCH_KEY && { SEARCH_KEY }),
  });
  const small = await startGrown(context, smallArticles, searchOf(SMALL_SEARCH_URL));
  // Filling the large one takes half an hour, so requests that fail should fail before that.
  for (const [, path] of asked(smallArticles)) await small.ask(path());
  const large = await startGrown(context, articles, searchOf(SEARCH_URL));
  const figures: Figure[] = [
    compare('first page after the start', large.firstPage, small.firstPage, 'ms'),
    compare('first search after the start', large.wholeAfter, small.wholeAfter, 'ms'),
    compare('memory', large.memory(), small.memory(), 'MB'),
  ];
  for (const [index, [what, ofLarge]] of asked(articles).entries()) {
    const [, ofSmall = ofLarge] = asked(smallArticles)[index] ?? [];
    const times = { large: [] as number[], small: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.large.push(await large.ask(ofLarge()));
      times.small.push(await small.ask(ofSmall()));
    }
    figures.push(compare(what, percentile(times.large, 0.5), percentile(times.small, 0.5), 'ms'));
  }
  figures.push(compare('memory after that', large.memory(), small.memory(), 'MB'));
  return figures;
}

const compare = (what: string, value: number, baseline: number, unit: string): Figure => ({
  what,
  value,
  unit,
  baseline: { what: 'the small journal', value: baseline },
  goal,
});

/** Resolves when a search has been answered successfully. */
async function untilSearched(url: string): Promise<void> {
  while (!(await fetch(`${url}/api/search?q=story`)).ok) await sleep(50);
}

/** Fills a log, lets the journal build its read models, and restarts it, as in daily operation. */
async function startGrown(
  { startPostgres, defer, say }: BenchContext,
  articles: number,
  search: Readonly<Record<string, string>>,
) {
  const url = await startPostgres();
  const { POSTGRES_PASSWORD: _, ...secrets } = newSecrets();
  // The filled data may be lost in a crash, so commits needn't wait for the disk.
  const filling = new URL(url);
  filling.searchParams.set('options', '-c synchronous_commit=off');
  const store = await createPostgresEventStore({ url: filling.href });
  const vault = await createPostgresVault({ url: filling.href, masterKey: secrets.MASTER_KEY });
  say(`writing ${(articles * eventsEach).toLocaleString('en')} events …`);
  const edits = eventsEach - 1;
  const writers = Math.ceil(articles / 10);
  const end = await writeArticleHistory({ store, vault, articles, edited: articles, edits, writers });
  await store.close();
  await vault.close();

  const environment = {
    ...search,
    ...secrets,
    DATABASE_URL: url,
    EVENT_STORE_URL: url,
    DEMO_CONTENT: 'off',
    LOG_LEVEL: 'warn',
  };
  say('building the read models …');
  const from = performance.now();
  const first = await startJournal('start', { environment });
  const pool = createPool(url, { applicationName: 'bench' });
  defer(() => pool.end());
  // By then every projection has a checkpoint, including search.
  await untilSearched(first.url);
  const { rows } = await pool.query<{ schema: string }>(
    'select schema_name as schema from projections.checkpoint',
  );
  for (const { schema } of rows)
    while (((await readCheckpoint(pool, schema))?.position ?? '') < end) await sleep(200);
  say(`built in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  for (const { schema } of rows) {
    const { last } = (await readRebuilds(pool, schema)) ?? {};
    if (last) say(`${schema} from ${last.documents} articles in ${(last.milliseconds / 1_000).toFixed(0)} s`);
  }
  await pool.query('vacuum analyze');
  await first.stop();

  const began = performance.now();
  const journal = await startJournal('start', { environment });
  defer(() => journal.stop());
  await untilSearched(journal.url);
  const wholeAfter = performance.now() - began;
  const services = processTree(journal.pid).find(({ command }) => command.includes('embedded/main.ts'));
  const headers = { authorization: `Bearer ${secrets.SERVICE_TOKEN}` };
  return {
    firstPage: journal.firstPageAfter,
    wholeAfter,
    memory: () => (processTree(journal.pid).find(({ pid }) => pid === services?.pid)?.share ?? 0) / 2 ** 20,
    /** Resolves with the milliseconds until the whole response has arrived. */
    async ask(path: string): Promise<number> {
      const began = performance.now();
      const answer = await fetch(journal.url + path, path.startsWith('/api') ? { headers } : {});
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} got status ${answer.status}`);
      return performance.now() - began;
    },
  };
}
