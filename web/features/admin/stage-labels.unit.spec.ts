import { defaultByline, type Submission } from '@journal/contracts';
import { expect, it } from 'vitest';
import { filterIn } from './panel-address.ts';
import { isUnchanged } from './pitch-steps.ts';
import { changesBetween, stageLabelOf, waitingTime } from './stage-labels.ts';

it.each([
  ['2026-03-04T00:00:00.000Z', 'since today'],
  ['2026-03-03T23:59:59.000Z', '1 day'],
  ['2026-03-01T12:00:00.000Z', '3 days'],
  ['2026-03-05T00:00:01.000Z', 'since today'],
])('a pitch waiting since %s is shown as waiting %s', (since, words) => {
  expect(waitingTime(since, new Date('2026-03-04T09:00:00.000Z'))).toBe(words);
});

it.each([
  ['pending', 'resubmitted', 'Back from the writer'],
  ['pending', 'received', 'Received'],
  ['declined', null, 'Declined'],
  ['withdrawn', null, 'Withdrawn'],
] as const)('a %s pitch at stage %s is called “%s”', (status, stage, words) => {
  expect(stageLabelOf({ status, stage })).toBe(words);
});

const pitch = {
  status: 'pending',
  stage: 'received',
  assigneeId: null,
  dueAt: null,
  issueNumber: null,
  publishAt: null,
  agreedAt: null,
  byline: defaultByline,
  articleTitle: 'Bees',
  fullEssay: 'Buzz.',
} as Submission;
const nameOf = (id: string | null) => id ?? 'Nobody';

it.each<[changes: Partial<Submission>, words: string, before?: Partial<Submission>]>([
  [{}, ''],
  [{ byline: structuredClone(defaultByline) }, ''],
  [{ byline: { ...defaultByline, showAge: false } }, 'Byline: Full name, without age, with school.'],
  [{ dueAt: null }, 'It has no due date any more.', { dueAt: '2026-12-03T22:00:00.000Z' }],
  [
    { stage: 'resubmitted', dueAt: null },
    'It is “Back from the writer” now.',
    { dueAt: '2026-12-03T22:00:00.000Z' },
  ],
  [{ issueNumber: null }, 'It is for no particular issue any more.', { issueNumber: 24 }],
  [{ stage: 'reading', assigneeId: 'Ada' }, 'It is “Reading” now. Assignee: Ada.'],
  [{ stage: 'accepted', issueNumber: 24 }, 'It is “Accepted” now. It is for issue 24.'],
  [{ stage: null, status: 'declined' }, 'It is “Declined” now.'],
  [{ dueAt: '2026-12-03T22:00:00.000Z' }, 'It has a new due date.'],
  [{ publishAt: '2026-12-03T22:00:00.000Z' }, 'Its publication is planned for another time.'],
  [{ articleTitle: 'Wasps', fullEssay: 'Sting.' }, 'Its text has changed: article title, full essay.'],
  [{ agreedAt: '2026-12-03T22:00:00.000Z' }, 'The people named have agreed.'],
  [{ stageSince: '2026-12-03T22:00:00.000Z' }, ''],
])('the change %j of a pitch is described', (changes, words, before = {}) => {
  expect(changesBetween({ ...pitch, ...before }, { ...pitch, ...changes }, nameOf)).toBe(words);
});

it('a pitch counts as unchanged only if all its fields are equal, including the byline', () => {
  const byline = { name: 'pen', penName: 'Bee', showAge: false, showSchool: false } as const;
  const shown = { ...pitch, byline };
  expect(isUnchanged(shown, structuredClone({ ...shown }))).toBe(true);
  expect(isUnchanged(shown, { ...shown, byline: { ...byline, penName: 'Wasp' } })).toBe(false);
  expect(isUnchanged(shown, { ...shown, stage: 'accepted' })).toBe(false);
});

const editor = '7f0c2b1e-0000-4000-8000-000000000001';

it.each([
  [
    { stage: 'reading', assignee: editor, order: 'newest' },
    { stage: 'reading', assignee: editor, order: 'newest' },
  ],
  [
    { status: 'declined', assignee: 'nobody', order: 'oldest' },
    { status: 'declined', assignee: 'nobody', order: 'oldest' },
  ],
  [{ stage: 'planned' }, { stage: 'planned' }],
  // Only pending pitches have a stage, and all others are sorted newest first anyway.
  [{ status: 'declined', stage: 'reading', order: 'newest' }, { status: 'declined' }],
  [{ status: 'pending', stage: 'x', assignee: 'x', order: 'waiting', featured: '1' }, {}],
])('the list of pitches is filtered by the valid parts of %j', (search, filter) => {
  const found = Object.entries(filterIn('submissions', search as Record<string, string>));
  expect(Object.fromEntries(found.filter(([, value]) => value !== undefined))).toEqual(filter);
});

it('the list of articles ignores the filters of pitches', () => {
  expect(filterIn('articles', { assignee: editor, stage: 'reading' })).toEqual({});
});
