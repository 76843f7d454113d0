import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, type Transport } from '@journal/contracts';
import { expect, it, onTestFinished } from 'vitest';
import { exportJournal } from './export.ts';

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
  const folder = await mkdtemp(join(tmpdir(), 'journal-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const terminal = { environment: { INIT_CWD: folder }, messages: { write: () => true } };
  await exportJournal('out', 'https://journal.example', createApiClient(answer), terminal as never);
  const count = async (kind: string) => (await readdir(join(folder, 'out', kind))).length;
  expect([await count('articles'), await count('issues')]).toEqual([230, 130]);
});
