import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import { revisionsOfIfMatch } from '../article/article-etag.ts';
import { submissionEtag, toOwnSubmission, toSubmission } from './submission.json.ts';
import { OwnSubmission, Submission } from './submission.schema.ts';

const source = {
  revision: 3,
  id: 'submission-1',
  userId: 'user-1',
  fullName: 'Sample Writer',
  age: 15,
  school: null,
  section: 'view',
  articleTitle: 'A title',
  articleSummary: 'A summary',
  fullEssay: 'An essay',
  createdAt: '2026-01-01T00:00:00.000Z',
  status: 'pending',
  articleId: null,
} as const;

it('shows editors all of it, and nothing that is of the tables alone', () => {
  const shown = toSubmission(source, 'writer@example.org');
  expect(Compile(Submission).Check(shown)).toBe(true);
  expect(Object.keys(shown).sort()).toEqual(Object.keys(Submission.properties).sort());
});

it('shows writers neither address nor id of an account', () => {
  const shown = toOwnSubmission(source);
  expect(Object.keys(shown).sort()).toEqual(Object.keys(OwnSubmission.properties).sort());
});

it('has an ETag that If-Match takes, another for other bytes of the same revision', () => {
  const [one, other] = [submissionEtag(3, '{"a":1}'), submissionEtag(3, '{"a":2}')];
  expect(revisionsOfIfMatch(`${one}, ${other}`)).toEqual([3, 3]);
  expect(one).not.toBe(other);
});
