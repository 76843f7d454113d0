import { createMemoryEventStore, type MemoryEventStore } from '@journal/event-store/memory';
import { articleSubject, contributorSubject } from '@journal/events';
import { listen } from '@journal/postgres';
import { type ChangeNotification, changesChannel, decodeChange } from '@journal/read-models';
import { useTestDatabase } from '@journal/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ArticleLog, createArticleLog } from '../../testing/article-log.ts';
import { contentsOf, createRunners, untilApplied } from '../../testing/article-runner.ts';
import { until } from '../../testing/until.ts';

const database = useTestDatabase();
const { pool } = database;
let store: MemoryEventStore;
let log: ArticleLog;
let runners: ReturnType<typeof createRunners>;
let schema: string;
let schemas = 0;

beforeEach(() => {
  schema = `articles_${++schemas}`;
  store = createMemoryEventStore();
  log = createArticleLog(store);
  runners = createRunners(database.url, store, log);
});
afterEach(() => runners.stop());

const article = async (id: number) =>
  (await pool.query(`select * from ${schema}.article where id = $1`, [id])).rows[0];
const applied = (position: string) => untilApplied(pool, schema, position);

describe('events become rows', () => {
  it('published: the whole article and its first version', async () => {
    runners.start(schema);
    await applied(await log.publish(1, { featured: 1, authorSchool: 'Somewhere School' }));
    const { articles, versions } = await contentsOf(pool, schema);
    const common = {
      contributor_id: 'writer-1',
      title: 'Title 1',
      excerpt: 'Excerpt 1',
      section: 'view',
      author_name: 'Writer 1',
      author_age: 15,
      author_school: 'Somewhere School',
      read_time: 3,
      featured: 1,
    };
    expect(articles).toEqual([
      {
        ...common,
        id: 1,
        revision: 0,
        content_revision: 0,
        created_at: new Date('2026-01-01T00:00:00.000Z'),
        deleted_at: null,
        listed: true,
      },
    ]);
    expect(versions).toEqual([
      {
        ...common,
        article_id: 1,
        revision: 0,
        event: 'ArticlePublished',
        at: new Date('2026-01-01T00:00:00.000Z'),
        actor_id: 'editor-1',
        actor_role: 'admin',
        request_id: 'request-1',
        position: '000000000001',
        changed: [
          'title',
          'excerpt',
          'content',
          'section',
          'authorName',
          'authorAge',
          'authorSchool',
          'readTime',
          'featured',
        ],
        content: 'First 1\n\nSecond “quoted”, {braced}, \\slashed\\ and ünïcode 🍎',
        restored_revision: null,
      },
    ]);
  });

  it('edited: only what the edit names changes, and the version holds only that', async () => {
    runners.start(schema);
    await log.publish(1, { authorSchool: 'Somewhere School' });
    await applied(await log.edit(1, { title: 'Another', authorSchool: null }));
    expect(await article(1)).toMatchObject({
      title: 'Another',
      excerpt: 'Excerpt 1',
      author_school: null,
      revision: 1,
      content_revision: 0,
    });
    const [, edited] = (await contentsOf(pool, schema)).versions;
    expect(edited).toMatchObject({
      event: 'ArticleEdited',
      changed: ['title', 'authorSchool'],
      title: 'Another',
      content: null,
      excerpt: null,
    });
    await applied(await log.edit(1, { content: 'New text' }));
    expect(await article(1)).toMatchObject({ revision: 2, content_revision: 2 });
  });

  it('edited to what an earlier version had: the version names that one, among the changed fields it is none', async () => {
    runners.start(schema);
    await log.publish(1);
    await log.edit(1, { title: 'Another' });
    await applied(await log.edit(1, { title: 'Title 1', restoredRevision: 0 }));
    expect(await article(1)).toMatchObject({ title: 'Title 1', revision: 2 });
    const { versions } = await contentsOf(pool, schema);
    expect(versions.map((version) => [version.changed.length, version.restored_revision])).toEqual([
      [9, null],
      [1, null],
      [1, 0],
    ]);
  });

  it('deleted and restored: off the lists and back, as it was', async () => {
    runners.start(schema);
    const published = await log.publish(1);
    await applied(published);
    const before = await article(1);
    await applied(await log.delete(1));
    expect(await article(1)).toMatchObject({
      listed: false,
      deleted_at: new Date('2026-01-01T00:01:00.000Z'),
    });
    await applied(await log.restore(1));
    expect(await article(1)).toEqual({ ...before, revision: 2 });
    expect((await contentsOf(pool, schema)).versions.map((version) => version.event)).toEqual([
      'ArticlePublished',
      'ArticleDeleted',
      'ArticleRestored',
    ]);
  });

  it('forgotten subjects: their fields are null, and an article without text is not listed', async () => {
    await log.publish(1);
    await log.publish(2);
    await log.vault.forget(contributorSubject({ contributorId: 'writer-1' }));
    await log.vault.forget(articleSubject({ articleId: 2 }));
    runners.start(schema);
    await applied(await log.publish(3));
    expect(await article(1)).toMatchObject({
      title: 'Title 1',
      author_name: null,
      author_age: null,
      author_school: null,
      listed: true,
    });
    expect(await article(2)).toMatchObject({
      title: null,
      excerpt: null,
      author_name: 'Writer 2',
      listed: false,
    });
    const { versions } = await contentsOf(pool, schema);
    expect(versions.map((version) => [version.content === null, version.author_name])).toEqual([
      [false, null],
      [true, 'Writer 2'],
      [false, 'Writer 3'],
    ]);
  });

  it('texts at their limits, of every kind, arrive whole', async () => {
    runners.start(schema);
    const content = '“ä, {}\\"\'\n\t漢字🍎'.repeat(4_000);
    await applied(await log.publish(1, { content, title: '{"a":null,\\N}', excerpt: 'NULL' }));
    const { articles, versions } = await contentsOf(pool, schema);
    expect(articles[0]).toMatchObject({ title: '{"a":null,\\N}', excerpt: 'NULL' });
    expect(versions[0].content).toBe(content);
  });

  it('other events: nothing but the checkpoint moves', async () => {
    runners.start(schema);
    await log.publish(1);
    const { position } = await store.append(
      'article-ids',
      [
        await log.codec.seal({ type: 'ArticleIdClaimed', data: {} }, crypto.randomUUID(), {
          ...(store.log[0]?.metadata ?? expect.fail('no event')),
        }),
      ],
      'any',
    );
    await applied(position);
    expect((await contentsOf(pool, schema)).versions).toHaveLength(1);
  });
});

