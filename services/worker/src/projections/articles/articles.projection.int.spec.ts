import { articleSubject, contributorSubject } from '@journal/events';
import { until } from '@journal/testing';
import { expect } from 'vitest';
import { projectionTest as it } from '../../testing/projection-test.ts';
import { articlesProjection } from './articles.projection.ts';

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
const allFields =
  'title excerpt content section authorName authorAge authorSchool readTime featured cover'.split(' ');

it('an article has a row as of its last event, and a version for each event', async ({ log, model }) => {
  const { articles } = log;
  model.start(articlesProjection);
  await model.applied(await articles.publish(1, { featured: 1, authorSchool: 'Somewhere School' }));
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
    cover: 'auto',
    revision: 0,
  };
  const published = {
    ...common,
    id: 1,
    content_revision: 0,
    created_at: minute(0),
    deleted_at: null,
    hidden_at: null,
    removed_at: null,
    opposing_id: null,
    unpublish_at: null,
    waits_for: null,
    debate_role: null,
    listed: true,
    searched: 'title 1 writer 1',
  };
  const version = {
    ...common,
    article_id: 1,
    event: 'ArticlePublished',
    at: minute(0),
    actor_id: 'editor-1',
    actor_role: 'admin',
    request_id: 'request-1',
    position: '000000000001',
    changed: allFields,
    content: 'First 1\n\nSecond “quoted”, {braced}, \\slashed\\ and ünïcode 🍎',
    restored_revision: null,
    opposing_id: null,
    unpublish_at: null,
  };
  const first = await model.contents();
  expect([first.article, first.article_version]).toEqual([[published], [version]]);

  const edited = {
    ...published,
    title: 'Another',
    searched: 'another writer 1',
    author_school: null,
    revision: 1,
  };
  const restored = { ...edited, title: 'Title 1', searched: 'title 1 writer 1', content_revision: 2 };
  const steps = [
    // Only the fields named in an edit change, and its version contains no others.
    [() => articles.edit(1, { title: 'Another', authorSchool: null }), edited],
    [() => articles.edit(1, { content: 'New text' }), { ...edited, revision: 2, content_revision: 2 }],
    // The restored revision does not count as a changed field.
    [() => articles.edit(1, { title: 'Title 1', restoredRevision: 0 }), { ...restored, revision: 3 }],
    [() => articles.delete(1), { revision: 4, listed: false, deleted_at: minute(4) }],
    [() => articles.restore(1), { ...restored, revision: 5, deleted_at: null, listed: true }],
    [() => articles.pair(1, 2), { revision: 6, opposing_id: 2, debate_role: 'reply' }],
    [() => articles.unpair(1), { revision: 7, opposing_id: null, debate_role: null }],
    [() => articles.chooseByline(1, 'Fox'), { revision: 8, author_name: 'Fox', author_age: null }],
  ] as const;
  for (const [write, row] of steps) {
    await model.applied(await write());
    expect((await model.contents()).article).toMatchObject([row]);
  }
  const none = { title: null, excerpt: null, content: null, restored_revision: null };
  expect((await model.contents()).article_version).toMatchObject([
    version,
    { ...none, event: 'ArticleEdited', changed: ['title', 'authorSchool'], title: 'Another' },
    { ...none, event: 'ArticleEdited', changed: ['content'], content: 'New text' },
    { ...none, event: 'ArticleEdited', changed: ['title'], title: 'Title 1', restored_revision: 0 },
    { ...none, event: 'ArticleDeleted', changed: [] },
    { ...none, event: 'ArticleRestored', changed: [] },
    { ...none, event: 'ArticlePaired', changed: [], opposing_id: 2 },
    { ...none, event: 'ArticleUnpaired', changed: [], opposing_id: null },
    {
      ...none,
      event: 'ArticleBylineChosen',
      changed: ['authorName', 'authorAge', 'authorSchool'],
      author_name: 'Fox',
    },
  ]);
});

it('an article that its writer hides, shows, unnames or removes is listed accordingly', async ({
  log: { articles },
  model,
}) => {
  model.start(articlesProjection);
  await articles.publish(1);
  const steps = [
    [() => articles.hide(1), { listed: false, hidden_at: minute(1), removed_at: null }],
    [() => articles.delete(1), { listed: false, hidden_at: minute(1), deleted_at: minute(2) }],
    [() => articles.restore(1), { listed: false, hidden_at: minute(1), deleted_at: null }],
    [() => articles.show(1), { listed: true, hidden_at: null, author_name: 'Writer 1' }],
    [() => articles.unname(1), { listed: true, author_name: 'Name withheld', author_age: null }],
    [() => articles.hide(1), { listed: false, hidden_at: minute(6) }],
    [() => articles.remove(1), { listed: false, hidden_at: minute(6), removed_at: minute(7) }],
  ] as const;
  for (const [write, row] of steps) {
    await model.applied(await write());
    expect((await model.contents()).article).toMatchObject([row]);
  }
});

it('an erased article keeps its row and versions, but no text and no byline', async ({
  log: { articles },
  model,
}) => {
  const heard = await model.listen();
  model.start(articlesProjection);
  await articles.publish(1);
  await articles.publish(2);
  await articles.edit(1, { title: 'Another', content: 'Another' });
  await articles.hide(1);
  const removed = await articles.remove(1);
  await model.applied(removed);
  await until(() => expect(heard.at(-1)?.position).toBe(removed));
  const before = heard.length;
  await model.applied(await articles.erase(1));
  await until(() => expect(heard.slice(before).flatMap(({ topics }) => topics)).toContain('article:1'));
  const { article: rows, article_version: versions } = await model.contents();
  const gone = { title: null, excerpt: null, author_name: null, author_age: null };
  expect(rows).toMatchObject([
    { id: 1, ...gone, listed: false, removed_at: minute(4) },
    { id: 2, title: 'Title 2', listed: true },
  ]);
  const ofErased = versions.filter(({ article_id: id }) => id === 1);
  expect(ofErased).toHaveLength(5);
  for (const version of ofErased) expect(version).toMatchObject({ ...gone, content: null });
});

