import { setImmediate as nextTurn } from 'node:timers/promises';
import { migrate, writeAlone } from '@journal/postgres';
import { until, useTestDatabase } from '@journal/testing';
import type pg from 'pg';
import { beforeEach, expect, it, vi } from 'vitest';
import { sampleDocument } from '../contract/opened-search.ts';
import { writesOfChange } from './document-writes.ts';
import { createMemory } from './memory.ts';
import { searchModel } from './search.model.ts';

const schema = 'search_v1';
const { pool } = useTestDatabase();
/** So that who asks gets what has changed, on a busy machine too. */
const waits = { patience: 60_000 };

beforeEach(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await migrate(pool, schema, searchModel.migrations);
});

const put = (ids: readonly number[], title = 'Lantern', gone: readonly number[] = []) =>
  writeAlone(
    pool,
    writesOfChange(schema, { documents: ids.map((id) => sampleDocument({ id, title })), gone }),
  );
/** A memory that has read one document, and whose questions can be held back from now on. */
async function readMemory() {
  await put([1]);
  let held: Promise<void> = Promise.resolve();
  const caughtUp = vi.fn();
  const memory = createMemory(
    {
      query: ((statement: pg.QueryConfig) => held.then(() => pool.query(statement))) as pg.Pool['query'],
    },
    schema,
    { patience: 100, onCaughtUp: caughtUp },
  );
  const before = await memory.current();
  return {
    memory,
    before,
    caughtUp,
    /** From now on nothing is answered, until that goes on or fails; then all is answered again. */
    hold() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      held = promise;
      return {
        goOn: resolve,
        fail(error: Error) {
          held = Promise.resolve();
          reject(error);
        },
      };
    },
  };
}
const upTo = (last: number) => Array.from({ length: last }, (_none, index) => index + 1);

it('reads what has changed, and nothing twice', async () => {
  await put(upTo(700));
  let [statements, rows] = [0, 0];
  const counting = {
    query: async (statement: pg.QueryConfig) => {
      const answer = await pool.query(statement);
      statements++;
      rows += answer.rows.length;
      return answer;
    },
  } as unknown as pg.Pool;
  const memory = createMemory(counting, schema, waits);
  expect((await memory.current()).size).toBe(700);
  expect([statements, rows]).toEqual([5, 1 + 700]);
  await put([701], 'Kite', [3]);
  expect((await memory.current()).size).toBe(700);
  expect(statements).toBe(5);
  memory.changed();
  const [index, same] = await Promise.all([memory.current(), memory.current()]);
  expect([statements, rows]).toEqual([8, 701 + 1 + 2]);
  expect(index).toBe(same);
  expect([index.size, index.best([['kite']], 5), index.best([['lantern']], 1)]).toEqual([700, [701], [700]]);
  memory.changed();
  await memory.current();
  expect([statements, rows]).toEqual([11, 704 + 1]);
});

it('finds what was taken away and put back, also where it reads all for the first time', async () => {
  await put([1, 2]);
  const memory = createMemory(pool, schema, waits);
  await memory.current();
  for (const change of [() => put([], '', [1]), () => put([1])]) {
    await change();
    memory.changed();
    await memory.current();
  }
  for (const each of [memory, createMemory(pool, schema, waits)])
    await until(async () => expect((await each.current()).best([['lantern']], 5)).toEqual([2, 1]));
});

it('lets others have their turn while it takes in long documents', async () => {
  const words = Array.from({ length: 4_000 }, (_none, index) => `w${index}`).join(' ');
  const rows = upTo(20).map((id) => ({
    id,
    created_at: new Date(0),
    words: `\n\n${words}`,
    changed: `${id}`,
  }));
  const answers = [[{ tables: '1' }], rows, []];
  let isRead = false;
  let turns = 0;
  const count = () => {
    turns++;
    if (!isRead) setImmediate(count);
  };
  const memory = createMemory(
    { query: (async () => ({ rows: answers.shift() })) as unknown as pg.Pool['query'] },
    schema,
  );
  setImmediate(count);
  const index = await memory.current();
  isRead = true;
  expect(index.size).toBe(20);
  expect(turns).toBeGreaterThan(10);
});

