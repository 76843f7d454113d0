import {
  type ArticleContent,
  type ArticleEvent,
  articleFields,
  type Byline,
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

const createdAt = '2026-01-02T03:04:05.678Z';
const metadata = { at: createdAt, actor: { id: 'admin-1', role: 'admin' } };
const dated = (history: readonly object[]) =>
  history.map((event, revision) => ({ metadata, revision, ...event })) as never;
const erased = <Event extends { data: object }>(event: Event, fields: object): Event => ({
  ...event,
  data: { ...event.data, ...fields },
});
/** A change of each field alone, to a value that no sample has. */
const changesOf = (fields: Fields): object[] =>
  Object.entries(fields).map(([name, { value }]) => {
    if (value.kind === 'choice') return { [name]: value.of.at(-1) };
    return { [name]: value.kind === 'integer' ? value.maximum : value.isOptional ? null : 'New' };
  });

type Expected = object[] | string;
const outcomeOf = (expected: Expected) =>
  typeof expected === 'string' ? { rejection: expected } : { events: expected };
/** Expects the same outcome of each of these commands. */
const each = <Commands extends object>(commands: Commands, expected: string) =>
  Object.fromEntries(Object.keys(commands).map((name) => [name, expected])) as Record<
    keyof Commands,
    Expected
  >;
/** Every pair of a history and a command. */
const pairsOf = <History extends string, Command extends string>(
  histories: Record<History, unknown>,
  commands: Record<Command, unknown>,
) =>
  (Object.keys(histories) as History[]).flatMap((history) =>
    (Object.keys(commands) as Command[]).map((command) => [history, command] as const),
  );
/** Revisions that an editor has seen of a piece at revision 1, and whether the edit is accepted. */
const seenRevisions = [
  [[1], true],
  [[0, 1], true],
  [[0], false],
  [[2], false],
  [[], false],
] as const;

describe('an article', () => {
  const state = (history: readonly ArticleEvent[]) => fold(articleDecider, dated(history)).state;
  const when = (command: ArticleCommand, history: readonly ArticleEvent[]) =>
    articleDecider.decide(command, state(history));
  const articleId = 7;
  const which = { articleId, contributorId: 'contributor-1' };
  const edited = (change: object): ArticleEvent => ({ type: 'ArticleEdited', data: { ...which, ...change } });
  const published: ArticleEvent = { type: 'ArticlePublished', data: { ...which, ...sampleArticle } };
  const byline = { authorName: 'Fox', authorAge: null, authorSchool: null };
  const bylineChosen = (bylineRevision: number, change: object = {}): ArticleEvent => ({
    type: 'ArticleBylineChosen',
    data: { ...which, ...byline, ...change, bylineRevision },
  });
  const unnamed: ArticleEvent = {
    type: 'ArticleUnnamed',
    data: { ...which, authorName: 'Name withheld', authorAge: null, authorSchool: null },
  };
  const hidden: ArticleEvent = { type: 'ArticleHidden', data: { articleId } };
  const shown: ArticleEvent = { type: 'ArticleShown', data: { articleId } };
  const removed: ArticleEvent = { type: 'ArticleRemoved', data: { articleId } };
  const textGone: ArticleEvent = { type: 'ArticleErased', data: { articleId } };
  const deleted: ArticleEvent = { type: 'ArticleDeleted', data: { articleId } };
  const restored: ArticleEvent = { type: 'ArticleRestored', data: { articleId } };
  const withoutText = { title: null, excerpt: null, content: null };
  const withoutByline = { authorName: null, authorAge: null, authorSchool: null };
  const histories = {
    missing: [],
    published: [published],
    edited: [published, edited({ title: 'Second title' })],
    deleted: [published, deleted],
    restored: [published, deleted, restored],
    'published, text erased': [erased(published, withoutText)],
    'deleted, text erased': [erased(published, withoutText), deleted],
    'edited, text erased': [erased(published, withoutText), erased(edited({}), withoutText)],
    'published, writer forgotten': [erased(published, withoutByline)],
    'published, byline chosen': [published, bylineChosen(3)],
    'name taken off': [published, unnamed],
    hidden: [published, hidden],
    'shown again': [published, hidden, shown],
    'hidden and deleted': [published, hidden, deleted],
    removed: [published, hidden, removed],
    erased: [published, deleted, textGone],
  } satisfies Record<string, ArticleEvent[]>;

  const edit = (change: Partial<ArticleContent> = {}, seen?: readonly number[]): ArticleCommand => ({
    type: 'EditArticle',
    articleId,
    content: { ...sampleArticle, ...change },
    ...(seen ? { seen } : {}),
  });
  const earlier = (change: object = {}, revision = 0): ArticleCommand => ({
    type: 'RestoreArticle',
    articleId,
    earlier: { revision, content: { ...sampleArticle, ...change } },
  });
  const commands = {
    publish: { type: 'PublishArticle', ...which, content: sampleArticle },
    edit: edit({ title: 'New', featured: 1 }),
    delete: { type: 'DeleteArticle', articleId },
    restore: { type: 'RestoreArticle', articleId },
    'restore a version': earlier({ title: 'Older' }),
    'follow a byline': {
      ...{ type: 'FollowByline', articleId, name: 'first', byline, bylineRevision: 2 },
      chosenAt: '2',
    },
    unname: { type: 'UnnameArticle', articleId },
    hide: { type: 'HideArticle', articleId, userId: 'contributor-1' },
    'hide as another': { type: 'HideArticle', articleId, userId: 'user-2' },
    show: { type: 'ShowArticle', articleId, userId: 'contributor-1' },
    'show as another': { type: 'ShowArticle', articleId, userId: 'user-2' },
    remove: { type: 'RemoveArticle', articleId },
    erase: { type: 'EraseArticle', articleId },
  } satisfies Record<string, ArticleCommand>;
  const older = edited({ title: 'Older', restoredRevision: 0 });
  const none = { ...each(commands, 'article-not-found'), publish: 'article-id-taken' as Expected };
  const live: typeof none = {
    publish: 'article-id-taken',
    edit: [edited({ title: 'New', featured: 1 })],
    delete: [deleted],
    restore: 'article-not-deleted',
    'restore a version': [older],
    'follow a byline': [bylineChosen(2)],
    unname: [unnamed],
    hide: [hidden],
    'hide as another': 'not-allowed',
    show: [],
    'show as another': 'not-allowed',
    remove: 'article-not-hidden',
    erase: 'article-shown',
  };
  const { authorName, authorAge, authorSchool } = sampleArticle;
  const named = { authorName, authorAge, authorSchool };
  const asHidden = { hide: [], show: [shown], remove: [removed], erase: [textGone] };
  const table: Record<keyof typeof histories, typeof none> = {
    missing: { ...none, publish: [published] },
    published: live,
    edited: live,
    restored: live,
    deleted: {
      ...none,
      restore: [restored],
      'restore a version': [restored, older],
      'follow a byline': [bylineChosen(2)],
      hide: [hidden],
      'hide as another': 'not-allowed',
      show: [],
      'show as another': 'not-allowed',
      remove: 'article-not-hidden',
      erase: [textGone],
    },
    'published, text erased': { ...none, delete: [deleted], erase: [] },
    'deleted, text erased': { ...none, erase: [] },
    'edited, text erased': { ...none, delete: [deleted], erase: [] },
    'published, writer forgotten': { ...live, 'follow a byline': [], unname: [] },
    'published, byline chosen': { ...live, edit: 'byline-chosen', 'follow a byline': [] },
    'name taken off': {
      ...live,
      edit: [edited({ title: 'New', featured: 1, ...named })],
      'follow a byline': [],
      unname: [],
    },
    hidden: {
      ...live,
      ...asHidden,
      edit: 'article-not-found',
      'restore a version': 'article-not-found',
    },
    'shown again': live,
    'hidden and deleted': {
      ...live,
      ...asHidden,
      edit: 'article-not-found',
      delete: 'article-not-found',
      restore: [restored],
      'restore a version': 'article-not-found',
      unname: 'article-not-found',
    },
    removed: { ...each(commands, 'article-removed'), delete: [deleted], erase: [textGone] },
    erased: { ...each(commands, 'article-removed'), delete: 'article-not-found', erase: [] },
  };

  it.each(pairsOf(histories, commands))(
    'that is %s handles the command to %s as expected',
    (history, command) => {
      expect(when(commands[command], histories[history])).toEqual(outcomeOf(table[history][command]));
    },
  );

  it.each(changesOf(articleFields))('is edited only in the changed field: %j', (change) => {
    expect(when(edit(change), histories.published)).toEqual({ events: [edited(change)] });
  });

  it('is not edited without changes, or restored to a version that it equals', () => {
    for (const decision of [
      when(edit(), histories.published),
      when(edit({ title: 'Second title' }), histories.edited),
      when(earlier(), histories.published),
      when(earlier(), [...histories.edited, edited({ title: 'Title', restoredRevision: 0 })]),
    ])
      expect(decision).toEqual({ events: [] });
  });

  it.each(seenRevisions)(
    'at revision 1 accepts an edit by an editor who has seen %j: %s',
    (seen, isAccepted) => {
      expect(when(edit({ title: 'New' }, seen), histories.edited)).toEqual(
        outcomeOf(isAccepted ? [edited({ title: 'New' })] : 'edited-meanwhile'),
      );
    },
  );

  it('that is deleted is not found, whatever revision the editor has seen', () => {
    expect(when(edit({}, [9]), histories.deleted)).toEqual(outcomeOf('article-not-found'));
  });

  it('neither regains a forgotten writer’s byline nor loses a present one by an edit or a restored version', () => {
    const history = histories['published, writer forgotten'];
    expect(when(edit(), history)).toEqual({ events: [] });
    expect(when(edit({ authorName: 'Somebody', excerpt: 'New' }), history)).toEqual({
      events: [edited({ excerpt: 'New' })],
    });
    expect(when(earlier({ excerpt: 'Older' }), history)).toEqual({
      events: [edited({ excerpt: 'Older', restoredRevision: 0 })],
    });
    expect(when(earlier(withoutByline), histories.published)).toEqual({ events: [] });
  });

  it('keeps the byline its writer chose through edits and restored versions', () => {
    const history = histories['published, byline chosen'];
    expect(when(edit({ ...byline, excerpt: 'New' }), history)).toEqual({
      events: [edited({ excerpt: 'New' })],
    });
    for (const change of [{ authorName: 'Somebody' }, { authorAge: 15 }, { authorSchool: 'A School' }])
      expect(when(edit({ ...byline, ...change }), history)).toEqual(outcomeOf('byline-chosen'));
    expect(when(earlier({ excerpt: 'Older' }), history)).toEqual({
      events: [edited({ excerpt: 'Older', restoredRevision: 0 })],
    });
    const chosenBefore = { ...published, data: { ...published.data, ...byline, bylineRevision: 0 } };
    expect(when(edit(), [chosenBefore as ArticleEvent])).toEqual(outcomeOf('byline-chosen'));
  });

  it('follows the latest choice of byline, in whatever order the choices arrive', () => {
    const follow = { ...commands['follow a byline'], bylineRevision: 4 };
    expect(when(follow, histories['published, byline chosen'])).toEqual({ events: [bylineChosen(4)] });
    for (const bylineRevision of [2, 3])
      expect(when({ ...follow, bylineRevision }, histories['published, byline chosen'])).toEqual({
        events: [],
      });
    expect(state(histories['published, byline chosen'])).toMatchObject({
      article: { title: 'Title', ...byline },
      bylineRevision: 3,
    });
  });

  it('records the restored revision and only the fields that differ', () => {
    expect(when(earlier(), histories.edited)).toEqual({
      events: [edited({ title: 'Title', restoredRevision: 0 })],
    });
    const twice = [...histories.edited, edited({ featured: 1, authorSchool: null })];
    expect(when(earlier({ title: 'Second title' }, 1), twice)).toEqual({
      events: [edited({ featured: 0, authorSchool: 'Sample School', restoredRevision: 1 })],
    });
    expect(when(earlier(), histories.deleted)).toEqual({ events: [restored] });
  });

  it('has the latest value of every field, its creation date and its last revision', () => {
    const change = edited({ authorSchool: null, featured: 1, restoredRevision: 0 });
    const changed = { title: 'Second title', authorSchool: null, featured: 1 };
    expect(state([...histories.edited, change, deleted, restored])).toEqual({
      status: 'published',
      revision: 4,
      isHidden: false,
      isRemoved: false,
      article: { ...sampleArticle, ...changed, id: articleId, contributorId: 'contributor-1', createdAt },
    });
  });

  it('has no byline once its writer is forgotten, even after edits', () => {
    expect(state([erased(published, withoutByline), edited({ authorName: null })])).toMatchObject({
      article: { title: 'Title', authorName: null },
    });
  });

  it('rejects an impossible history', () => {
    for (const event of [edited({}), deleted, restored]) expect(() => state([event])).toThrow(event.type);
  });
});

describe('a pitch', () => {
  const state = (history: readonly SubmissionEvent[]) => fold(submissionDecider, dated(history)).state;
  const when = (command: SubmissionCommand, history: readonly SubmissionEvent[]) =>
    submissionDecider.decide(command, state(history));
  const submissionId = 'submission-1';
  const which = { submissionId, userId: 'user-1' };
  const edited = (change: object): SubmissionEvent => ({
    type: 'SubmissionEdited',
    data: { ...which, ...change },
  });
  const pitched: SubmissionEvent = { type: 'SubmissionPitched', data: { ...which, ...samplePitch } };
  const published: SubmissionEvent = { type: 'SubmissionPublished', data: { ...which, articleId: 7 } };
  const deleted: SubmissionEvent = { type: 'SubmissionDeleted', data: which };
  const restored: SubmissionEvent = { type: 'SubmissionRestored', data: which };
  const withdrawn: SubmissionEvent = { type: 'SubmissionWithdrawn', data: which };
  const byline: Byline = { name: 'pen', penName: 'Fox', showAge: false, showSchool: true };
  const bylineChosen: SubmissionEvent = { type: 'SubmissionBylineChosen', data: { ...which, byline } };
  const byWriter = { metadata: { at: createdAt, actor: { id: 'user-1', role: 'writer' } } };
  const { section: _clear, ...personal } = samplePitch;
  const withoutWriter = Object.fromEntries(Object.keys(personal).map((field) => [field, null]));
  const histories = {
    missing: [],
    pitched: [pitched],
    edited: [pitched, edited({ articleTitle: 'Second title' })],
    'edited by its writer': [pitched, { ...edited({ articleTitle: 'Second title' }), ...byWriter }],
    withdrawn: [pitched, withdrawn],
    published: [pitched, published],
    'published under a pen name': [pitched, bylineChosen, published],
    deleted: [pitched, deleted],
    restored: [pitched, deleted, restored],
    'pitched, writer forgotten': [erased(pitched, withoutWriter)],
    'edited, writer forgotten': [erased(pitched, withoutWriter), edited({ articleTitle: null })],
    'deleted, writer forgotten': [erased(pitched, withoutWriter), deleted],
    'published, writer forgotten': [erased(pitched, withoutWriter), published],
  } satisfies Record<string, SubmissionEvent[]>;

  const edit = (change: Partial<SubmissionContent> = {}, seen?: readonly number[]): SubmissionCommand => ({
    type: 'EditSubmission',
    submissionId,
    content: { ...samplePitch, ...change },
    ...(seen ? { seen } : {}),
  });
  const earlier = (change: object = {}): SubmissionCommand => ({
    type: 'RestoreSubmission',
    submissionId,
    earlier: { revision: 0, content: { ...samplePitch, ...change } },
  });
  const own = (change: Partial<SubmissionContent> = {}, userId = 'user-1'): SubmissionCommand => ({
    type: 'EditOwnSubmission',
    submissionId,
    userId,
    content: { ...samplePitch, ...change },
  });
  const commands = {
    pitch: { type: 'PitchSubmission', ...which, content: samplePitch },
    edit: edit({ articleTitle: 'New', school: null }),
    publish: { type: 'PublishSubmission', submissionId, articleId: 7 },
    'edit as its writer': own({ articleTitle: 'New', school: null }),
    'edit as another writer': own({ articleTitle: 'New' }, 'user-2'),
    withdraw: { type: 'WithdrawSubmission', ...which },
    'report a concern': { type: 'ReportConcern', ...which, concern: 'What happened' },
    'report one as another writer': { type: 'ReportConcern', submissionId, userId: 'user-2', concern: '' },
    'choose a byline': { type: 'ChooseByline', ...which, byline },
    'choose a byline as another writer': { type: 'ChooseByline', submissionId, userId: 'user-2', byline },
    'withdraw as another writer': { type: 'WithdrawSubmission', submissionId, userId: 'user-2' },
    delete: { type: 'DeleteSubmission', submissionId },
    restore: { type: 'RestoreSubmission', submissionId },
    'restore a version': earlier({ articleTitle: 'Older' }),
  } satisfies Record<string, SubmissionCommand>;
  const older = edited({ articleTitle: 'Older', restoredRevision: 0 });
  const reported: SubmissionEvent = {
    type: 'SubmissionConcernReported',
    data: { ...which, concern: 'What happened' },
  };
  /** A concern is accepted whatever became of the pitch. */
  const heard = { 'report a concern': [reported] };
  const row = (expected: string) => ({
    ...each(commands, expected),
    'report one as another writer': 'not-allowed' as Expected,
    pitch: 'submission-id-taken' as Expected,
    'edit as another writer': 'not-allowed' as Expected,
    'withdraw as another writer': 'not-allowed' as Expected,
    'choose a byline as another writer': 'not-allowed' as Expected,
  });
  const none = row('submission-not-found');
  const takenUp = { 'edit as its writer': 'submission-taken-up' as Expected };
  const pending: typeof none = {
    ...none,
    edit: [edited({ articleTitle: 'New', school: null })],
    'edit as its writer': [edited({ articleTitle: 'New', school: null })],
    ...heard,
    withdraw: [withdrawn],
    'choose a byline': [bylineChosen],
    publish: [published],
    delete: [deleted],
    restore: 'submission-not-deleted',
    'restore a version': [older],
  };
  const table: Record<keyof typeof histories, typeof none> = {
    missing: {
      ...none,
      pitch: [pitched],
      'edit as its writer': 'not-allowed',
      withdraw: 'not-allowed',
      'report a concern': 'not-allowed',
      'choose a byline': 'not-allowed',
    },
    pitched: pending,
    edited: { ...pending, ...takenUp },
    'edited by its writer': pending,
    restored: pending,
    withdrawn: { ...row('submission-withdrawn'), ...heard },
    published: { ...row('submission-published'), ...heard, 'choose a byline': 'byline-needs-editors' },
    'published under a pen name': { ...row('submission-published'), ...heard, 'choose a byline': [] },
    deleted: {
      ...none,
      ...takenUp,
      ...heard,
      withdraw: 'submission-taken-up',
      'choose a byline': 'submission-taken-up',
      restore: [restored],
      'restore a version': [restored, older],
    },
    'pitched, writer forgotten': none,
    'edited, writer forgotten': none,
    'deleted, writer forgotten': none,
    'published, writer forgotten': {
      ...row('submission-published'),
      'report a concern': 'submission-not-found',
      'choose a byline': 'submission-not-found',
    },
  };

  it.each(pairsOf(histories, commands))(
    'that is %s handles the command to %s as expected',
    (history, command) => {
      expect(when(commands[command], histories[history])).toEqual(outcomeOf(table[history][command]));
    },
  );

  it.each(changesOf(submissionFields))('is edited only in the changed field: %j', (change) => {
    expect(when(edit(change), histories.pitched)).toEqual({ events: [edited(change)] });
    expect(state([pitched, edited(change)])).toMatchObject({ pitch: { ...samplePitch, ...change } });
  });

  it('is not edited without changes, or restored to a version that it equals', () => {
    for (const decision of [
      when(edit(), histories.pitched),
      when(edit({ articleTitle: 'Second title' }), histories.edited),
      when(earlier(), histories.pitched),
    ])
      expect(decision).toEqual({ events: [] });
  });

  it.each(seenRevisions)(
    'at revision 1 accepts an edit by an editor who has seen %j: %s',
    (seen, isAccepted) => {
      expect(when(edit({ articleTitle: 'New' }, seen), histories.edited)).toEqual(
        outcomeOf(isAccepted ? [edited({ articleTitle: 'New' })] : 'submission-edited-meanwhile'),
      );
    },
  );

  it('that is deleted or published rejects an edit as such, whatever revision the editor has seen', () => {
    expect(when(edit({}, [9]), histories.deleted)).toEqual(outcomeOf('submission-not-found'));
    expect(when(edit({}, [9]), histories.published)).toEqual(outcomeOf('submission-published'));
  });

  it('is withdrawn only if the writer has seen its latest version', () => {
    const withdraw = (seen: readonly number[]) =>
      when({ type: 'WithdrawSubmission', ...which, seen }, histories['edited by its writer']);
    expect(withdraw([1])).toEqual({ events: [withdrawn] });
    expect(withdraw([0])).toEqual(outcomeOf('submission-edited-meanwhile'));
  });

  it('accepts from its writer, but not from an editor, a revision from before an undone deletion', () => {
    const change = (seen: number) =>
      when({ ...own({ articleTitle: 'New' }), seen: [seen] } as SubmissionCommand, histories.restored);
    expect([0, 1, 2].map(change)).toEqual(Array(3).fill({ events: [edited({ articleTitle: 'New' })] }));
    expect(change(3)).toEqual(outcomeOf('submission-edited-meanwhile'));
    const byEditor = when(edit({ articleTitle: 'New' }, [0]), histories.restored);
    expect(byEditor).toEqual(outcomeOf('submission-edited-meanwhile'));
  });

  it('that is deleted is restored without an edit if the restored version equals it', () => {
    expect(when(earlier(), histories.deleted)).toEqual({ events: [restored] });
  });

  it('has the latest value of every field, its creation date and its last revision', () => {
    const change = edited({ school: null, restoredRevision: 0 });
    expect(state([...histories.edited, change, deleted, restored, published])).toEqual({
      status: 'published',
      revision: 5,
      workRevision: 5,
      textRevision: 2,
      userId: 'user-1',
      articleId: 7,
      publishedByline: { name: 'full', penName: null, showAge: true, showSchool: true },
      isTakenUp: true,
      progress: {
        stage: 'received',
        stageSince: createdAt,
        assigneeId: null,
        dueAt: null,
        issueNumber: null,
        publishAt: null,
        agreedAt: null,
      },
      changedAt: createdAt,
      isErased: false,
      pitch: {
        ...samplePitch,
        articleTitle: 'Second title',
        school: null,
        byline: null,
        id: submissionId,
        userId: 'user-1',
        createdAt,
      },
    });
  });

  it('rejects an impossible history', () => {
    for (const event of [edited({}), published, deleted, restored, withdrawn])
      expect(() => state([event])).toThrow(event.type);
  });

  it('has the byline its writer chose last, and records no event if it is chosen again', () => {
    const pitchedWith = { ...pitched, data: { ...pitched.data, byline } } as SubmissionEvent;
    expect(state([pitchedWith])).toMatchObject({ pitch: { byline }, bylineRevision: 0 });
    expect(when(commands['choose a byline'], [pitchedWith])).toEqual({ events: [] });
    const other = { ...byline, showAge: true };
    expect(when({ ...commands['choose a byline'], byline: other }, [pitchedWith])).toEqual({
      events: [{ ...bylineChosen, data: { ...which, byline: other } }],
    });
    expect(state([pitchedWith, published, bylineChosen])).toMatchObject({
      status: 'published',
      articleId: 7,
      bylineRevision: 2,
    });
    expect(toArticleContent({ ...samplePitch, byline })).toMatchObject({
      authorName: 'Fox',
      authorAge: null,
      authorSchool: 'Sample School',
    });
  });

  it('becomes an unfeatured article with its texts, its writer and its read time', () => {
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
      cover: 'auto',
    });
  });
});
