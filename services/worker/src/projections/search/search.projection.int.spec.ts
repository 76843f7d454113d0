import { articleSubject, contributorSubject } from '@journal/events';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import { createEmbeddedEngine, parseQuery } from '@journal/search';
import { until } from '@journal/testing';
import { describe, expect, vi } from 'vitest';
import { checkProjection } from '../../engine/projection.ts';
import { searchTest } from '../../testing/search-test.ts';

const it = searchTest.extend('found', ({ model }) => {
  const engine = createEmbeddedEngine({ pool: model.pool, schema: model.schema });
  return (text: string) =>
    engine.search(parseQuery(text), { limit: 10, offset: 0 }, AbortSignal.timeout(10_000));
});

describe('the search index', () => {
  it('finds published, edited and restored articles as they are, and no deleted ones', async ({
    log,
    model,
    search,
  }) => {
    search.startBoth();
    await model.applied(await log.articles.publish(1));
    expect(await search.titles()).toEqual(['Title 1']);
    await log.articles.publish(2);
    await model.applied(await log.articles.edit(1, { title: 'Edited' }));
    expect(await search.titles()).toEqual(['Edited', 'Title 2']);
    await model.applied(await log.articles.delete(2));
    expect(await search.titles()).toEqual(['Edited']);
    await model.applied(await log.articles.restore(2));
    expect(await search.titles()).toEqual(['Edited', 'Title 2']);
  });

  it('finds an article that waits for an issue only once the issue is published', async ({
    log,
    model,
    search,
  }) => {
    search.startBoth();
    await log.issues.open(7);
    await log.issues.close(7);
    await log.articles.publish(1);
    await model.applied(await log.articles.publish(2, { issueNumber: 7 }));
    expect(await search.titles()).toEqual(['Title 1']);
    await model.applied(await log.issues.publish(7, [{ articleId: 2, heading: null }]));
    expect(await search.titles()).toEqual(['Title 1', 'Title 2']);
  });

  it('contains the whole article with its current content', async ({ log, model, search, found }) => {
    search.startBoth();
    await log.articles.publish(1);
    await log.articles.edit(1, { content: 'Another content' });
    await model.applied(await log.articles.edit(1, { excerpt: 'Another excerpt', authorAge: 16 }));
    expect(await found('another content')).toEqual([
      {
        id: 1,
        title: 'Title 1',
        excerpt: 'Another excerpt',
        section: 'view',
        authorName: 'Writer 1',
        authorAge: 16,
        cover: 'auto',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
    expect(await found('quoted')).toEqual([]);
  });

  it.for(['keep', 'remove'] as const)(
    'does not find a forgotten writer but finds others (pieces: %s)',
    async (pieces, { log, model, search, found }) => {
      search.startBoth();
      await log.articles.publish(1, { contributorId: 'user-1', authorName: 'Sample Writer' });
      await log.articles.publish(2, { contributorId: 'user-1', authorName: 'Sample Writer' });
      await log.articles.publish(3);
      await model.applied(await log.articles.delete(2));
      const position = await log.users.forget('user-1', pieces);
      await log.vault.forget(contributorSubject({ contributorId: 'user-1' }));
      if (pieces === 'remove') await log.vault.forget(articleSubject({ articleId: 1 }));
      await model.applied(position);
      expect(await found('sample')).toEqual([]);
      expect((await found('title')).map(({ authorName }) => authorName)).toEqual([
        'Writer 3',
        ...(pieces === 'keep' ? [null] : []),
      ]);
      await model.applied(await log.articles.restore(2));
      expect(await search.titles()).toEqual(
        pieces === 'keep' ? ['Title 1', 'Title 2', 'Title 3'] : ['Title 3'],
      );
    },
  );
});

describe('while the articles are behind', () => {
  it('the search waits, reports that, and catches up completely afterwards', async ({
    log,
    model,
    search,
  }) => {
    const runner = search.startBoth({ timeout: 20 });
    const first = await log.articles.publish(1);
    await model.applied(first);
    await model.pool.query(`alter table ${search.articlesSchema}.article rename to away`);
    const last = await log.articles.publish(2);
    // On a slow machine it may also have waited for the first article.
    await until(() =>
      expect(runner.status.failure).toMatchObject({
        poison: false,
        error: { message: `${search.articlesSchema} is at "${first}", but must be at "${last}"` },
      }),
    );
    await expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ModelBehind' });
    expect((await readCheckpoint(model.pool, model.schema))?.position).toBe(first);
    await model.pool.query(`alter table ${search.articlesSchema}.away rename to article`);
    await model.applied(last);
    expect(await search.titles()).toEqual(['Title 1', 'Title 2']);
    await until(() => expect(checkProjection(runner.status)).resolves.toBeUndefined());
  });

  it('a stop does not wait for the articles', async ({ log, model, search }) => {
    search.startArticles();
    const own = createPool(model.url, { applicationName: 'waiting' });
    const asked = vi.spyOn(own, 'query');
    const runner = search.start({
      database: own,
      timeout: 60_000,
      tickInterval: 60_000,
    });
    await model.applied(await log.articles.publish(1));
    await model.pool.query(`alter table ${search.articlesSchema}.article rename to away`);
    asked.mockClear();
    await log.articles.publish(2);
    await until(() => expect(asked.mock.calls.length).toBeGreaterThan(5));
    await runner.stop();
    expect(runner.status.failure).toBeUndefined();
    await own.end();
  });
});

it.for(['apply', 'state'] as const)(
  'a stop does not wait for an engine that hangs (%s)',
  async (hanging, { log, model, index, search }) => {
    const runner = search.startBoth();
    await model.applied(await log.articles.publish(1));
    const asked = Promise.withResolvers<void>();
    vi.spyOn(index, hanging).mockImplementation((): Promise<never> => {
      asked.resolve();
      return new Promise(() => {});
    });
    await log.articles.publish(2);
    await asked.promise;
    await runner.stop();
    expect(runner.status.failure).toBeUndefined();
  },
);

it('articles that exceed one batch are written in batches of 200, each once', async ({
  log,
  model,
  index,
  search,
}) => {
  const runner = search.startBoth();
  await model.applied(await log.articles.publish(1));
  await runner.stop();
  for (let id = 2; id <= 230; id++) await log.articles.publish(id);
  const last = await log.articles.edit(2, { title: 'Edited' });
  await model.applied(last, search.articlesSchema);
  const change = vi.spyOn(index, 'apply');
  search.start();
  await model.applied(last);
  expect((await search.titles()).slice(0, 3)).toEqual(['Title 1', 'Edited', 'Title 3']);
  expect(await search.titles()).toHaveLength(230);
  expect(change.mock.calls.map(([{ documents }]) => documents.length)).toEqual([200, 30]);
});
