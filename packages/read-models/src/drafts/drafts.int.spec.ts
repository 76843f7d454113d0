import { createPool } from '@journal/postgres';
import { createTestDatabase } from '@journal/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import {
  copyDrafts,
  createDraftTable,
  type DraftRecord,
  removeDraftsBefore,
  restoreDrafts,
} from './drafts.ts';

const database = await createTestDatabase(inject('postgresUrl'));
const pool = createPool(database.url, { applicationName: 'spec', max: 4 });
const table = createDraftTable(pool);
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

/** A sample draft with some values changed. */
const draftOf = (change: object = {}) => ({
  ...{ userId: 'writer', target: 'new-pitch', savedAt: day(1), subjects: ['user:writer'] },
  box: Buffer.from('sealed'),
  ...change,
});

async function copied() {
  const records: DraftRecord[] = [];
  for await (const page of copyDrafts(pool)) records.push(...page);
  return records;
}

beforeAll(async () => {
  // Before any command service has created the table.
  expect(await removeDraftsBefore(pool, day(1))).toBe(0);
  expect(await copied()).toEqual([]);
  await table.read('nobody');
});
beforeEach(() => pool.query('delete from drafts.draft'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('read returns saved drafts to their own user only', async () => {
  const version = await table.save(draftOf());
  await table.save(draftOf({ target: 'article-1' }));
  expect(await table.read('writer', 'new-pitch')).toEqual([{ ...draftOf(), version }]);
  expect((await table.read('writer')).map(({ target }) => target)).toEqual(['article-1', 'new-pitch']);
  expect(await table.read('other')).toEqual([]);
});

it('save succeeds only over an expected version, or if none is expected', async () => {
  expect(await table.save(draftOf(), [7])).toBeUndefined();
  const first = (await table.save(draftOf(), [0])) ?? 0;
  expect(await table.save(draftOf(), [0])).toBeUndefined();
  const second = (await table.save(draftOf(), [first])) ?? 0;
  expect(second).toBeGreaterThan(first);
  expect(await table.save(draftOf(), [first])).toBeUndefined();
  expect(await table.save(draftOf())).toBeGreaterThan(second);
});

it('only one of several concurrent saves over the same version succeeds', async () => {
  const first = (await table.save(draftOf())) ?? 0;
  const saved = await Promise.all([1, 2, 3].map(() => table.save(draftOf(), [first])));
  expect(saved.filter((version) => version !== undefined)).toHaveLength(1);
  await table.remove(draftOf());
  const begun = await Promise.all([1, 2, 3].map(() => table.save(draftOf(), [0])));
  expect(begun.filter((version) => version !== undefined)).toHaveLength(1);
});

it('remove deletes only an expected version, and version numbers are never reused', async () => {
  const first = (await table.save(draftOf())) ?? 0;
  expect(await table.remove(draftOf(), [first + 1])).toBe(false);
  expect(await table.remove(draftOf(), [first])).toBe(true);
  expect(await table.remove(draftOf(), [first])).toBe(true);
  expect(await table.save(draftOf(), [first])).toBeUndefined();
  expect(await table.save(draftOf(), [0])).toBeGreaterThan(first);
  await table.save(draftOf({ userId: 'other' }));
  await table.removeAllOf('writer');
  expect(await table.read('writer')).toEqual([]);
  expect(await table.read('other')).toHaveLength(1);
});

it('removeDraftsBefore deletes drafts saved before a date', async () => {
  for (const number of [1, 2, 3])
    await table.save(draftOf({ target: `article-${number}`, savedAt: day(number) }));
  expect(await removeDraftsBefore(pool, day(2))).toBe(1);
  expect((await table.read('writer')).map(({ target }) => target)).toEqual(['article-2', 'article-3']);
});

it('restoring a backup twice yields the same drafts, and continues their versions', async () => {
  const version = (await table.save(draftOf())) ?? 0;
  await table.save(draftOf({ userId: 'other' }));
  const copy = await copied();
  expect(copy).toHaveLength(2);
  await pool.query('drop schema drafts cascade');
  for (let times = 0; times < 2; times++) await restoreDrafts(pool, copy);
  expect(await table.read('writer')).toEqual([{ ...draftOf(), version }]);
  expect(await table.save(draftOf(), [version])).toBeGreaterThan(version);
});
