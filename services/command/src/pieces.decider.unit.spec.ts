import {
  type ArticleContent,
  type ArticleEvent,
  articleFields,
  type Fields,
  type SubmissionContent,
  type SubmissionEvent,
  submissionFields,
} from '@journal/events';
import { describe, expect, it } from 'vitest';
import { type ArticleCommand, articleDecider } from './article/article.decider.ts';
import { toArticleContent } from './submission/publishing.handlers.ts';
import { type SubmissionCommand, submissionDecider } from './submission/submission.decider.ts';
import { sampleArticle, samplePitch } from './testing/samples.ts';
import { fold } from './writing/decide-and-append.ts';

const metadata = { at: '2026-01-02T03:04:05.678Z' };
const articleState = (history: readonly ArticleEvent[]) =>
  fold(articleDecider, history.map((event) => ({ ...event, metadata })) as never).state;
const pitchState = (history: readonly SubmissionEvent[]) =>
  fold(submissionDecider, history.map((event) => ({ ...event, metadata })) as never).state;
const erased = <Event extends { data: object }>(event: Event, fields: object): Event => ({
  ...event,
  data: { ...event.data, ...fields },
});

const ofArticle = { articleId: 7, contributorId: 'contributor-1' };
const editedArticle = (change: object): ArticleEvent => ({
  type: 'ArticleEdited',
  data: { ...ofArticle, ...change },
});
const publishedArticle: ArticleEvent = { type: 'ArticlePublished', data: { ...ofArticle, ...sampleArticle } };
const deletedArticle: ArticleEvent = { type: 'ArticleDeleted', data: { articleId: 7 } };
const restoredArticle: ArticleEvent = { type: 'ArticleRestored', data: { articleId: 7 } };
const withoutText = { title: null, excerpt: null, content: null };
const withoutByline = { authorName: null, authorAge: null, authorSchool: null };

const ofPitch = { submissionId: 'submission-1', userId: 'user-1' };
const editedPitch = (change: object): SubmissionEvent => ({
  type: 'SubmissionEdited',
  data: { ...ofPitch, ...change },
});
const pitched: SubmissionEvent = { type: 'SubmissionPitched', data: { ...ofPitch, ...samplePitch } };
const publishedPitch: SubmissionEvent = { type: 'SubmissionPublished', data: { ...ofPitch, articleId: 7 } };
const deletedPitch: SubmissionEvent = { type: 'SubmissionDeleted', data: ofPitch };
const restoredPitch: SubmissionEvent = { type: 'SubmissionRestored', data: ofPitch };
const { section: _clear, ...personal } = samplePitch;
const withoutWriter = Object.fromEntries(Object.keys(personal).map((field) => [field, null]));

const articleHistories = {
  missing: [],
  published: [publishedArticle],
  edited: [publishedArticle, editedArticle({ title: 'Second title' })],
  deleted: [publishedArticle, deletedArticle],
  restored: [publishedArticle, deletedArticle, restoredArticle],
  'published, text erased': [erased(publishedArticle, withoutText)],
  'deleted, text erased': [erased(publishedArticle, withoutText), deletedArticle],
  'edited, text erased': [erased(publishedArticle, withoutText), erased(editedArticle({}), withoutText)],
  'published, writer forgotten': [erased(publishedArticle, withoutByline)],
} satisfies Record<string, ArticleEvent[]>;
const pitchHistories = {
  missing: [],
  pitched: [pitched],
  edited: [pitched, editedPitch({ articleTitle: 'Second title' })],
  published: [pitched, publishedPitch],
  deleted: [pitched, deletedPitch],
  restored: [pitched, deletedPitch, restoredPitch],
  'pitched, writer forgotten': [erased(pitched, withoutWriter)],
  'edited, writer forgotten': [erased(pitched, withoutWriter), editedPitch({ articleTitle: null })],
  'deleted, writer forgotten': [erased(pitched, withoutWriter), deletedPitch],
  'published, writer forgotten': [erased(pitched, withoutWriter), publishedPitch],
} satisfies Record<string, SubmissionEvent[]>;

