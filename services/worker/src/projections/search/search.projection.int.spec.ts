import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { articleSubject, contributorSubject } from '@journal/events';
import { createPool } from '@journal/postgres';
import { readCheckpoint } from '@journal/read-models';
import {
  createEmbeddedEngine,
  createEmbeddedIndex,
  parseQuery,
  type SearchIndex,
  searchModel,
} from '@journal/search';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginEpoch, LeadershipLost } from '../../engine/checkpoint.ts';
import { checkProjection } from '../../engine/projection.ts';
import { writeStep } from '../../engine/step.ts';
import { type ArticleLog, createArticleLog } from '../../testing/article-log.ts';
import { untilApplied } from '../../testing/article-runner.ts';
import { createSearchRunners } from '../../testing/search-runner.ts';
import { until } from '../../testing/until.ts';
import { createUserLog, type UserLog } from '../../testing/user-log.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: ArticleLog;
let users: UserLog;
let runners: ReturnType<typeof createSearchRunners>;
let index: SearchIndex;
let schema: string;
let articles: string;
let schemas = 0;

beforeEach(() => {
  schema = `found_${++schemas}`;
  articles = `followed_${schemas}`;
  store = createMemoryEventStore();
  log = createArticleLog(store);
  users = createUserLog(store, log.vault);
  runners = createSearchRunners(database.url, store, log);
  index = createEmbeddedIndex({ pool, schema });
});
afterEach(() => runners.stop());

const applied = (position: string) => untilApplied(pool, schema, position);
const titles = async () =>
  (
    await pool.query<{ title: string }>(
      `select title from ${schema}.document where words is not null order by id`,
    )
  ).rows.map(({ title }) => title);
const found = (text: string) =>
  createEmbeddedEngine({ pool, schema }).search(
    parseQuery(text),
    { limit: 10, offset: 0 },
    AbortSignal.timeout(10_000),
  );
const start = () => {
  runners.articles(articles);
  return runners.search(index, schema, articles);
};

describe('after each step', () => {
  it('what was published, edited and restored is found as it is, and what was deleted is not', async () => {
    start();
    await applied(await log.publish(1));
    expect(await titles()).toEqual(['Title 1']);
    await log.publish(2);
    await applied(await log.edit(1, { title: 'Edited' }));
    expect(await titles()).toEqual(['Edited', 'Title 2']);
    await applied(await log.delete(2));
    expect(await titles()).toEqual(['Edited']);
    await applied(await log.restore(2));
    expect(await titles()).toEqual(['Edited', 'Title 2']);
  });

  it('the index has the whole article, with the content that it has now', async () => {
    start();
    await log.publish(1);
    await log.edit(1, { content: 'Another content' });
    await applied(await log.edit(1, { excerpt: 'Another excerpt', authorAge: 16 }));
    expect(await found('another content')).toEqual([
      {
        id: 1,
        title: 'Title 1',
        excerpt: 'Another excerpt',
        section: 'view',
        authorName: 'Writer 1',
        authorAge: 16,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
    expect(await found('quoted')).toEqual([]);
  });

  it.each(['keep', 'remove'] as const)('who was forgotten is not found (%s), others are', async (pieces) => {
    start();
    await log.publish(1, { contributorId: 'user-1', authorName: 'Sample Writer' });
    await log.publish(2, { contributorId: 'user-1', authorName: 'Sample Writer' });
    await log.publish(3);
    await applied(await log.delete(2));
    const position = await users.forget('user-1', pieces);
    await log.vault.forget(contributorSubject({ contributorId: 'user-1' }));
    if (pieces === 'remove') await log.vault.forget(articleSubject({ articleId: 1 }));
    await applied(position);
    expect(await found('sample')).toEqual([]);
    expect((await found('title')).map(({ authorName }) => authorName)).toEqual([
      'Writer 3',
      ...(pieces === 'keep' ? [null] : []),
    ]);
    await applied(await log.restore(2));
    expect(await titles()).toEqual(pieces === 'keep' ? ['Title 1', 'Title 2', 'Title 3'] : ['Title 3']);
  });
});

describe('while the articles are behind', () => {
  it('it waits, says so, and leaves nothing out once they come', async () => {
    runners.articles(articles);
    const runner = runners.search(index, schema, articles, { timeout: 20 });
    const first = await log.publish(1);
    await applied(first);
    await pool.query(`alter table ${articles}.article rename to away`);
    const last = await log.publish(2);
    await until(() =>
      expect(checkProjection(runner.status)).rejects.toMatchObject({ code: 'ArticlesBehind' }),
    );
    expect(runner.status.failure?.poison).toBe(false);
    expect((await readCheckpoint(pool, schema))?.position).toBe(first);
    await pool.query(`alter table ${articles}.away rename to article`);
    await applied(last);
    expect(await titles()).toEqual(['Title 1', 'Title 2']);
    await until(() => expect(checkProjection(runner.status)).resolves.toBeUndefined());
  });

  it('a stop does not wait with it', async () => {
    runners.articles(articles);
    const own = createPool(database.url, { applicationName: 'waiting' });
    const asked = vi.spyOn(own, 'query');
    const runner = runners.search(index, schema, articles, {
      database: own,
      timeout: 60_000,
      tickInterval: 60_000,
    });
    await applied(await log.publish(1));
    await pool.query(`alter table ${articles}.article rename to away`);
    asked.mockClear();
    await log.publish(2);
    await until(() => expect(asked.mock.calls.length).toBeGreaterThan(5));
    await runner.stop();
    expect(runner.status.failure).toBeUndefined();
    await own.end();
  });
});

it.each(['apply', 'state'] as const)(
  'a stop does not wait for an engine that hangs (%s)',
  async (hanging) => {
    const runner = start();
    await applied(await log.publish(1));
    const asked = Promise.withResolvers<void>();
    vi.spyOn(index, hanging).mockImplementation((): Promise<never> => {
      asked.resolve();
      return new Promise(() => {});
    });
    await log.publish(2);
    await asked.promise;
    await runner.stop();
    expect(runner.status.failure).toBeUndefined();
  },
);

it('more events than one batch has are all applied, and what has changed twice is written once', async () => {
  const runner = start();
  await applied(await log.publish(1));
  await runner.stop();
  for (let id = 2; id <= 230; id++) await log.publish(id);
  const last = await log.edit(2, { title: 'Edited' });
  await untilApplied(pool, articles, last);
  const change = vi.spyOn(index, 'apply');
  runners.search(index, schema, articles);
  await applied(last);
  expect((await titles()).slice(0, 3)).toEqual(['Title 1', 'Edited', 'Title 3']);
  expect(await titles()).toHaveLength(230);
  expect(change.mock.calls.map(([{ documents }]) => documents.length)).toEqual([200, 30]);
});

describe('one leader', () => {
  it('a zombie of an earlier epoch writes nothing', async () => {
    const runner = start();
    const first = await log.publish(1);
    await applied(first);
    await runner.stop();
    const { epoch } = await beginEpoch(pool, schema, searchModel);
    await beginEpoch(pool, schema, searchModel);
    const second = await log.delete(1);
    await untilApplied(pool, articles, second);
    const zombie = writeStep(
      { pool, schema, epoch },
      { from: first, to: second, applied: 1, caughtUp: true },
      {
        async apply(transaction) {
          transaction.whileHeld(() => index.apply({ documents: [], deletedIds: [1] }));
          return [];
        },
      },
    );
    await expect(zombie).rejects.toThrow(LeadershipLost);
    expect(await titles()).toEqual(['Title 1']);
  });
});