describe('notifications', () => {
  it('name what readers see differently, and the position', async () => {
    const heard: ChangeNotification[] = [];
    const listening = Promise.withResolvers<void>();
    const listener = listen({
      url: database.url,
      applicationName: 'spec',
      channels: [changesChannel],
      onListening: listening.resolve,
      onNotification: (_channel, payload) => {
        const change = decodeChange(payload);
        if (change?.projection === schema) heard.push(change);
      },
    });
    await listening.promise;
    runners.start(schema);
    const steps = [
      () => log.publish(1),
      () => log.publish(2, { featured: 1, section: 'clash' }),
      () => log.edit(1, { section: 'culture' }),
      () => log.edit(1, { featured: 1 }),
      () => log.edit(2, { authorName: 'Someone else' }),
      () => log.delete(2),
      () => log.restore(2),
    ];
    for (const step of steps) {
      const position = await step();
      await until(() => expect(heard.at(-1)?.position).toBe(position));
    }
    await listener.close();
    expect(heard.filter((change) => change.topics.length > 0).map((change) => change.topics)).toEqual([
      ['articles', 'article:1', 'section:view', 'stats'],
      ['articles', 'article:2', 'section:clash', 'featured', 'stats'],
      ['articles', 'article:1', 'section:view', 'section:culture'],
      ['articles', 'article:1', 'section:culture', 'featured'],
      ['articles', 'article:2', 'section:clash', 'featured', 'stats'],
      ['articles', 'article:2', 'section:clash', 'featured', 'stats'],
      ['articles', 'article:2', 'section:clash', 'featured', 'stats'],
    ]);
  });
});
