import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient, idempotencyKeyHeader, type Transport } from '@journal/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoArticles, ensureDemoContent } from './demo-content.ts';
import type { StartedJournal } from './started-journal.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-demo-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Publishes by key, as the command service does; breaks off after `breaksAfter` articles. */
class FakeJournal implements StartedJournal {
  readonly published = new Map<string, string>();
  readonly isAdministratorNamed = false;
  breaksAfter = Number.POSITIVE_INFINITY;
  holdsOthers = false;
  refusal: string | undefined;
  readonly client = createApiClient((path, request) => this.answer(path, request));

  logHolds = async () => this.published.size > 0 || this.holdsOthers;
  untilReadable = async () => {};

  answer: Transport = async (_path, { headers, body = '' }) => {
    if (this.refusal !== undefined) return { status: 400, headers: {}, body: this.refusal };
    if (this.published.size >= this.breaksAfter) throw new Error('the machine went down');
    this.published.set(headers[idempotencyKeyHeader] ?? '', body);
    return { status: 201, headers: {}, body: '' };
  };
}

test('a log without articles gets every demo article, in order and once; deleted ones do not come back', async () => {
  const journal = new FakeJournal();
  await ensureDemoContent(folder, journal);
  expect([...journal.published.values()].map((body) => JSON.parse(body))).toEqual(demoArticles);
  journal.published.clear();
  await ensureDemoContent(folder, journal);
  expect(journal.published.size).toBe(0);
});

test('an interrupted start is completed by the next one without duplicates', async () => {
  const journal = new FakeJournal();
  journal.breaksAfter = 5;
  await expect(ensureDemoContent(folder, journal)).rejects.toThrow('does not answer');
  journal.breaksAfter = Number.POSITIVE_INFINITY;
  await ensureDemoContent(folder, journal);
  expect(journal.published.size).toBe(demoArticles.length);
});

test.each([
  ['', undefined],
  [', also after another version wrote its progress', 'something else'],
])('a log that holds an article is left alone for good%s', async (_what, progress) => {
  if (progress) await writeFile(join(folder, 'demo-content'), progress);
  const journal = new FakeJournal();
  journal.holdsOthers = true;
  await ensureDemoContent(folder, journal);
  journal.holdsOthers = false;
  await ensureDemoContent(folder, journal);
  expect(journal.published.size).toBe(0);
});

test('a refused article fails the start with the words of the command service, and is retried by the next', async () => {
  const journal = new FakeJournal();
  journal.refusal = 'Title is missing';
  await expect(ensureDemoContent(folder, journal)).rejects.toThrow('Title is missing');
  expect(await readFile(join(folder, 'demo-content'), 'utf8')).toBe('publishing');
});
