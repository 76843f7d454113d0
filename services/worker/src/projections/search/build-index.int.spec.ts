import { readCheckpoint, requestRebuild } from '@journal/read-models';
import {
  createEmbeddedEngine,
  IndexLost,
  parseQuery,
  type SearchIndex,
  SearchUnavailable,
  searchModel,
} from '@journal/search';
import { until } from '@journal/testing';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { beginEpoch } from '../../engine/checkpoint.ts';
import { checkProjection } from '../../engine/projection.ts';
import { searchTest } from '../../testing/search-test.ts';

const it = searchTest
  .extend('halt', ({ index }, { onCleanup }) => {
    const ending = new AbortController();
    // Otherwise the leader would never stop after a failed test.
    onCleanup(() => ending.abort());
    return () => haltBuild(index, ending.signal);
  })
  /** Resolves when three articles are indexed and a rebuild has read its first page. */
  .extend('buildHalfway', ({ log, model, search, halt }) => async () => {
    const leader = search.startBoth();
    await log.articles.publish(1);
    await log.articles.publish(2);
    await model.applied(await log.articles.publish(3));
    const { halted, goOn } = halt();
    await requestRebuild(model.pool, model.schema);
    await halted;
    return { leader, goOn };
  });

/** Halts the next build after its first page until `goOn` is called or the test ends. */
function haltBuild(index: SearchIndex, ending: AbortSignal) {
  const halted = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  ending.addEventListener('abort', () => goOn.resolve());
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
  it('if nothing has been applied to it and there are articles', async ({ log, model, index, search }) => {
    search.startArticles();
    await log.articles.publish(1);
    await log.articles.delete(1);
    let last = '';
    for (let id = 2; id <= 450; id++) last = await log.articles.publish(id);
    await model.applied(last, search.articlesSchema);
    const apply = vi.spyOn(index, 'apply');
    search.start();
    await model.applied(last);
    // More than one page, each article once.
    expect(await search.titles()).toEqual(Array.from({ length: 449 }, (_, at) => `Title ${at + 2}`));
    expect((await search.rebuilds())?.last?.documents).toBe(449);
    expect(apply).not.toHaveBeenCalled();
    await until(async () => expect((await readCheckpoint(model.pool, model.schema))?.caughtUp).toBe(true));
  });

  it('only once the articles have caught up', async ({ log, model, search }) => {
    const last = await log.articles.publish(1);
    const runner = search.start({ timeout: 20 });
    await until(() => expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ModelBehind' }));
    search.startArticles();
    await model.applied(last);
    await search.untilFound('Title 1');
  });

  it.for([
    ['its schema has been dropped', ({ schema }) => `drop schema ${schema} cascade`],
    ['rows are missing', ({ schema }) => `delete from ${schema}.document where id = 1`],
    [
      'it was made with other settings',
      ({ index }) => vi.spyOn(index, 'state').mockResolvedValueOnce({ kind: 'outdated' }),
    ],
  ] as const satisfies [string, (parts: { schema: string; index: SearchIndex }) => unknown][])(
    'once if %s, even without a new event',
    async ([, damage], { log, model, index, search }) => {
      search.startBoth();
      await log.articles.publish(1);
      await model.applied(await log.articles.publish(2));
      const build = vi.spyOn(index, 'build');
      const statement = damage({ schema: model.schema, index });
      if (typeof statement === 'string') await model.pool.query(statement);
      await until(() => expect(build).toHaveBeenCalledTimes(1));
      await search.untilFound('Title 1', 'Title 2');
      await model.applied(await log.articles.publish(3));
      await search.untilFound('Title 1', 'Title 2', 'Title 3');
      expect(build).toHaveBeenCalledTimes(1);
    },
  );

  it('if it was dropped while there was no leader', async ({ log, model, search }) => {
    const runner = search.startBoth();
    await model.applied(await log.articles.publish(1));
    await runner.stop();
    await model.pool.query(`drop schema ${model.schema} cascade`);
    search.start();
    await search.untilFound('Title 1');
  });

  it('not if it is empty and there are no articles', async ({ log, model, index, search }) => {
    search.startBoth();
    await log.articles.publish(1);
    await model.applied(await log.articles.delete(1));
    const build = vi.spyOn(index, 'build');
    const state = vi.spyOn(index, 'state');
    await until(() => expect(state.mock.calls.length).toBeGreaterThan(3));
    expect(await index.state()).toEqual({ kind: 'built', documents: 0 });
    expect(build).not.toHaveBeenCalled();
  });

  it('if a change finds that it is lost', async ({ log, model, index, search }) => {
    search.startBoth({ tickInterval: 60_000 });
    await model.applied(await log.articles.publish(1));
    const build = vi.spyOn(index, 'build');
    vi.spyOn(index, 'apply').mockRejectedValueOnce(new IndexLost('gone'));
    await model.applied(await log.articles.publish(2));
    expect(build).toHaveBeenCalledTimes(1);
    expect(await search.titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('once per request, with its size and duration recorded', async ({ log, model, index, search }) => {
    search.startBoth();
    await log.articles.publish(1);
    await model.applied(await log.articles.publish(2));
    const build = vi.spyOn(index, 'build');
    await model.pool.query(`truncate ${model.schema}.document`);
    expect(await requestRebuild(model.pool, model.schema)).toBe(1);
    await until(async () => expect(await search.rebuilds()).toMatchObject({ wanted: 1, done: 1 }));
    expect(await search.titles()).toEqual(['Title 1', 'Title 2']);
    expect((await search.rebuilds())?.last).toEqual({ documents: 2, milliseconds: expect.any(Number) });
    await model.applied(await log.articles.publish(3));
    expect(build).toHaveBeenCalledTimes(1);
  });

  it('never while its engine is unavailable: the projection waits for it', async ({
    log,
    model,
    index,
    search,
  }) => {
    const runner = search.startBoth();
    await model.applied(await log.articles.publish(1));
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

describe('while an index is built', () => {
  it('changes to articles are not lost, and the live index answers', async ({
    log,
    model,
    search,
    buildHalfway,
  }) => {
    const { goOn } = await buildHalfway();
    await log.articles.edit(1, { title: 'Edited' });
    await log.articles.delete(2);
    await model.applied(await log.articles.publish(4), search.articlesSchema);
    expect(await search.titles()).toEqual(['Title 1', 'Title 2', 'Title 3']);
    const found: number[] = [];
    const isDone = async () => (await search.rebuilds())?.done === 1;
    goOn();
    while (!(await isDone())) found.push((await search.titles()).length);
    expect(Math.min(3, ...found)).toBe(3);
    await search.untilFound('Edited', 'Title 3', 'Title 4');
  });

  it('each search finds all articles, whether or not its process has read the index before', async ({
    log,
    model,
    halt,
    search,
  }) => {
    search.startBoth();
    for (let id = 1; id < 30; id++) await log.articles.publish(id);
    await model.applied(await log.articles.publish(30));
    const open = () => createEmbeddedEngine({ pool: model.pool, schema: model.schema });
    const opened = open();
    const found: unknown[] = [];
    const { halted, goOn } = halt();
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    async function keepSearching() {
      const page = { limit: 50, offset: 0 };
      for (let engine = opened; !isOver; engine = engine === opened ? open() : opened) {
        const hits = engine.search(parseQuery('title'), page, AbortSignal.timeout(10_000));
        found.push(await hits.then(({ length }) => length, String));
      }
    }
    async function moreSearches() {
      const before = found.length;
      await until(() => expect(found.length).toBeGreaterThan(before + 4));
    }
    const searching = keepSearching();
    await moreSearches();
    await requestRebuild(model.pool, model.schema);
    await halted;
    await moreSearches();
    goOn();
    await until(async () => expect(await search.rebuilds()).toMatchObject({ done: 1 }));
    await moreSearches();
    isOver = true;
    await searching;
    expect([...new Set(found)]).toEqual([30]);
  });

  it('a dropped index is unavailable rather than empty until it is complete', async ({
    log,
    model,
    halt,
    search,
  }) => {
    search.startBoth();
    await model.applied(await log.articles.publish(1));
    const { halted, goOn } = halt();
    await model.pool.query(`drop schema ${model.schema} cascade`);
    await halted;
    const engine = createEmbeddedEngine({ pool: model.pool, schema: model.schema });
    const found = engine.search(parseQuery('title'), { limit: 5, offset: 0 }, AbortSignal.timeout(10_000));
    await expect(found).rejects.toThrow(SearchUnavailable);
    goOn();
    await search.untilFound('Title 1');
  });

  it('a leader that loses its lock stops, and the next leader builds the index', async ({
    log,
    model,
    search,
    buildHalfway,
  }) => {
    const { goOn } = await buildHalfway();
    const next = search.start();
    await model.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
       where application_name = $1 and locktype = 'advisory' and granted`,
      [`journal worker ${model.schema} leader`],
    );
    await until(() => expect(next.status.leading).toBe(true));
    goOn();
    await until(async () => expect(await search.rebuilds()).toMatchObject({ done: 1 }));
    await model.applied(await log.articles.publish(4));
    expect(await search.titles()).toEqual(['Title 1', 'Title 2', 'Title 3', 'Title 4']);
  });

  it('a leader that stops keeps the live index, and the next leader carries out the request', async ({
    search,
    buildHalfway,
  }) => {
    const { leader, goOn } = await buildHalfway();
    const stopped = leader.stop();
    goOn();
    await stopped;
    expect(await search.titles()).toEqual(['Title 1', 'Title 2', 'Title 3']);
    expect(await search.rebuilds()).toMatchObject({ wanted: 1, done: 0 });
    search.start();
    await until(async () => expect(await search.rebuilds()).toMatchObject({ done: 1 }));
  });

  it('a leader of an earlier epoch does not replace the live index', async ({
    model,
    halt,
    search,
    buildHalfway,
  }) => {
    const { goOn } = await buildHalfway();
    await model.pool.query(`insert into ${model.schema}.document (id, title, excerpt, section, created_at, words, changed)
       values (99, 'Of the live one', '', 'view', now(), '', 99)`);
    const checkpoint = await readCheckpoint(model.pool, model.schema);
    const again = halt();
    await beginEpoch(model.pool, model.schema, searchModel);
    goOn();
    await again.halted;
    expect(await search.titles()).toContain('Of the live one');
    expect(await readCheckpoint(model.pool, model.schema)).toEqual(checkpoint);
    again.goOn();
    await search.untilFound('Title 1', 'Title 2', 'Title 3');
  });
});