/** A change of each field alone, to a value that no sample has. */
const changesOf = (fields: Fields): object[] =>
  Object.entries(fields).map(([name, { value }]) => {
    if (value.kind === 'choice') return { [name]: value.of.at(-1) };
    return { [name]: value.kind === 'integer' ? value.maximum : value.isOptional ? null : 'New' };
  });

type Expected = object[] | string;
const outcomeOf = (expected: Expected) =>
  typeof expected === 'string' ? { rejection: expected } : { events: expected };
/** The same is expected of each of these commands. */
const each = <Commands extends object>(commands: Commands, expected: string) =>
  Object.fromEntries(Object.keys(commands).map((name) => [name, expected])) as Record<
    keyof Commands,
    Expected
  >;

const { articleId } = ofArticle;
const whenArticle = (command: ArticleCommand, history: readonly ArticleEvent[]) =>
  articleDecider.decide(command, articleState(history));
const editArticle = (change: Partial<ArticleContent> = {}, seen?: readonly number[]): ArticleCommand => ({
  type: 'EditArticle',
  articleId,
  content: { ...sampleArticle, ...change },
  ...(seen ? { seen } : {}),
});
const earlierArticle = (change: object = {}, revision = 0): ArticleCommand => ({
  type: 'RestoreArticle',
  articleId,
  earlier: { revision, content: { ...sampleArticle, ...change } },
});
const articleCommands = {
  publish: { type: 'PublishArticle', ...ofArticle, content: sampleArticle },
  edit: editArticle({ title: 'New', featured: 1 }),
  delete: { type: 'DeleteArticle', articleId },
  restore: { type: 'RestoreArticle', articleId },
  'restore a version': earlierArticle({ title: 'Older' }),
} satisfies Record<string, ArticleCommand>;
const olderArticle = editedArticle({ title: 'Older', restoredRevision: 0 });
const noArticle = { ...each(articleCommands, 'article-not-found'), publish: 'article-id-taken' as Expected };
const liveArticle: typeof noArticle = {
  publish: 'article-id-taken',
  edit: [editedArticle({ title: 'New', featured: 1 })],
  delete: [deletedArticle],
  restore: 'article-not-deleted',
  'restore a version': [olderArticle],
};
const articleTable: Record<keyof typeof articleHistories, typeof noArticle> = {
  missing: { ...noArticle, publish: [publishedArticle] },
  published: liveArticle,
  edited: liveArticle,
  restored: liveArticle,
  deleted: { ...noArticle, restore: [restoredArticle], 'restore a version': [restoredArticle, olderArticle] },
  'published, text erased': { ...noArticle, delete: [deletedArticle] },
  'deleted, text erased': noArticle,
  'edited, text erased': { ...noArticle, delete: [deletedArticle] },
  'published, writer forgotten': liveArticle,
};

const { submissionId } = ofPitch;
const whenPitch = (command: SubmissionCommand, history: readonly SubmissionEvent[]) =>
  submissionDecider.decide(command, pitchState(history));
const editPitch = (change: Partial<SubmissionContent> = {}, seen?: readonly number[]): SubmissionCommand => ({
  type: 'EditSubmission',
  submissionId,
  content: { ...samplePitch, ...change },
  ...(seen ? { seen } : {}),
});
const earlierPitch = (change: object = {}): SubmissionCommand => ({
  type: 'RestoreSubmission',
  submissionId,
  earlier: { revision: 0, content: { ...samplePitch, ...change } },
});
const pitchCommands = {
  pitch: { type: 'PitchSubmission', ...ofPitch, content: samplePitch },
  edit: editPitch({ articleTitle: 'New', school: null }),
  publish: { type: 'PublishSubmission', submissionId, articleId },
  delete: { type: 'DeleteSubmission', submissionId },
  restore: { type: 'RestoreSubmission', submissionId },
  'restore a version': earlierPitch({ articleTitle: 'Older' }),
} satisfies Record<string, SubmissionCommand>;
const olderPitch = editedPitch({ articleTitle: 'Older', restoredRevision: 0 });
const pitchRow = (expected: string) => ({
  ...each(pitchCommands, expected),
  pitch: 'submission-id-taken' as Expected,
});
const noPitch = pitchRow('submission-not-found');
const pending: typeof noPitch = {
  pitch: 'submission-id-taken',
  edit: [editedPitch({ articleTitle: 'New', school: null })],
  publish: [publishedPitch],
  delete: [deletedPitch],
  restore: 'submission-not-deleted',
  'restore a version': [olderPitch],
};
const pitchTable: Record<keyof typeof pitchHistories, typeof noPitch> = {
  missing: { ...noPitch, pitch: [pitched] },
  pitched: pending,
  edited: pending,
  restored: pending,
  published: pitchRow('submission-published'),
  deleted: { ...noPitch, restore: [restoredPitch], 'restore a version': [restoredPitch, olderPitch] },
  'pitched, writer forgotten': noPitch,
  'edited, writer forgotten': noPitch,
  'deleted, writer forgotten': noPitch,
  'published, writer forgotten': pitchRow('submission-published'),
};

