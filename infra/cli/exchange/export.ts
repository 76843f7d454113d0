import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ApiAnswer, type ApiClient, type Article, addressOf, type IssueCard } from '@journal/contracts';
import { stringify } from 'yaml';
import { CommandError, checkOutlives, fileOf, type Terminal } from '../terminal.ts';
import { markdownOf } from './plain-text.ts';

/** Value of `format` in a manifest. */
const format = 'journal-export/1';

type WrittenFile = {
  readonly path: string;
  readonly kind: string;
  readonly id: string;
  readonly sha256: string;
};

/**
 * Writes everything that readers can read into a new folder: a Markdown file with front matter for each article, issue
 * and page, and a manifest with their SHA-256 hashes. Accounts, pitches and histories are not exported: a backup has
 * them. Rejects with `CommandError` if the folder already exists, or would be lost with the command's container. Leaves
 * no folder behind if it fails.
 */
export async function exportJournal(
  name: string,
  origin: string,
  client: ApiClient,
  { environment, messages }: Terminal,
): Promise<void> {
  const folder = fileOf(environment, name);
  await mkdir(dirname(folder), { recursive: true });
  await checkOutlives(environment, folder);
  await mkdir(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} ${cause.code === 'EEXIST' ? 'already exists' : 'cannot be created'}.`, {
      cause,
    });
  });
  const written = await writeAll(folder, origin, client).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    throw error;
  });
  messages.write(`Written to ${folder}: ${written} files and a manifest that lists them.\n`);
}

/** Resolves with the number of files written, without the manifest. */
async function writeAll(folder: string, origin: string, client: ApiClient): Promise<number> {
  const files: WrittenFile[] = [];
  async function write(kind: string, id: number | string, path: string, front: object, text: string) {
    const content = `---\n${stringify(front, { lineWidth: 0 })}---\n\n${markdownOf(text)}\n`;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content, { flag: 'wx' });
    const sha256 = createHash('sha256').update(content).digest('hex');
    files.push({ path, kind, id: `${id}`, sha256 });
  }
  const articles = addressOf('GET /api/articles', { query: { limit: 100 } });
  for await (const article of everyRow<Article>(client, articles)) {
    const { id, content, createdAt, authorName, authorAge, authorSchool, ...rest } = article;
    const { title, excerpt, section, readTime, featured, cover } = rest;
    const byline = { author: authorName, age: authorAge ?? undefined, school: authorSchool ?? undefined };
    // Several journals may be exported at http://localhost:3000, and all of them imported into another one.
    const identity = `${origin}/article/${id}#${createdAt}`;
    const front = { id: identity, title, excerpt, date: createdAt, section, ...byline };
    const more = { readTime, featured: featured === 1, cover };
    await write(
      'article',
      id,
      `articles/${numbered(id)}-${slugOf(title)}.md`,
      { ...front, ...more },
      content,
    );
  }
  const issues = addressOf('GET /api/issues', { query: { limit: 100 } });
  for await (const { number } of everyRow<IssueCard>(client, issues)) {
    const { data: issue } = await client.request('GET /api/issues/:id', { params: { id: `${number}` } });
    const { date, title, letter, cover, colours, pieces } = issue;
    const inIssue = pieces.map((piece) => ({
      article: piece.article?.id,
      heading: piece.heading ?? undefined,
    }));
    const front = { number, title: title ?? undefined, date, cover, colours, pieces: inIssue };
    await write('issue', number, `issues/${numbered(number)}.md`, front, letter ?? '');
  }
  for (const id of ['privacy', 'terms'] as const) {
    const { data: page } = await client.request('GET /api/pages/:id', { params: { id } });
    await write('page', id, `pages/${id}.md`, { id }, page.text);
  }
  const manifest = { format, journal: origin, exportedAt: new Date().toISOString(), files };
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx' });
  return files.length;
}

/** Yields the rows of a list, page by page. */
async function* everyRow<Row>(client: ApiClient, list: string): AsyncGenerator<Row> {
  for (let path: string | null = list; path !== null; ) {
    const { data, next }: ApiAnswer = await client.get(path);
    yield* data as readonly Row[];
    path = next;
  }
}

const numbered = (id: number) => `${id}`.padStart(5, '0');

/** Returns a title's words as a slug for a file name. */
const slugOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
    ?.join('-')
    .slice(0, 60) ?? 'untitled';
