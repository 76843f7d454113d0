import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { dumpRedis } from '../../services/worker/src/testing/dump-redis.ts';
import type { startRedis } from '../../services/worker/src/testing/start-redis.ts';
import type { StartedJournal } from '../../tools/testing/start-journal.ts';
import { databaseOf, databaseTexts, secretsOf, type Text } from './database-texts.ts';
import { openedLog } from './log-record.ts';

export type StartedRedis = Awaited<ReturnType<typeof startRedis>>;

const sections = ['clash', 'view', 'culture'];
const paths = [
  ...['/', '/about', '/contact', '/sitemap.xml', '/robots.txt', '/feed.xml', '/atom.xml'],
  ...sections.flatMap((section) => [`/${section}`, `/${section}/feed.xml`, `/${section}/atom.xml`]),
  ...sections.map((section) => `/api/articles/section/${section}`),
  ...['/api/articles', '/api/articles?fields=card', '/api/articles/featured', '/api/stats'],
];

const newsroom = [
  ...['pending', 'published', 'deleted'].map((status) => `/api/submissions?status=${status}`),
  ...['published', 'deleted'].map((status) => `/api/newsroom/articles?status=${status}`),
  ...['/api/audit', '/api/audit.csv'],
];
const isForNewsroom = (path: string) =>
  newsroom.includes(path) || path.startsWith('/api/submissions/') || path.includes('/history');

/**
 * Every text that the journal keeps or shows anywhere: tables and indexes, the log as the keys still open it, files of
 * the data folder apart from Postgres's own, the queue, what all services logged, and what readers and administrators
 * are answered. Rejects where one of them can't be had.
 */
export async function everyText(
  journal: StartedJournal,
  {
    articles,
    submissions,
    searches,
    redis,
  }: {
    articles: readonly number[];
    submissions: readonly string[];
    /** What somebody looks for. */
    searches: readonly string[];
    redis: StartedRedis | undefined;
  },
): Promise<Text[]> {
  const ofArticles = articles.flatMap((id) => [
    `/article/${id}`,
    `/api/articles/${id}`,
    `/api/articles/${id}/history`,
    `/api/articles/${id}/history/0`,
  ]);
  const ofSubmissions = submissions.flatMap((id) => [
    `/api/submissions/${id}`,
    `/api/submissions/${id}/history`,
    `/api/submissions/${id}/history/0`,
  ]);
  const ofSearches = searches.map((text) => `/api/search?q=${text}&passages=1`);
  const database = await databaseOf(journal.dataFolder);
  const { MASTER_KEY = '' } = await secretsOf(journal.dataFolder);
  return [
    ...(await databaseTexts(database)),
    ...(await openedLog(database, MASTER_KEY)),
    ...(await fileTexts(journal.dataFolder)),
    ...(redis ? [{ place: 'redis', text: await dumpRedis(redis.client) }] : []),
    { place: 'logs', text: journal.output() },
    ...(await answerTexts(journal, [...paths, ...newsroom, ...ofArticles, ...ofSubmissions, ...ofSearches])),
  ];
}

/** Where words stand, whichever way they are spelt. */
export function placesOf(texts: readonly Text[], words: Iterable<string>): string[] {
  const wanted = [...words];
  return texts
    .filter(({ text }) => wanted.some((word) => text.toLowerCase().includes(word)))
    .map(({ place }) => place);
}

async function fileTexts(folder: string): Promise<Text[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !relative(folder, path).startsWith('postgres/'));
  return Promise.all(
    files.map(async (path) => ({
      place: `file ${relative(folder, path)}`,
      text: `${relative(folder, path)}\n${await readFile(path, 'latin1').catch(() => '')}`,
    })),
  );
}

async function answerTexts(journal: StartedJournal, all: readonly string[]): Promise<Text[]> {
  const texts: Text[] = [];
  // One by one, so that a slow machine has each page ready in the time that there is for one.
  for (const path of all) texts.push(await answerText(journal, path));
  return texts;
}

/** With the token where a program may see more than a reader. Throws where not all of it came: what lacks hides words. */
async function answerText({ url, dataFolder }: StartedJournal, path: string): Promise<Text> {
  const { SERVICE_TOKEN } = await secretsOf(dataFolder);
  const headers: Record<string, string> = isForNewsroom(path)
    ? { authorization: `Bearer ${SERVICE_TOKEN}` }
    : {};
  const answer = await fetch(url + path, { headers });
  const body = await answer.text();
  if (answer.status >= 500 || body.includes('could not be loaded')) throw new Error(`${path} did not come`);
  return { place: `GET ${path}`, text: `${[...answer.headers].join('\n')}\n${body}` };
}
