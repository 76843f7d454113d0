import type { ArticleContent, ArticleEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { sampleArticle } from '../testing/samples.ts';
import { type ArticleCommand, articleDecider, evolve } from './article.decider.ts';

const { decide, initialState } = articleDecider;

const content: ArticleContent = sampleArticle;
const contributorId = 'contributor-1';
const ids = { articleId: 7, contributorId };
const publishedEvent: ArticleEvent = { type: 'ArticlePublished', data: { ...ids, ...content } };
const deletedEvent: ArticleEvent = { type: 'ArticleDeleted', data: { articleId: 7 } };
const restoredEvent: ArticleEvent = { type: 'ArticleRestored', data: { articleId: 7 } };
const edited = (change: object): ArticleEvent => ({ type: 'ArticleEdited', data: { ...ids, ...change } });
const withoutText = { title: null, excerpt: null, content: null };
const withoutByline = { authorName: null, authorAge: null, authorSchool: null };
const erased = (event: ArticleEvent, fields: object) =>
  ({ ...event, data: { ...event.data, ...fields } }) as ArticleEvent;

const histories = {
  missing: [],
  published: [publishedEvent],
  edited: [publishedEvent, edited({ title: 'Second title' })],
  deleted: [publishedEvent, deletedEvent],
  restored: [publishedEvent, deletedEvent, restoredEvent],
  'published, text erased': [erased(publishedEvent, withoutText)],
  'deleted, text erased': [erased(publishedEvent, withoutText), deletedEvent],
  'edited, text erased': [erased(publishedEvent, withoutText), erased(edited({}), withoutText)],
  'published, writer forgotten': [erased(publishedEvent, withoutByline)],
} satisfies Record<string, ArticleEvent[]>;

const stateOf = (history: readonly ArticleEvent[]) =>
  history.reduce(
    (state, event) => evolve(state, { ...event, metadata: { at: '2026-01-02T03:04:05.678Z' } }),
    initialState,
  );
const when = (command: ArticleCommand, history: readonly ArticleEvent[]) => decide(command, stateOf(history));

const publish: ArticleCommand = { type: 'PublishArticle', ...ids, content };
const edit = (change: Partial<ArticleContent> = {}, seen?: readonly number[]): ArticleCommand => ({
  type: 'EditArticle',
  articleId: 7,
  content: { ...content, ...change },
  ...(seen ? { seen } : {}),
});
const remove: ArticleCommand = { type: 'DeleteArticle', articleId: 7 };
const restore: ArticleCommand = { type: 'RestoreArticle', articleId: 7 };

const commands = { publish, edit: edit({ title: 'New', featured: 1 }), delete: remove, restore };

type Row = Record<keyof typeof commands, ArticleEvent[] | string>;
const gone: Row = {
  publish: 'article-id-taken',
  edit: 'article-not-found',
  delete: 'article-not-found',
  restore: 'article-not-found',
};
const live: Row = {
  publish: 'article-id-taken',
  edit: [edited({ title: 'New', featured: 1 })],
  delete: [deletedEvent],
  restore: 'article-not-deleted',
};
const table: Record<keyof typeof histories, Row> = {
  missing: { ...gone, publish: [publishedEvent] },
  published: live,
  edited: live,
  restored: live,
  deleted: { ...gone, restore: [restoredEvent] },
  'published, text erased': { ...gone, delete: [deletedEvent] },
  'deleted, text erased': gone,
  'edited, text erased': { ...gone, delete: [deletedEvent] },
  'published, writer forgotten': live,
};

describe.each(Object.keys(histories) as (keyof typeof histories)[])('given an article that is %s', (name) => {
  it.each(Object.keys(commands) as (keyof typeof commands)[])('when told to %s', (command) => {
    const expected = table[name][command];
    expect(when(commands[command], histories[name])).toEqual(
      typeof expected === 'string' ? { rejection: expected } : { events: expected },
    );
  });
});

describe('an edit', () => {
  it('without changes is no event', () => {
    expect(when(edit(), histories.published)).toEqual({ events: [] });
    expect(when(edit({ title: 'Second title' }), histories.edited)).toEqual({ events: [] });
  });

  it.each<Partial<ArticleContent>>([
    { title: 'New' },
    { excerpt: 'New' },
    { content: 'New' },
    { section: 'clash' },
    { authorName: 'New' },
    { authorAge: 12 },
    { authorSchool: null },
    { readTime: 20 },
    { featured: 1 },
  ])('contains only %j if only that changed', (change) => {
    expect(when(edit(change), histories.published)).toEqual({ events: [edited(change)] });
  });

  it('never fills the byline of a forgotten writer', () => {
    const history = histories['published, writer forgotten'];
    expect(when(edit(), history)).toEqual({ events: [] });
    expect(when(edit({ authorName: 'Somebody', excerpt: 'New' }), history)).toEqual({
      events: [edited({ excerpt: 'New' })],
    });
  });

  it.each([
    [[1], { events: [edited({ title: 'New' })] }],
    [[0, 1], { events: [edited({ title: 'New' })] }],
    [[0], { rejection: 'edited-meanwhile' }],
    [[2], { rejection: 'edited-meanwhile' }],
    [[], { rejection: 'edited-meanwhile' }],
  ])('by somebody who has seen revision %j of 1', (seen, expected) => {
    expect(when(edit({ title: 'New' }, seen), histories.edited)).toEqual(expected);
  });

  it('of a missing article is rejected as such before its revisions', () => {
    expect(when(edit({}, [9]), histories.deleted)).toEqual({ rejection: 'article-not-found' });
  });
});

describe('restoring an earlier version', () => {
  const earlier = (change: object, revision = 0): ArticleCommand => ({
    ...restore,
    earlier: { revision, content: { ...content, ...change } },
  });

  it('is an edit with the restored revision and only what differs', () => {
    expect(when(earlier({}), histories.edited)).toEqual({
      events: [edited({ title: 'Title', restoredRevision: 0 })],
    });
    const twice = [...histories.edited, edited({ featured: 1, authorSchool: null })];
    expect(when(earlier({ title: 'Second title' }, 1), twice)).toEqual({
      events: [edited({ featured: 0, authorSchool: 'Sample School', restoredRevision: 1 })],
    });
  });

  it('of a deleted article restores it first, and only that if nothing differs', () => {
    expect(when(earlier({ title: 'Older' }), histories.deleted)).toEqual({
      events: [restoredEvent, edited({ title: 'Older', restoredRevision: 0 })],
    });
    expect(when(earlier({}), histories.deleted)).toEqual({ events: [restoredEvent] });
  });

  it('is no event if the article is the same already', () => {
    expect(when(earlier({}), histories.published)).toEqual({ events: [] });
    const back = [...histories.edited, edited({ title: 'Title', restoredRevision: 0 })];
    expect(when(earlier({}), back)).toEqual({ events: [] });
  });

  it('never fills the byline of a forgotten writer, nor empties another', () => {
    const history = histories['published, writer forgotten'];
    expect(when(earlier({ excerpt: 'Older' }), history)).toEqual({
      events: [edited({ excerpt: 'Older', restoredRevision: 0 })],
    });
    expect(when(earlier(withoutByline), histories.published)).toEqual({ events: [] });
  });

  it.each(['missing', 'published, text erased', 'deleted, text erased'] as const)(
    'is refused where the article is %s',
    (name) => {
      expect(when(earlier({}), histories[name])).toEqual({ rejection: 'article-not-found' });
    },
  );
});

describe('the state', () => {
  it('has the newest of every field, the date of publication and the last revision', () => {
    const history = [
      ...histories.edited,
      edited({ authorSchool: null, featured: 1, restoredRevision: 0 }),
      deletedEvent,
      restoredEvent,
    ];
    expect(stateOf(history)).toEqual({
      status: 'published',
      revision: 4,
      article: {
        ...content,
        id: 7,
        contributorId,
        title: 'Second title',
        authorSchool: null,
        featured: 1,
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    });
  });

  it('has no byline once a writer is forgotten, whatever was edited', () => {
    const state = stateOf([erased(publishedEvent, withoutByline), edited({ authorName: null })]);
    expect(state).toMatchObject({ article: { title: 'Title', authorName: null } });
  });

  it('rejects an impossible history', () => {
    for (const event of [edited({}), deletedEvent, restoredEvent])
      expect(() => stateOf([event])).toThrow(event.type);
  });
});