describe.each(Object.keys(articleHistories) as (keyof typeof articleHistories)[])(
  'an article that is %s',
  (name) => {
    it.each(Object.keys(articleCommands) as (keyof typeof articleCommands)[])(
      'on the command to %s',
      (command) => {
        const decision = whenArticle(articleCommands[command], articleHistories[name]);
        expect(decision).toEqual(outcomeOf(articleTable[name][command]));
      },
    );
  },
);

describe.each(Object.keys(pitchHistories) as (keyof typeof pitchHistories)[])(
  'a pitch that is %s',
  (name) => {
    it.each(Object.keys(pitchCommands) as (keyof typeof pitchCommands)[])(
      'on the command to %s',
      (command) => {
        const decision = whenPitch(pitchCommands[command], pitchHistories[name]);
        expect(decision).toEqual(outcomeOf(pitchTable[name][command]));
      },
    );
  },
);

describe('an edit', () => {
  it.each(changesOf(articleFields))('of an article contains only %j if only that changed', (change) => {
    expect(whenArticle(editArticle(change), articleHistories.published)).toEqual({
      events: [editedArticle(change)],
    });
  });

  it.each(changesOf(submissionFields))(
    'of a pitch contains only %j if only that changed, and becomes its content',
    (change) => {
      expect(whenPitch(editPitch(change), pitchHistories.pitched)).toEqual({ events: [editedPitch(change)] });
      expect(pitchState([pitched, editedPitch(change)])).toMatchObject({
        pitch: { ...samplePitch, ...change },
      });
    },
  );

  it('without changes, or back to a version that it equals, is no event', () => {
    for (const decision of [
      whenArticle(editArticle(), articleHistories.published),
      whenArticle(editArticle({ title: 'Second title' }), articleHistories.edited),
      whenArticle(earlierArticle(), articleHistories.published),
      whenArticle(earlierArticle(), [
        ...articleHistories.edited,
        editedArticle({ title: 'Title', restoredRevision: 0 }),
      ]),
      whenPitch(editPitch(), pitchHistories.pitched),
      whenPitch(editPitch({ articleTitle: 'Second title' }), pitchHistories.edited),
      whenPitch(earlierPitch(), pitchHistories.pitched),
    ])
      expect(decision).toEqual({ events: [] });
  });

  it.each([
    [[1], true],
    [[0, 1], true],
    [[0], false],
    [[2], false],
    [[], false],
  ])('by an editor who has seen revision %j of 1 is accepted: %s', (seen, isAccepted) => {
    const rejected = { rejection: 'edited-meanwhile' };
    expect(whenArticle(editArticle({ title: 'New' }, seen), articleHistories.edited)).toEqual(
      isAccepted ? { events: [editedArticle({ title: 'New' })] } : rejected,
    );
    expect(whenPitch(editPitch({ articleTitle: 'New' }, seen), pitchHistories.edited)).toEqual(
      isAccepted ? { events: [editedPitch({ articleTitle: 'New' })] } : rejected,
    );
  });

  it('of a missing or published piece is rejected as such before its revisions are compared', () => {
    expect(whenArticle(editArticle({}, [9]), articleHistories.deleted)).toEqual(
      outcomeOf('article-not-found'),
    );
    expect(whenPitch(editPitch({}, [9]), pitchHistories.deleted)).toEqual(outcomeOf('submission-not-found'));
    expect(whenPitch(editPitch({}, [9]), pitchHistories.published)).toEqual(
      outcomeOf('submission-published'),
    );
  });

  it('never fills the byline of a forgotten writer, nor empties another', () => {
    const history = articleHistories['published, writer forgotten'];
    expect(whenArticle(editArticle(), history)).toEqual({ events: [] });
    expect(whenArticle(editArticle({ authorName: 'Somebody', excerpt: 'New' }), history)).toEqual({
      events: [editedArticle({ excerpt: 'New' })],
    });
    expect(whenArticle(earlierArticle({ excerpt: 'Older' }), history)).toEqual({
      events: [editedArticle({ excerpt: 'Older', restoredRevision: 0 })],
    });
    expect(whenArticle(earlierArticle(withoutByline), articleHistories.published)).toEqual({ events: [] });
  });
});