it('gives what was there when it was asked to who asks after a change, also while it reads', async () => {
  await put([1]);
  const memory = createMemory(pool, schema, waits);
  const asked: Promise<number>[] = [];
  for (const id of upTo(20)) {
    await put([id + 1]);
    memory.changed();
    asked.push(memory.current().then((index) => index.best([['lantern']], 100).length));
  }
  const sizes = await Promise.all(asked);
  for (const [index, size] of sizes.entries()) expect(size).toBeGreaterThanOrEqual(index + 2);
});

it('reads all anew where the tables are others', async () => {
  await put([1, 2]);
  const memory = createMemory(pool, schema, waits);
  expect((await memory.current()).size).toBe(2);
  await pool.query(`drop schema ${schema} cascade`);
  await migrate(pool, schema, searchModel.migrations);
  await put([9]);
  memory.changed();
  expect((await memory.current()).best([['lantern']], 5)).toEqual([9]);
});

it('keeps nothing of what was replaced or removed once it is renewed', async () => {
  await put([1, 2, 3]);
  const memory = createMemory(pool, schema, waits);
  await memory.current();
  await put([2], 'Kite', [3]);
  memory.changed();
  const before = await memory.current();
  expect([before.size, before.dead]).toEqual([2, 2]);
  memory.renew();
  expect(await memory.current()).toBe(before);
  const after = await until(async () => {
    const index = await memory.current();
    expect([index.size, index.dead, index.best([['kite']], 5)]).toEqual([2, 0, [2]]);
    return index;
  });
  memory.renew();
  expect(await memory.current()).toBe(after);
  await put([4]);
  memory.changed();
  expect(await memory.current()).toBe(after);
});

it('reads anew by itself where more has been replaced than is worth keeping', async () => {
  await put(upTo(600));
  const memory = createMemory(pool, schema, waits);
  await memory.current();
  for (const title of ['Kite', 'Moon']) {
    await put(upTo(600), title);
    memory.changed();
    await memory.current();
  }
  expect((await memory.current()).dead).toBe(1_200);
  await put([601], 'Moon');
  memory.changed();
  await until(async () => expect((await memory.current()).dead).toBe(0));
  expect((await memory.current()).size).toBe(601);
});

it('answers as before while reading takes long, keeps one question waiting for it, and tells when it has caught up', async () => {
  const { memory, before, caughtUp, hold } = await readMemory();
  const { goOn } = hold();
  await pool.query(`drop schema ${schema} cascade`);
  await migrate(pool, schema, searchModel.migrations);
  await put([9]);
  memory.changed();
  const asked = performance.now();
  expect(await memory.current()).toBe(before);
  expect(performance.now() - asked).toBeGreaterThan(90);
  expect(await Promise.race([memory.current(), nextTurn('waits')])).toBe(before);
  expect(caughtUp).not.toHaveBeenCalled();
  goOn();
  await until(async () => expect((await memory.current()).best([['lantern']], 5)).toEqual([9]));
  expect(caughtUp).toHaveBeenCalledTimes(1);
});

it('tells those who got what was there before where reading fails too, so that they ask again', async () => {
  const { memory, before, caughtUp, hold } = await readMemory();
  const { fail } = hold();
  memory.changed();
  expect(await memory.current()).toBe(before);
  expect(caughtUp).not.toHaveBeenCalled();
  fail(new Error('away'));
  await until(() => expect(caughtUp).toHaveBeenCalledTimes(1));
  await memory.current();
  // On a busy machine reading takes longer than is waited for.
  await until(() => expect(caughtUp).toHaveBeenCalledTimes(2));
});

it('asks again after a database that was away', async () => {
  await put([1]);
  let isAway = true;
  const memory = createMemory(
    {
      query: ((statement: pg.QueryConfig) =>
        isAway ? Promise.reject(new Error('away')) : pool.query(statement)) as pg.Pool['query'],
    },
    schema,
  );
  await expect(memory.current()).rejects.toThrow('away');
  isAway = false;
  expect((await memory.current()).size).toBe(1);
});
