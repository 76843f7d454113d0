import { defaultByline } from '@journal/events/fields';
import { Compile } from 'typebox/compile';
import { expect, it } from 'vitest';
import { OwnSubmission, Submission } from './submission.schema.ts';
import { countWords, parseSubmissionId, readTimeOf, toOwnSubmission, toSubmission } from './submission.ts';

const id = '5b7a2c1e-0d3f-4e6a-9b8c-7d1e2f3a4b5c';
const source = {
  revision: 3,
  id,
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
  stage: 'received',
  stageSince: '2026-01-01T00:00:00.000Z',
  assigneeId: null,
  dueAt: null,
  issueNumber: null,
  publishAt: null,
  awaitsConsent: true,
  agreedAt: null,
  isTakenUp: false,
  byline: defaultByline,
} as const;

const ofOthers = {
  articleState: null,
  isNameWithheld: false,
  waitsFor: 7,
  unansweredComments: 2,
  steps: [],
};

it('toSubmission returns a valid Submission with exactly the properties of the schema', () => {
  const shown = toSubmission(source, 'writer@example.org');
  expect(Compile(Submission).Check(shown)).toBe(true);
  expect(Object.keys(shown).sort()).toEqual(Object.keys(Submission.properties).sort());
});

it('toOwnSubmission returns exactly the properties of the OwnSubmission schema, with no account and no agreement', () => {
  const pitch = { ...source, email: 'writer@example.org' };
  const own = { ...pitch, ...ofOthers };
  const names = Object.keys(toOwnSubmission(own));
  expect(names.sort()).toEqual(Object.keys(OwnSubmission.properties).sort());
  for (const hidden of ['userId', 'email', 'assigneeId', 'agreedAt']) expect(names).not.toContain(hidden);
});

it('toOwnSubmission counts unanswered comments only while the pitch is pending', () => {
  const waiting = (status: 'pending' | 'published') =>
    toOwnSubmission({ ...source, ...ofOthers, status }).unansweredComments;
  expect([waiting('pending'), waiting('published')]).toEqual([2, 0]);
});

it('parseSubmissionId accepts only lowercase UUIDs', () => {
  expect(parseSubmissionId(id)).toBe(id);
  for (const text of ['', '1', id.toUpperCase(), `${id} `, `x${id}`, id.replaceAll('-', '')])
    expect(parseSubmissionId(text)).toBeUndefined();
});

it.each([
  ['', 0],
  ['  \n\t ', 0],
  ['one', 1],
  [' two\n\nwords ', 2],
  ['it’s – three', 3],
])('%j has %i words', (text, count) => {
  expect(countWords(text)).toBe(count);
});

it.each([
  [0, 1],
  [220, 1],
  [329, 1],
  [330, 2],
  [1_000, 5],
  [4_400, 20],
  [20_000, 20],
])('%i words take %i minutes to read', (count, minutes) => {
  expect(readTimeOf('word '.repeat(count))).toBe(minutes);
});