it('an earlier version is restored with its revision and only what differs', () => {
  expect(whenArticle(earlierArticle(), articleHistories.edited)).toEqual({
    events: [editedArticle({ title: 'Title', restoredRevision: 0 })],
  });
  const twice = [...articleHistories.edited, editedArticle({ featured: 1, authorSchool: null })];
  expect(whenArticle(earlierArticle({ title: 'Second title' }, 1), twice)).toEqual({
    events: [editedArticle({ featured: 0, authorSchool: 'Sample School', restoredRevision: 1 })],
  });
  expect(whenArticle(earlierArticle(), articleHistories.deleted)).toEqual({ events: [restoredArticle] });
  expect(whenPitch(earlierPitch(), pitchHistories.deleted)).toEqual({ events: [restoredPitch] });
});

describe('the state', () => {
  const createdAt = metadata.at;

  it('has the newest of every field, when the piece was created, and the last revision', () => {
    const change = editedArticle({ authorSchool: null, featured: 1, restoredRevision: 0 });
    const changed = { title: 'Second title', authorSchool: null, featured: 1 };
    expect(articleState([...articleHistories.edited, change, deletedArticle, restoredArticle])).toEqual({
      status: 'published',
      revision: 4,
      article: { ...sampleArticle, ...changed, id: articleId, contributorId: 'contributor-1', createdAt },
    });
    const pitchChange = editedPitch({ school: null, restoredRevision: 0 });
    const history = [...pitchHistories.edited, pitchChange, deletedPitch, restoredPitch, publishedPitch];
    expect(pitchState(history)).toEqual({
      status: 'published',
      revision: 5,
      userId: 'user-1',
      articleId,
      pitch: {
        ...samplePitch,
        articleTitle: 'Second title',
        school: null,
        id: submissionId,
        userId: 'user-1',
        createdAt,
      },
    });
  });

  it('has no byline once a writer is forgotten, whatever was edited', () => {
    const state = articleState([
      erased(publishedArticle, withoutByline),
      editedArticle({ authorName: null }),
    ]);
    expect(state).toMatchObject({ article: { title: 'Title', authorName: null } });
  });

  it('rejects an impossible history', () => {
    for (const event of [editedArticle({}), deletedArticle, restoredArticle])
      expect(() => articleState([event])).toThrow(event.type);
    for (const event of [editedPitch({}), publishedPitch, deletedPitch, restoredPitch])
      expect(() => pitchState([event])).toThrow(event.type);
  });
});

it('the article of a pitch has its texts, its writer and its read time, and is not featured', () => {
  expect(toArticleContent({ ...samplePitch, fullEssay: 'word '.repeat(1_100) })).toEqual({
    title: 'Title',
    excerpt: 'Summary',
    content: 'word '.repeat(1_100),
    section: 'clash',
    authorName: 'Sample Writer',
    authorAge: 14,
    authorSchool: 'Sample School',
    readTime: 5,
    featured: 0,
  });
});