it('fields of deleted keys are null, and an article without text is not listed', async ({ log, model }) => {
  await log.articles.publish(1);
  await log.articles.publish(2);
  await log.vault.forget(contributorSubject({ contributorId: 'writer-1' }));
  await log.vault.forget(articleSubject({ articleId: 2 }));
  model.start(articlesProjection);
  await model.applied(await log.articles.publish(3));
  const { article: rows, article_version: versions } = await model.contents();
  const noByline = { author_name: null, author_age: null, author_school: null };
  expect(rows).toMatchObject([
    { id: 1, title: 'Title 1', ...noByline, listed: true, searched: 'title 1 ' },
    { id: 2, title: null, excerpt: null, author_name: 'Writer 2', listed: false, searched: null },
    { id: 3 },
  ]);
  expect(versions.map((version) => [version.content === null, version.author_name])).toEqual([
    [false, null],
    [true, 'Writer 2'],
    [false, 'Writer 3'],
  ]);
});

it('texts of any length and characters are stored unchanged, and other events only move the checkpoint', async ({
  log,
  model,
}) => {
  model.start(articlesProjection);
  const content = '“ä, {}\\"\'\n\t漢字🍎'.repeat(4_000);
  await log.articles.publish(1, { content, title: '{"a":null,\\N}', excerpt: 'NULL' });
  await model.applied(await log.write('article-ids', { type: 'ArticleIdClaimed', data: {} }));
  const { article: rows, article_version: versions } = await model.contents();
  expect(rows).toMatchObject([{ title: '{"a":null,\\N}', excerpt: 'NULL' }]);
  expect(versions).toMatchObject([{ content }]);
});

it('a batch of more than 500 events is a change of everything', async ({ log, model }) => {
  const { articles } = log;
  const heard = await model.listen();
  let last = await articles.publish(1);
  for (let edit = 0; edit < 500; edit++) last = await articles.edit(1, { title: `Edited ${edit}` });
  model.start(articlesProjection);
  await model.applied(last);
  await until(() => expect(heard.map(({ topics }) => topics)).toEqual([['*']]));
  await articles.edit(1, { title: 'Edited' });
  await until(() =>
    expect(heard.at(-1)?.topics.toSorted()).toEqual(['article:1', 'articles', 'section:view']),
  );
});

it('notifications contain the position and the topics whose responses change', async ({ log, model }) => {
  const heard = await model.listen();
  model.start(articlesProjection);
  const { articles, users } = log;
  const theirs = { contributorId: 'user-1' };
  const ofSecond = ['articles', 'article:2', 'section:clash', 'featured', 'stats'];
  const ofForgotten = ['article:2', 'article:3', 'section:clash', 'section:view', 'featured', 'stats'];
  const steps = [
    [() => articles.publish(1), ['articles', 'article:1', 'section:view', 'stats', 'mine:writer-1']],
    [() => articles.publish(2, { ...theirs, featured: 1, section: 'clash' }), [...ofSecond, 'mine:user-1']],
    [
      () => articles.edit(1, { section: 'culture' }),
      ['articles', 'article:1', 'section:view', 'section:culture'],
    ],
    [() => articles.edit(1, { featured: 1 }), ['articles', 'article:1', 'section:culture', 'featured']],
    [() => articles.edit(2, { authorName: 'Someone else' }), ofSecond],
    [() => articles.delete(2), [...ofSecond, 'mine:user-1']],
    [() => articles.restore(2), [...ofSecond, 'mine:user-1']],
    [() => articles.pair(2, 1), ofSecond.slice(0, -1)],
    // A featured card mentions its reply, which is not featured.
    [() => articles.edit(2, { featured: 0 }), ofSecond.slice(0, -1)],
    [() => articles.delete(2), [...ofSecond, 'mine:user-1']],
    [() => articles.restore(2), [...ofSecond, 'mine:user-1']],
    [() => articles.publish(3, theirs), ['articles', 'article:3', 'section:view', 'stats', 'mine:user-1']],
    [() => articles.publish(4, theirs), ['articles', 'article:4', 'section:view', 'stats', 'mine:user-1']],
    [() => articles.delete(4), ['articles', 'article:4', 'section:view', 'stats', 'mine:user-1']],
    // Changes that are invisible to readers are visible in the newsroom and to the writer.
    [() => articles.hide(4), ['articles', 'article:4', 'mine:user-1']],
    [() => articles.unname(4), ['articles', 'article:4', 'mine:user-1']],
    [() => articles.remove(4), ['articles', 'article:4', 'mine:user-1']],
    // All listed articles of the forgotten user, and only once.
    [() => users.forget('user-1'), ['articles', ...ofForgotten]],
    [() => users.forget('user-1'), []],
  ] as const;
  for (const [write, topics] of steps) {
    const position = await write();
    await until(() => expect(heard.at(-1)?.position).toBe(position));
    expect(heard.at(-1)?.topics.toSorted(), position).toEqual(topics.toSorted());
  }
});
