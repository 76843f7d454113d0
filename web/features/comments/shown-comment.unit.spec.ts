import type { Comment, OwnComment } from '@journal/contracts';
import { expect, it } from 'vitest';
import { shownToEditor, shownToWriter } from './shown-comment.ts';

const passage = {
  field: 'fullEssay',
  paragraph: 0,
  quotation: 'the sea',
  before: '',
  after: '',
  pitchRevision: 0,
} as const;
const written = { note: 'Which?', at: '2026-01-01T00:00:00.000Z' };
const person = (id: string, name: string | null, isWriter = false) => ({ id, name, isWriter });

it('editors read who said what, and may delete all of it; reviewers what they said themselves', () => {
  const comment: Comment = {
    ...{ ...written, ...passage, id: 'a', author: person('me', 'Ada'), audience: 'editors' },
    ...{ resolvedAt: written.at, resolvedBy: person('gone', null) },
    replies: [
      { ...written, id: 'b', author: person('writer', 'Mina', true) },
      { ...written, id: 'c', author: person('other', 'Bo') },
    ],
  };
  const shown = shownToEditor(comment, { id: 'me', mayDelete: 'all' });
  expect(shown).toMatchObject({
    by: 'You',
    isResolved: true,
    resolvedBy: 'A former editor',
    mayDelete: true,
  });
  expect(shown.replies.map(({ by, mayDelete }) => [by, mayDelete])).toEqual([
    ['Mina (the writer)', true],
    ['Bo', true],
  ]);
  const deletable = (id: string, mayDelete: 'own' | 'none') => {
    const { replies, ...first } = shownToEditor(comment, { id, mayDelete });
    return [first, ...replies].filter((each) => each.mayDelete).map((each) => each.id);
  };
  expect([deletable('me', 'own'), deletable('other', 'own'), deletable('me', 'none')]).toEqual([
    ['a'],
    ['c'],
    [],
  ]);
});

it('writers read what the editors said, and may delete what they said themselves', () => {
  const comment: OwnComment = {
    ...{ ...written, ...passage, id: 'a', resolvedAt: null },
    replies: [
      { ...written, id: 'b', isOwn: true },
      { ...written, id: 'c', isOwn: false },
    ],
  };
  const shown = shownToWriter(comment);
  expect(shown).toMatchObject({ by: 'The editors', isResolved: false, mayDelete: false });
  expect([shown.audience, shown.resolvedBy]).toEqual([undefined, undefined]);
  expect(shown.replies.map(({ by, mayDelete }) => [by, mayDelete])).toEqual([
    ['You', true],
    ['The editors', false],
  ]);
});
