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
const kept = { deletedAt: null, deletedBy: null };
const person = (id: string, name: string | null, isWriter = false) => ({ id, name, isWriter });

it('editors see who wrote each comment and may delete any of them; reviewers may delete only their own', () => {
  const comment: Comment = {
    ...{ ...written, ...passage, id: 'a', author: person('me', 'Ada'), audience: 'editors' },
    ...{ resolvedAt: written.at, resolvedBy: person('gone', null), ...kept },
    replies: [
      { ...written, ...kept, id: 'b', author: person('writer', 'Mina', true) },
      { ...written, ...kept, id: 'c', author: person('other', 'Bo') },
      {
        ...written,
        id: 'd',
        author: person('me', 'Ada'),
        deletedAt: written.at,
        deletedBy: person('me', 'Ada'),
      },
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
    ['You', false],
  ]);
  expect(shown.replies.map(({ deletedBy }) => deletedBy)).toEqual([undefined, undefined, 'You']);
  const deletable = (id: string, mayDelete: 'own' | 'none', of = comment) => {
    const { replies, ...first } = shownToEditor(of, { id, mayDelete });
    return [first, ...replies].filter((each) => each.mayDelete).map((each) => each.id);
  };
  expect([deletable('other', 'own'), deletable('me', 'none')]).toEqual([['c'], []]);
  const taken = { ...comment, deletedAt: written.at, deletedBy: person('other', 'Bo') };
  expect(deletable('other', 'own', taken)).toEqual([]);
  // Deleting the comment deletes its replies.
  expect(deletable('me', 'own')).toEqual([]);
  expect(deletable('me', 'own', { ...comment, replies: comment.replies.slice(2) })).toEqual(['a']);
});

it('writers see comments as from the editors, and may delete only their own', () => {
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
