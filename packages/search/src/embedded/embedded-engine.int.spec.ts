import { useTestDatabase } from '@journal/testing';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { callsOf, sampleDocument } from '../contract/opened-search.ts';
import { batches } from '../quality/corpus.ts';
import { parseQuery } from '../text/parse-query.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { createEmbeddedIndex } from './embedded-index.ts';

const schema = 'search_v1';
const { pool } = useTestDatabase();
const upTo = (last: number) =>
  Array.from({ length: last }, (_none, at) => ({ id: at + 1, title: 'Lantern' }));

/** An engine whose statements are counted, and can be delayed or made to fail. */
function openEngine() {
  let before = async (): Promise<unknown> => undefined;
  let after = () => {};
  const counted = { statements: 0, rows: 0 };
  const query = async (statement: pg.QueryConfig) => {
    await before();
    const answer = await pool.query(statement);
    after();
    counted.statements++;
    counted.rows += answer.rows.length;
    return answer;
  };
  const engine = createEmbeddedEngine({ pool: { query } as unknown as pg.Pool });
  return {
    ...callsOf(() => ({ engine, index: createEmbeddedIndex({ pool }) }) as never),
    engine,
    /** Returns the statements and rows since the last call. */
    read() {
      const read = [counted.statements, counted.rows];
      Object.assign(counted, { statements: 0, rows: 0 });
      return read;
    },
    /** Sets what each statement does first and what it does once it is answered. */
    first(work: () => Promise<unknown>, last = () => {}) {
      before = work;
      after = last;
    },
  };
}

let on: ReturnType<typeof openEngine>;
beforeEach(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  on = openEngine();
});

it('the engine reads each document once, and then only changes', async () => {
  await on.fill(upTo(700));
  expect(await on.ids('nowhere')).toEqual([]);
  expect(on.read()).toEqual([1 + 3, 1 + 700]);
  await on.change([{ id: 701, title: 'Kite' }], [3]);
  expect([await on.ids('kite'), await on.ids('lantern', 1)]).toEqual([[701], [700]]);
  expect(on.read()).toEqual([2 + 1 + 2, 1 + 2 + 1 + 1 + 1]);
  await on.change([{ id: 701, title: 'Kite' }]);
  await on.fill([...upTo(700), { id: 701, title: 'Kite' }]);
  on.read();
  expect(await on.ids('nowhere')).toEqual([]);
  expect(on.read()).toEqual([2, 1 + 1]);
});

it('the engine resumes its first load after a page failed', async () => {
  await on.fill(upTo(600));
  let statements = 0;
  on.first(async () => {
    if (++statements === 4) throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
  });
  await expect(on.ids('lantern')).rejects.toMatchObject({ name: 'SearchUnavailable' });
  on.first(async () => {});
  on.read();
  expect(await on.ids('lantern', 1)).toEqual([600]);
  expect(on.read()).toEqual([1 + 1 + 1, 1 + 100 + 1]);
});

it('the engine applies all changes after a page of them failed', async () => {
  await on.fill(upTo(600));
  await on.ids('nowhere');
  await on.change(upTo(600).map((each) => ({ ...each, title: 'Kite' })));
  let statements = 0;
  on.first(async () => {
    if (++statements === 3) throw Object.assign(new Error('away'), { code: 'ECONNRESET' });
  });
  await expect(on.ids('kite')).rejects.toMatchObject({ name: 'SearchUnavailable' });
  on.first(async () => {});
  expect([await on.ids('kite', 1), await on.ids('kite', 1, 99), await on.ids('lantern')]).toEqual([
    [600],
    [501],
    [],
  ]);
});

it('the engine warns once if there are more documents than it is designed for', async () => {
  const warnings: string[] = [];
  const engine = createEmbeddedEngine({ pool, most: 2, warn: (warning) => warnings.push(warning) });
  const { fill, change, ids } = callsOf(() => ({ engine, index: createEmbeddedIndex({ pool }) }) as never);
  await fill(upTo(2));
  await ids('lantern');
  expect(warnings).toEqual([]);
  for (const id of [3, 4]) {
    await change([{ id, title: 'Lantern' }]);
    await ids('lantern');
  }
  expect(warnings).toEqual([expect.stringMatching(/^3 articles .* designed for 2: .*SEARCH_URL/)]);
});

it('a search sees every change made before it, even with concurrent searches', async () => {
  await on.fill(upTo(1));
  const found: Promise<void>[] = [];
  for (let id = 2; id <= 20; id++) {
    await on.change([{ id, title: 'Lantern' }]);
    found.push(on.ids('lantern', 100).then((ids) => expect(ids.length).toBeGreaterThanOrEqual(id)));
  }
  await Promise.all(found);
});

it('a search finds a document that was deleted and added again, and nothing of a dropped index', async () => {
  await on.fill(upTo(2));
  await on.ids('lantern');
  await on.change([], [1]);
  await on.ids('lantern');
  await on.change([{ id: 1, title: 'Lantern' }]);
  expect([await on.ids('lantern'), await openEngine().ids('lantern')]).toEqual([
    [2, 1],
    [2, 1],
  ]);
  await pool.query(`drop schema ${schema} cascade`);
  await expect(on.ids('lantern')).rejects.toMatchObject({ name: 'SearchUnavailable' });
  await on.fill([{ id: 9, title: 'Lantern' }]);
  expect(await on.ids('lantern')).toEqual([9]);
});

it('a deleted document leaves none of its content in the table', async () => {
  await on.fill([{ id: 1, authorName: 'Wanda Zielinski', authorAge: 15 }]);
  await on.change([], [1]);
  const { rows } = await pool.query(`select * from ${schema}.document`);
  const nothing = {
    title: null,
    excerpt: null,
    section: null,
    author_name: null,
    author_age: null,
    cover: null,
  };
  expect(rows).toEqual([{ id: 1, ...nothing, created_at: null, words: null, changed: '2' }]);
});

