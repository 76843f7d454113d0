import type { DifferencePart } from '@journal/contracts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { stateOf } from '../../data/piece-state.ts';
import { shorten } from './Differences.tsx';
import { fieldList } from './history-texts.tsx';

const words = (count: number) => 'word '.repeat(count);
const wordsIn = (parts: ReturnType<typeof shorten>) =>
  parts.reduce(
    (sum, part) => sum + (part.kind === 'left-out' ? part.words : (part.text.match(/\S+/g)?.length ?? 0)),
    0,
  );

describe('a shortened difference', () => {
  it('keeps the words around a change', () => {
    const parts: DifferencePart[] = [
      { kind: 'same', text: words(500) },
      { kind: 'added', text: 'new ' },
      { kind: 'same', text: words(500) },
    ];
    const shown = shorten(parts);
    expect(shown.map(({ kind }) => kind)).toEqual(['left-out', 'same', 'added', 'same', 'left-out']);
    expect(shown[0]).toEqual({ kind: 'left-out', words: 469 });
  });

  it('omits nothing from a short text', () => {
    const parts: DifferencePart[] = [
      { kind: 'removed', text: 'old' },
      { kind: 'same', text: ` ${words(20)}` },
    ];
    expect(shorten(parts)).toEqual(parts);
  });

  it('keeps every change, and counts every word that it omits', () => {
    const text = fc.oneof(
      fc.string(),
      fc.nat(3_000).map(words),
      fc.nat(3_000).map((count) => 'x'.repeat(count)),
    );
    const part = fc.record({
      kind: fc.constantFrom('same' as const, 'added' as const, 'removed' as const),
      text,
    });
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const shown = shorten(parts);
        const changes = (of: readonly { kind: string }[]) =>
          of.filter(({ kind }) => kind === 'added' || kind === 'removed');
        expect(changes(shown)).toEqual(changes(parts));
        for (const one of shown) if (one.kind === 'left-out') expect(one.words).toBeGreaterThan(0);
        // A longer word may be cut in two.
        if (parts.every((one) => !/\S{160}/.test(one.text))) expect(wordsIn(shown)).toBe(wordsIn(parts));
      }),
    );
  });
});

test('changed fields are listed in the order of the form, regardless of the order of the changes', () => {
  expect(fieldList(['authorAge', 'featured', 'title', 'content'])).toBe(
    'title, content, author age, featured',
  );
  expect(fieldList(['somethingNew', 'fullName', 'articleTitle'])).toBe(
    'full name, article title, somethingnew',
  );
});

test.each([
  ['an edited article', 'ArticleEdited ArticlePublished', 'current'],
  [
    'an article restored and edited',
    'ArticleEdited ArticleRestored ArticleDeleted ArticlePublished',
    'current',
  ],
  ['a deleted article whose debate was ended', 'ArticleUnpaired ArticleDeleted ArticlePublished', 'deleted'],
  ['a hidden article without its name', 'ArticleUnnamed ArticleHidden ArticlePublished', 'hidden'],
  ['an article hidden by a guardian', 'ArticleHiddenByGuardian ArticlePublished', 'hidden'],
  ['an article that is shown again', 'ArticleShown ArticleHidden ArticlePublished', 'current'],
  ['a removed article', 'ArticleRemoved ArticleHidden ArticlePublished', 'removed'],
  ['an erased article', 'ArticleErased ArticleDeleted ArticlePublished', 'erased'],
  ['a published pitch with a shorter byline', 'SubmissionBylineChosen SubmissionPublished', 'published'],
  ['a declined pitch with a concern', 'SubmissionConcernReported SubmissionDeclined', 'declined'],
  ['a withdrawn pitch with a concern', 'SubmissionConcernReported SubmissionWithdrawn', 'withdrawn'],
  ['a deleted pitch with a concern', 'SubmissionConcernReported SubmissionDeleted', 'deleted'],
  ['a reopened pitch', 'SubmissionReopened SubmissionDeclined SubmissionPitched', 'current'],
  ['a pitch erased after its retention period', 'SubmissionErased SubmissionDeclined', 'erased'],
  ['a withdrawn issue', 'IssueWithdrawn IssuePublished IssueOpened', 'current'],
])('the history knows what became of %s', (_piece, events, state) => {
  expect(stateOf(events.split(' ').map((event) => ({ event })))).toBe(state);
});
