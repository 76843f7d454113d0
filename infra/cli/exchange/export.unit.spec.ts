import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type Transport } from '@journal/contracts';
import { expect, it, onTestFinished } from 'vitest';
import { exportJournal } from './export.ts';
import { readSource } from './sources.ts';

/** Serves a list as the API does: at most `limit` rows, and a link to those below the last one. */
function listed<Row>(rows: readonly Row[], keyOf: (row: Row) => number, path: string) {
  const { pathname, searchParams } = new URL(path, 'https://journal.example');
  const limit = Number(searchParams.get('limit') ?? 24);
  const below = Number(searchParams.get('after') ?? Number.POSITIVE_INFINITY);
  const left = rows.filter((row) => keyOf(row) < below);
  const page = left.slice(0, limit);
  const after = keyOf(page.at(-1) as Row);
  const link = `<${pathname}?limit=${limit}&after=${after}>; rel="next"`;
  return { headers: left.length > limit ? { link } : {}, body: JSON.stringify(page) };
}

const openFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return {
    folder,
    terminal: { environment: { INIT_CWD: folder }, messages: { write: () => true } } as never,
  };
};

it('an export contains all articles and issues of a journal, however many there are', async () => {
  const counted = (count: number) => Array.from({ length: count }, (_, index) => count - index);
  const articles = counted(230).map((id) => ({ id, title: `Title ${id}`, content: 'Text' }));
  const issues = counted(130).map((number) => ({ number, date: '2026-01-05', letter: null, pieces: [] }));
  const answer: Transport = async (path) => {
    const ok = { status: 200, headers: {} };
    if (/^\/api\/articles\b/.test(path)) return { ...ok, ...listed(articles, ({ id }) => id, path) };
    if (/^\/api\/issues\b(?!\/)/.test(path))
      return { ...ok, ...listed(issues, ({ number }) => number, path) };
    const [, number] = /^\/api\/issues\/(\d+)$/.exec(path) ?? [];
    const issue = issues.find((each) => each.number === Number(number));
    return { ...ok, body: JSON.stringify(issue ?? { text: 'Text' }) };
  };
  const { folder, terminal } = await openFolder();
  await exportJournal('out', 'https://journal.example', createApiClient(answer), terminal);
  const count = async (kind: string) => (await readdir(join(folder, 'out', kind))).length;
  expect([await count('articles'), await count('issues')]).toEqual([230, 130]);
});

it('an export is not written where it would be lost with its container', async () => {
  const folder = `/dev/shm/journal-export-${process.pid}`;
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const answer: Transport = async (path) => {
    const body = /articles|issues/.test(path) ? [] : { text: 'Text' };
    return { status: 200, headers: {}, body: JSON.stringify(body) };
  };
  const terminal = { environment: { IN_CONTAINER: 'yes' }, messages: { write: () => true } } as never;
  const exporting = exportJournal(`${folder}/out`, 'http://web:3000', createApiClient(answer), terminal);
  await expect(exporting).rejects.toThrow('would be lost with this container');
});

it('articles of two journals at the same address are not taken for each other, nor for others in another export', async () => {
  const { folder, terminal } = await openFolder();
  const exported = async (name: string, createdAt: string) => {
    const article = { id: 1, title: 'Title', content: 'Text', section: 'view', createdAt };
    const answer: Transport = async (path) => {
      const body = /articles/.test(path) ? [article] : /issues/.test(path) ? [] : { text: 'Text' };
      return { status: 200, headers: {}, body: JSON.stringify(body) };
    };
    await exportJournal(name, 'http://localhost:3000', createApiClient(answer), terminal);
    const { pieces } = await readSource(join(folder, name, 'articles'));
    return pieces[0]?.key;
  };
  const [one, other] = ['2026-01-05T10:00:00.000Z', '2026-01-05T10:00:00.001Z'] as const;
  const key = await exported('first', one);
  expect(await exported('again', one)).toBe(key);
  expect(await exported('other', other)).not.toBe(key);
});
