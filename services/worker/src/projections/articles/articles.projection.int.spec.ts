import { articleSubject, contributorSubject } from '@journal/events';
import { until } from '@journal/testing';
import { describe, expect } from 'vitest';
import { projectionTest } from '../../testing/projection-test.ts';
import { articlesProjection } from './articles.projection.ts';

const it = projectionTest.extend('article', ({ contents }) => async (id: number) => {
  const { article } = await contents();
  return article.find((row) => row.id === id);
});

describe('events become rows', () => {
  it('ArticlePublished: the whole article and its first version', async ({
    articles,
    start,
    applied,
    contents,
  }) => {
    start(articlesProjection);
    await applied(await articles.publish(1, { featured: 1, authorSchool: 'Somewhere School' }));
    const { article: rows, article_version: versions } = await contents();
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
    expect(rows).toEqual([
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

  it('ArticleEdited: changes only the fields it names, and the version holds only those', async ({
    articles,
    start,
    applied,
    article,
    contents,
  }) => {
    start(articlesProjection);
    await articles.publish(1, { authorSchool: 'Somewhere School' });
    await applied(await articles.edit(1, { title: 'Another', authorSchool: null }));
    expect(await article(1)).toMatchObject({
      title: 'Another',
      excerpt: 'Excerpt 1',
      author_school: null,
      revision: 1,
      content_revision: 0,
    });
    const [, edited] = (await contents()).article_version;
    expect(edited).toMatchObject({
      event: 'ArticleEdited',
      changed: ['title', 'authorSchool'],
      title: 'Another',
      content: null,
      excerpt: null,
    });
    await applied(await articles.edit(1, { content: 'New text' }));
    expect(await article(1)).toMatchObject({ revision: 2, content_revision: 2 });
  });

  it('an edit that restores a version: names the revision, which is no changed field', async ({
    articles,
    start,
    applied,
    article,
    contents,
  }) => {
    start(articlesProjection);
    await articles.publish(1);
    await articles.edit(1, { title: 'Another' });
    await applied(await articles.edit(1, { title: 'Title 1', restoredRevision: 0 }));
    expect(await article(1)).toMatchObject({ title: 'Title 1', revision: 2 });
    const { article_version: versions } = await contents();
    expect(versions.map((version) => [version.changed.length, version.restored_revision])).toEqual([
      [9, null],
      [1, null],
      [1, 0],
    ]);
  });

  it('ArticleDeleted and ArticleRestored: off the lists, and back as it was', async ({
    articles,
    start,
    applied,
    article,
    contents,
  }) => {
    start(articlesProjection);
    const published = await articles.publish(1);
    await applied(published);
    const before = await article(1);
    await applied(await articles.delete(1));
    expect(await article(1)).toMatchObject({
      listed: false,
      deleted_at: new Date('2026-01-01T00:01:00.000Z'),
    });
    await applied(await articles.restore(1));
    expect(await article(1)).toEqual({ ...before, revision: 2 });
    expect((await contents()).article_version.map((version) => version.event)).toEqual([
      'ArticlePublished',
      'ArticleDeleted',
      'ArticleRestored',
    ]);
  });

  it('deleted keys: their fields are null, and an article without text is not listed', async ({
    articles,
    vault,
    start,
    applied,
    article,
    contents,
  }) => {
    await articles.publish(1);
    await articles.publish(2);
    await vault.forget(contributorSubject({ contributorId: 'writer-1' }));
    await vault.forget(articleSubject({ articleId: 2 }));
    start(articlesProjection);
    await applied(await articles.publish(3));
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
    const { article_version: versions } = await contents();
    expect(versions.map((version) => [version.content === null, version.author_name])).toEqual([
      [false, null],
      [true, 'Writer 2'],
      [false, 'Writer 3'],
    ]);
  });

  it('texts of the greatest length and of every kind arrive whole', async ({
    articles,
    start,
    applied,
    contents,
  }) => {
    start(articlesProjection);
    const content = '“ä, {}\\"\'\n\t漢字🍎'.repeat(4_000);
    await applied(await articles.publish(1, { content, title: '{"a":null,\\N}', excerpt: 'NULL' }));
    const { article: rows, article_version: versions } = await contents();
    expect(rows[0]).toMatchObject({ title: '{"a":null,\\N}', excerpt: 'NULL' });
    expect(versions[0].content).toBe(content);
  });

  it('other events: move nothing but the checkpoint', async ({ articles, log, start, applied, contents }) => {
    start(articlesProjection);
    await articles.publish(1);
    const position = await log.write('article-ids', { type: 'ArticleIdClaimed', data: {} });
    await applied(position);
    expect((await contents()).article_version).toHaveLength(1);
  });
});

describe('notifications', () => {
  it('have the position and the topics whose answers differ', async ({ articles, start, heard }) => {
    start(articlesProjection);
    const steps = [
      () => articles.publish(1),
      () => articles.publish(2, { featured: 1, section: 'clash' }),
      () => articles.edit(1, { section: 'culture' }),
      () => articles.edit(1, { featured: 1 }),
      () => articles.edit(2, { authorName: 'Someone else' }),
      () => articles.delete(2),
      () => articles.restore(2),
    ];
    for (const step of steps) {
      const position = await step();
      await until(() => expect(heard.at(-1)?.position).toBe(position));
    }
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

  it('of a forgotten writer name each listed article, and are sent once', async ({
    articles,
    users,
    start,
    applied,
    heard,
    schema,
  }) => {
    start(articlesProjection);
    const theirs = { contributorId: 'user-1' };
    await articles.publish(1, { ...theirs, section: 'clash' });
    await articles.publish(2, { ...theirs, section: 'culture', featured: 1 });
    await articles.publish(3, theirs);
    await applied(await articles.delete(3));
    const first = await users.forget('user-1');
    await until(() => expect(heard.at(-1)?.position).toBe(first));
    expect([...(heard.at(-1)?.topics ?? [])].sort()).toEqual(
      ['articles', 'article:1', 'article:2', 'section:clash', 'section:culture', 'featured', 'stats'].sort(),
    );
    const again = await users.forget('user-1');
    await until(() => expect(heard.at(-1)).toEqual({ projection: schema, position: again, topics: [] }));
  });
});
