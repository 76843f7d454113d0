import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { readCheckpoint, readRebuilds, requestRebuild } from '@journal/read-models';
import {
  createEmbeddedEngine,
  createEmbeddedIndex,
  IndexLost,
  parseQuery,
  type SearchIndex,
  SearchUnavailable,
  searchModel,
} from '@journal/search';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginEpoch } from '../../engine/checkpoint.ts';
import { checkProjection } from '../../engine/projection.ts';
import { type ArticleLog, createArticleLog } from '../../testing/article-log.ts';
import { untilApplied } from '../../testing/article-runner.ts';
import { createSearchRunners } from '../../testing/search-runner.ts';
import { until } from '../../testing/until.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: ArticleLog;
let runners: ReturnType<typeof createSearchRunners>;
let index: SearchIndex;
let schema: string;
let articles: string;
let schemas = 0;

beforeEach(() => {
  schema = `built_${++schemas}`;
  articles = `read_${schemas}`;
  store = createMemoryEventStore();
  log = createArticleLog(store);
  runners = createSearchRunners(database.url, store, log);
  index = createEmbeddedIndex({ pool, schema });
});
afterEach(() => runners.stop());

const applied = (position: string) => untilApplied(pool, schema, position);
const search = () => runners.search(index, schema, articles);
const titles = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ title: string }>(
    `select title from ${schema}.document where words is not null order by id`,
  );
  return rows.map(({ title }) => title);
};
const untilFound = (found: readonly string[]) => until(async () => expect(await titles()).toEqual(found));

/** Halts the next build after its first page, until it is let go on. */
function haltBuild() {
  const halted = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const build = index.build;
  index.build = async (documents, publish, signal) => {
    index.build = build;
    async function* halting() {
      for await (const page of documents) {
        yield page;
        halted.resolve();
        await goOn.promise;
      }
    }
    await build(halting(), publish, signal);
  };
  return { halted: halted.promise, goOn: goOn.resolve };
}

