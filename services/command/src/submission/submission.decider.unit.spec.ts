import type { SubmissionContent, SubmissionEvent } from '@journal/events';
import { describe, expect, it } from 'vitest';
import { samplePitch } from '../testing/samples.ts';
import { toArticleContent } from './publishing.handlers.ts';
import { evolve, type SubmissionCommand, submissionDecider } from './submission.decider.ts';

const { decide, initialState } = submissionDecider;

const content: SubmissionContent = samplePitch;
const submissionId = 'submission-1';
const which = { submissionId, userId: 'user-1' };
const pitched: SubmissionEvent = { type: 'SubmissionPitched', data: { ...which, ...content } };
const edited = (change: object): SubmissionEvent => ({
  type: 'SubmissionEdited',
  data: { ...which, ...change },
});
const published: SubmissionEvent = { type: 'SubmissionPublished', data: { ...which, articleId: 7 } };
const deleted: SubmissionEvent = { type: 'SubmissionDeleted', data: which };
const restored: SubmissionEvent = { type: 'SubmissionRestored', data: which };
const erased = (event: SubmissionEvent) => {
  const gone = Object.keys(content).filter((field) => field !== 'section' && field in event.data);
  return {
    ...event,
    data: { ...event.data, ...Object.fromEntries(gone.map((field) => [field, null])) },
  } as SubmissionEvent;
};

const histories = {
  missing: [],
  pitched: [pitched],
  edited: [pitched, edited({ articleTitle: 'Second title' })],
  published: [pitched, published],
  deleted: [pitched, deleted],
  restored: [pitched, deleted, restored],
  'pitched, writer forgotten': [erased(pitched)],
  'edited, writer forgotten': [erased(pitched), erased(edited({ articleTitle: 'Second title' }))],
  'deleted, writer forgotten': [erased(pitched), deleted],
  'published, writer forgotten': [erased(pitched), published],
} satisfies Record<string, SubmissionEvent[]>;

const stateOf = (history: readonly SubmissionEvent[]) =>
  history.reduce(
    (state, event) => evolve(state, { ...event, metadata: { at: '2026-01-02T03:04:05.678Z' } }),
    initialState,
  );
const when = (command: SubmissionCommand, history: readonly SubmissionEvent[]) =>
  decide(command, stateOf(history));

const edit = (change: Partial<SubmissionContent> = {}, seen?: readonly number[]): SubmissionCommand => ({
  type: 'EditSubmission',
  submissionId,
  content: { ...content, ...change },
  ...(seen ? { seen } : {}),
});
const bringBack = (change: Partial<SubmissionContent> = {}): SubmissionCommand => ({
  type: 'RestoreSubmission',
  submissionId,
  earlier: { revision: 0, content: { ...content, ...change } },
});
const commands = {
  pitch: { type: 'PitchSubmission', ...which, content },
  edit: edit({ articleTitle: 'New', school: null }),
  publish: { type: 'PublishSubmission', submissionId, articleId: 7 },
  delete: { type: 'DeleteSubmission', submissionId },
  restore: { type: 'RestoreSubmission', submissionId },
  'bring back': bringBack({ articleTitle: 'Older' }),
} satisfies Record<string, SubmissionCommand>;

type Expected = SubmissionEvent[] | string;
type Row = Record<keyof typeof commands, Expected>;
const older = edited({ articleTitle: 'Older', restoredRevision: 0 });
const all = (expected: string): Row => ({
  pitch: 'submission-id-taken',
  edit: expected,
  publish: expected,
  delete: expected,
  restore: expected,
  'bring back': expected,
});
const pending: Row = {
  pitch: 'submission-id-taken',
  edit: [edited({ articleTitle: 'New', school: null })],
  publish: [published],
  delete: [deleted],
  restore: 'submission-not-deleted',
  'bring back': [older],
};
const table: Record<keyof typeof histories, Row> = {
  missing: { ...all('submission-not-found'), pitch: [pitched] },
  pitched: pending,
  edited: pending,
  restored: pending,
  published: all('submission-published'),
  deleted: { ...all('submission-not-found'), restore: [restored], 'bring back': [restored, older] },
  'pitched, writer forgotten': all('submission-not-found'),
  'edited, writer forgotten': all('submission-not-found'),
  'deleted, writer forgotten': all('submission-not-found'),
  'published, writer forgotten': all('submission-published'),
};

describe.each(Object.keys(histories) as (keyof typeof histories)[])('given a pitch that is %s', (name) => {
  it.each(Object.keys(commands) as (keyof typeof commands)[])('when told to %s', (command) => {
    const expected = table[name][command];
    expect(when(commands[command], histories[name])).toEqual(
      typeof expected === 'string' ? { rejection: expected } : { events: expected },
    );
  });
});

describe('an edit', () => {
  it('without changes is no event', () => {
    expect(when(edit(), histories.pitched)).toEqual({ events: [] });
    expect(when(edit({ articleTitle: 'Second title' }), histories.edited)).toEqual({ events: [] });
  });

  it.each<Partial<SubmissionContent>>([
    { fullName: 'New' },
    { age: 18 },
    { school: null },
    { section: 'culture' },
    { articleTitle: 'New' },
    { articleSummary: 'New' },
    { fullEssay: 'New' },
  ])('contains only %j if only that changed, and becomes the pitch’s content', (change) => {
    expect(when(edit(change), histories.pitched)).toEqual({ events: [edited(change)] });
    expect(stateOf([pitched, edited(change)])).toMatchObject({ pitch: { ...content, ...change } });
  });

  it.each([
    [[1], { events: [edited({ articleTitle: 'New' })] }],
    [[0, 1], { events: [edited({ articleTitle: 'New' })] }],
    [[0], { rejection: 'edited-meanwhile' }],
    [[2], { rejection: 'edited-meanwhile' }],
    [[], { rejection: 'edited-meanwhile' }],
  ])('by somebody who has seen revision %j of 1', (seen, expected) => {
    expect(when(edit({ articleTitle: 'New' }, seen), histories.edited)).toEqual(expected);
  });

  it('of a missing or published pitch is rejected as such before its revisions', () => {
    expect(when(edit({}, [9]), histories.deleted)).toEqual({ rejection: 'submission-not-found' });
    expect(when(edit({}, [9]), histories.published)).toEqual({ rejection: 'submission-published' });
  });
});

describe('restoring an earlier version', () => {
  it('is no event if the pitch is the same already', () => {
    expect(when(bringBack(), histories.pitched)).toEqual({ events: [] });
  });

  it('of a deleted pitch only restores it if nothing differs', () => {
    expect(when(bringBack(), histories.deleted)).toEqual({ events: [restored] });
  });
});

describe('the state', () => {
  it('has the newest of every field, when it was pitched and the last revision', () => {
    const history = [...histories.edited, edited({ school: null, restoredRevision: 0 }), deleted, restored];
    expect(stateOf([...history, published])).toEqual({
      status: 'published',
      revision: 5,
      userId: 'user-1',
      articleId: 7,
      pitch: {
        ...content,
        id: submissionId,
        userId: 'user-1',
        articleTitle: 'Second title',
        school: null,
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    });
  });

  it('rejects an impossible history', () => {
    for (const event of [edited({}), published, deleted, restored])
      expect(() => stateOf([event])).toThrow(event.type);
  });
});

describe('the article of a pitch', () => {
  it('has its texts, its writer and the time that it takes to read, and is not featured', () => {
    expect(toArticleContent({ ...content, fullEssay: 'word '.repeat(1_100) })).toEqual({
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
});
