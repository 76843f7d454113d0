import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { dumpRedis, type startRedis } from '../../services/worker/src/testing/redis.ts';
import type { StartedJournal } from '../../tools/testing/start-journal.ts';
import { databaseAddress } from '../cli/engine-addresses.ts';
import { readSettings } from '../cli/terminal.ts';
import { databaseTexts, openedLog, type Text } from './database.ts';
import type { Person } from './person.ts';

export type StartedRedis = Awaited<ReturnType<typeof startRedis>>;

const sections = ['clash', 'view', 'culture'];
const newsroom = [
  ...['pending', 'published', 'deleted'].map((status) => `/api/submissions?status=${status}`),
  ...['published', 'deleted'].map((status) => `/api/newsroom/articles?status=${status}`),
  ...['/api/audit', '/api/audit.csv'],
];
const paths = [
  ...['/', '/about', '/contact', '/sitemap.xml', '/robots.txt', '/feed.xml', '/atom.xml'],
  ...sections.flatMap((section) => [`/${section}`, `/${section}/feed.xml`, `/${section}/atom.xml`]),
  ...sections.map((section) => `/api/articles/section/${section}`),
  ...['/api/articles', '/api/articles?fields=card', '/api/articles/featured', '/api/stats'],
  ...newsroom,
];
const withHistory = (path: string) => [path, `${path}/history`, `${path}/history/0`];
const pathsOf = ({ articleId, submissionIds, words }: Person) => [
  `/article/${articleId}`,
  `/api/articles/${articleId}/further`,
  ...withHistory(`/api/articles/${articleId}`),
  ...submissionIds.flatMap((id) => withHistory(`/api/submissions/${id}`)),
  `/api/search?q=${words.name}&passages=1`,
];
const isForNewsroom = (path: string) =>
  newsroom.includes(path) || path.startsWith('/api/submissions/') || path.includes('/history');

/**
 * Resolves with every text that the journal stores or shows anywhere: tables and indexes, the log as far as the keys
 * still open it, files of the data folder except Postgres's own, the queue, the logs of all services, and the responses
 * to readers and administrators. Rejects if one of them can't be read.
 */
export async function collectTexts(
  journal: StartedJournal,
  people: readonly Person[],
  redis: StartedRedis | undefined,
): Promise<Text[]> {
  const environment = { DATA_DIR: journal.dataFolder };
  const database = await databaseAddress(environment);
  const { secret } = await readSettings(environment);
  const texts = [
    ...(await databaseTexts(database)),
    ...(await openedLog(database, secret('MASTER_KEY') ?? '')),
    ...(await fileTexts(journal.dataFolder)),
    ...(redis ? [{ place: 'redis', text: await dumpRedis(redis.client) }] : []),
    { place: 'logs', text: journal.output() },
  ];
  // One at a time, so that a slow machine answers each within the time limit for one request.
  for (const path of [...paths, ...people.flatMap(pathsOf)])
    texts.push(await answerText(journal, path, secret('SERVICE_TOKEN')));
  return texts;
}

/** Returns the places where any of the words occur, ignoring case. */
export function placesOf(texts: readonly Text[], words: readonly string[]): string[] {
  return texts
    .filter(({ text }) => words.some((word) => text.toLowerCase().includes(word)))
    .map(({ place }) => place);
}

async function fileTexts(folder: string): Promise<Text[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => !name.startsWith('postgres/'));
  return Promise.all(
    names.map(async (name) => ({
      place: `file ${name}`,
      text: `${name}\n${await readFile(join(folder, name), 'latin1').catch(() => '')}`,
    })),
  );
}

/**
 * Sends the token if a program may see more than a reader. Throws for an incomplete response, which could hide words.
 */
async function answerText({ url }: StartedJournal, path: string, token = ''): Promise<Text> {
  const headers: Record<string, string> = isForNewsroom(path) ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(url + path, { headers });
  const body = await answer.text();
  if (answer.status >= 500 || body.includes('could not be loaded')) throw new Error(`${path} did not come`);
  return { place: `GET ${path}`, text: `${[...answer.headers].join('\n')}\n${body}` };
}