// Longer than a slice, so that the event loop gets a turn after each, however fast the database responds.
const longContent = Array.from({ length: 7_000 }, (_none, at) => `w${at}`).join(' ');

/** Resolves with the number of event-loop turns at each call of `note`. */
async function countingTurns(work: (note: () => void) => Promise<void>): Promise<readonly number[]> {
  const noted: number[] = [];
  let [turns, isOver] = [0, false];
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work(() => noted.push(turns));
  isOver = true;
  return noted;
}

it('the index counts its documents with an index-only scan', async () => {
  await on.fill(upTo(1_000).map(({ id }) => ({ id, content: longContent.slice(0, 2_000) })));
  await on.change([], [3]);
  await pool.query(`vacuum analyze ${schema}.document`);
  let sent = '';
  const watched = {
    query(text: string) {
      sent = text;
      return pool.query(text);
    },
  };
  const index = createEmbeddedIndex({ pool: watched as unknown as pg.Pool });
  expect(await index.state()).toEqual({ kind: 'built', documents: 999 });
  const { rows } = await pool.query(`explain (format json) ${sent}`);
  expect(JSON.stringify(rows)).toContain('"Index Only Scan"');
});

it('the engine yields to the event loop while it loads long documents', async () => {
  await on.fill(upTo(20).map(({ id }) => ({ id, content: longContent })));
  const [turns] = await countingTurns(async (note) => {
    expect((await on.ids('w3999', 20)).length).toBe(20);
    note();
  });
  expect(turns).toBeGreaterThanOrEqual(19);
});

it('the engine requests the next page before it processes the current one', async () => {
  await on.fill(upTo(300).map(({ id }) => ({ id, content: id <= 20 ? longContent : 'Short' })));
  const turns = await countingTurns(async (note) => {
    on.first(async () => note(), note);
    await on.ids('w3999');
  });
  // The version, the first page and the second page: each requested, then answered.
  const [, , , answered = 0, asked] = turns;
  expect(asked).toBe(answered);
});

describe('a search rejects with SearchUnavailable', () => {
  it.each([
    ['the database does not answer', () => new Promise(() => {}), 50],
    [
      'the database is away',
      () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' })),
      10_000,
    ],
    ['a statement takes too long', () => Promise.reject(new Error('Query read timeout')), 10_000],
  ])('if %s', async (_why, first, deadline) => {
    await on.fill(upTo(1));
    on.first(first);
    const signal = AbortSignal.timeout(deadline);
    const found = on.engine.search(parseQuery('lantern'), { limit: 5, offset: 0 }, signal);
    await expect(found).rejects.toMatchObject({ name: 'SearchUnavailable' });
  });

  it('only until the database is back, and not for a programming error', async () => {
    await on.fill(upTo(1));
    on.first(() => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNRESET' })));
    await expect(on.ids('lantern')).rejects.toMatchObject({ name: 'SearchUnavailable' });
    on.first(async () => {});
    expect(await on.ids('lantern')).toEqual([1]);
    on.first(() => Promise.reject(new TypeError('x is not a function')));
    await expect(on.ids('lantern')).rejects.toThrow(TypeError);
  });
});

describe('a build', () => {
  const never = new AbortController().signal;

  it('does not block changes, and is not disturbed by a build of a process that is no longer the leader', async () => {
    await on.fill([{ id: 1, title: 'Old' }]);
    const index = createEmbeddedIndex({ pool });
    const [filled, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    async function* halting() {
      yield [sampleDocument({ id: 1, title: 'Older' })];
      filled.resolve();
      await resumed.promise;
    }
    const fenced = async () => Promise.reject(new Error('leads no more'));
    const first = index.build(halting(), fenced, never).catch((error: Error) => error.message);
    await filled.promise;
    await on.change([{ id: 2, title: 'Newer' }]);
    await index.build(batches([sampleDocument({ id: 2, title: 'New' })]), (swap) => swap(), never);
    resumed.resolve();
    expect(await first).toBe('leads no more');
    expect([await on.ids('old'), await on.ids('new'), await on.ids('newer')]).toEqual([[], [2], []]);
  });

  it('may wait for documents for any time, although its transaction is idle meanwhile', async () => {
    const limited = new pg.Pool({ ...pool.options, idle_in_transaction_session_timeout: 60_000 });
    onTestFinished(() => limited.end());
    const used = new Promise<pg.PoolClient>((resolve) => limited.on('acquire', resolve));
    const limit = async (database: Pick<pg.Pool, 'query'>) =>
      (await database.query('show idle_in_transaction_session_timeout')).rows;
    async function* waiting() {
      yield [sampleDocument({ id: 1, title: 'First' })];
      expect(await limit(await used)).toEqual([{ idle_in_transaction_session_timeout: '0' }]);
      yield [sampleDocument({ id: 2, title: 'Second' })];
    }
    await createEmbeddedIndex({ pool: limited }).build(waiting(), (swap) => swap(), never);
    expect([await on.ids('first'), await on.ids('second')]).toEqual([[1], [2]]);
    expect(await limit(limited)).toEqual([{ idle_in_transaction_session_timeout: '1min' }]);
  });

  it('takes effect even if publishing fails after the swap', async () => {
    await on.fill([{ id: 1, title: 'Old' }]);
    const late = on.fill([{ id: 1, title: 'New' }], async (swap) => {
      await swap();
      throw new Error('lost');
    });
    await expect(late).rejects.toThrow('lost');
    expect([await on.ids('old'), await on.ids('new'), await on.state()]).toEqual([
      [],
      [1],
      { kind: 'built', documents: 1 },
    ]);
  });
});