describe('an index is built', () => {
  it('where nothing has been applied to it and there are articles', async () => {
    runners.articles(articles);
    await log.publish(1);
    await log.delete(1);
    const last = await log.publish(2);
    await untilApplied(pool, articles, last);
    const change = vi.spyOn(index, 'apply');
    search();
    await applied(last);
    expect(await titles()).toEqual(['Title 2']);
    expect(change).not.toHaveBeenCalled();
    await until(async () => expect((await readCheckpoint(pool, schema))?.caughtUp).toBe(true));
  });

  it('of more articles than one page has, each once', async () => {
    runners.articles(articles);
    let last = '';
    for (let id = 1; id <= 450; id++) last = await log.publish(id);
    await untilApplied(pool, articles, last);
    search();
    await applied(last);
    expect((await titles()).length).toBe(450);
    expect((await readRebuilds(pool, schema))?.last?.documents).toBe(450);
  });

  it('only when the articles are whole: until then it waits', async () => {
    const last = await log.publish(1);
    const runner = runners.search(index, schema, articles, { timeout: 20 });
    await until(() =>
      expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ArticlesBehind' }),
    );
    runners.articles(articles);
    await applied(last);
    await untilFound(['Title 1']);
  });

  it('when its schema has been dropped', async () => {
    runners.articles(articles);
    search();
    await applied(await log.publish(1));
    await pool.query(`drop schema ${schema} cascade`);
    await until(async () => expect(await titles()).toEqual(['Title 1']));
    await applied(await log.publish(2));
    expect(await titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('when it was dropped while nobody led', async () => {
    runners.articles(articles);
    const runner = search();
    await applied(await log.publish(1));
    await runner.stop();
    await pool.query(`drop schema ${schema} cascade`);
    search();
    await untilFound(['Title 1']);
  });

  it('when its rows are gone, though nothing happens', async () => {
    runners.articles(articles);
    search();
    await log.publish(1);
    await applied(await log.publish(2));
    const build = vi.spyOn(index, 'build');
    await pool.query(`delete from ${schema}.document where id = 1`);
    await until(() => expect(build).toHaveBeenCalledTimes(1));
    await untilFound(['Title 1', 'Title 2']);
  });

  it('when other settings have made it', async () => {
    runners.articles(articles);
    search();
    await applied(await log.publish(1));
    const build = vi.spyOn(index, 'build');
    vi.spyOn(index, 'state').mockResolvedValueOnce({ kind: 'outdated' });
    await until(() => expect(build).toHaveBeenCalledTimes(1));
  });

  it('not where it is as empty as the articles are', async () => {
    runners.articles(articles);
    search();
    await log.publish(1);
    await applied(await log.delete(1));
    const build = vi.spyOn(index, 'build');
    const state = vi.spyOn(index, 'state');
    await until(() => expect(state.mock.calls.length).toBeGreaterThan(3));
    expect(await index.state()).toEqual({ kind: 'built', documents: 0 });
    expect(build).not.toHaveBeenCalled();
  });

  it('when a change finds that it is lost', async () => {
    runners.articles(articles);
    runners.search(index, schema, articles, { tickInterval: 60_000 });
    await applied(await log.publish(1));
    const build = vi.spyOn(index, 'build');
    vi.spyOn(index, 'apply').mockRejectedValueOnce(new IndexLost('gone'));
    await applied(await log.publish(2));
    expect(build).toHaveBeenCalledTimes(1);
    expect(await titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('when it is asked for, once, and says what it took', async () => {
    runners.articles(articles);
    search();
    await log.publish(1);
    await applied(await log.publish(2));
    const build = vi.spyOn(index, 'build');
    await pool.query(`truncate ${schema}.document`);
    expect(await requestRebuild(pool, schema)).toBe(1);
    await until(async () => expect(await readRebuilds(pool, schema)).toMatchObject({ wanted: 1, done: 1 }));
    expect(await titles()).toEqual(['Title 1', 'Title 2']);
    expect((await readRebuilds(pool, schema))?.last).toEqual({
      documents: 2,
      milliseconds: expect.any(Number),
    });
    await applied(await log.publish(3));
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('never where its engine is away: it is waited for', async () => {
    runners.articles(articles);
    const runner = search();
    await applied(await log.publish(1));
    const build = vi.spyOn(index, 'build');
    const state = vi
      .spyOn(index, 'state')
      .mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ECONNREFUSED' }));
    state.mockRestore();
    await until(() => expect(checkProjection(runner.status)).resolves.toBeUndefined());
    expect(build).not.toHaveBeenCalled();
  });
});

describe('while it is built', () => {
  async function buildHalfway() {
    runners.articles(articles);
    const leader = search();
    await log.publish(1);
    await log.publish(2);
    await applied(await log.publish(3));
    const { halted, goOn } = haltBuild();
    await requestRebuild(pool, schema);
    await halted;
    return { leader, goOn };
  }

  it('articles go on changing, nothing of that is lost, and the live index answers', async () => {
    const { goOn } = await buildHalfway();
    await log.edit(1, { title: 'Edited' });
    await log.delete(2);
    await untilApplied(pool, articles, await log.publish(4));
    expect(await titles()).toEqual(['Title 1', 'Title 2', 'Title 3']);
    const answers: number[] = [];
    const isDone = async () => (await readRebuilds(pool, schema))?.done === 1;
    goOn();
    while (!(await isDone())) answers.push((await titles()).length);
    expect(Math.min(3, ...answers)).toBe(3);
    await untilFound(['Edited', 'Title 3', 'Title 4']);
  });

  it('one that was dropped is there when it is whole, and not as an empty one before', async () => {
    runners.articles(articles);
    search();
    await applied(await log.publish(1));
    const { halted, goOn } = haltBuild();
    await pool.query(`drop schema ${schema} cascade`);
    await halted;
    const engine = createEmbeddedEngine({ pool, schema });
    const found = engine.search(parseQuery('title'), { limit: 5, offset: 0 }, AbortSignal.timeout(10_000));
    await expect(found).rejects.toThrow(SearchUnavailable);
    goOn();
    await until(async () => expect(await titles()).toEqual(['Title 1']));
  });

  it('a leader that loses its lock stops, and the next one builds it', async () => {
    const { goOn } = await buildHalfway();
    const next = search();
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
       where application_name = $1 and locktype = 'advisory' and granted`,
      [`journal worker ${schema} leader`],
    );
    await until(() => expect(next.status.leading).toBe(true));
    goOn();
    await until(async () => expect(await readRebuilds(pool, schema)).toMatchObject({ done: 1 }));
    await applied(await log.publish(4));
    expect(await titles()).toEqual(['Title 1', 'Title 2', 'Title 3', 'Title 4']);
  });

  it('a leader that stops leaves the live one, and the request is done by the next', async () => {
    const { leader, goOn } = await buildHalfway();
    const stopped = leader.stop();
    goOn();
    await stopped;
    expect(await titles()).toEqual(['Title 1', 'Title 2', 'Title 3']);
    expect(await readRebuilds(pool, schema)).toMatchObject({ wanted: 1, done: 0 });
    search();
    await until(async () => expect(await readRebuilds(pool, schema)).toMatchObject({ done: 1 }));
  });

  it('a term that has ended puts nothing in its place', async () => {
    const { goOn } = await buildHalfway();
    await pool.query(`insert into ${schema}.document (id, title, excerpt, section, created_at, words, changed)
       values (99, 'Of the live one', '', 'view', now(), '', 99)`);
    const checkpoint = await readCheckpoint(pool, schema);
    const again = haltBuild();
    await beginEpoch(pool, schema, searchModel);
    goOn();
    await again.halted;
    expect(await titles()).toContain('Of the live one');
    expect(await readCheckpoint(pool, schema)).toEqual(checkpoint);
    again.goOn();
    await untilFound(['Title 1', 'Title 2', 'Title 3']);
  });
});
