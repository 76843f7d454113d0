import type { OwnSubmission, SubmissionStep } from '@journal/contracts';
import { expect, it } from 'vitest';
import { describeSteps, dueText, isEditable, newestNote, stateOf } from './own-pitch-texts.ts';

const pitch = (fields: Partial<OwnSubmission>) =>
  ({
    status: 'pending',
    stage: 'received',
    isTakenUp: false,
    dueAt: null,
    issueNumber: null,
    publishAt: null,
    articleState: null,
    waitsFor: null,
    ...fields,
  }) as OwnSubmission;

const step = (event: string, note: string | null = null, isOwn = false): SubmissionStep => ({
  at: '2026-11-25T12:00:00.000Z',
  event,
  isOwn,
  note,
});

it.each([
  [{}, 'With the editors. We read every pitch and will get back to you soon.'],
  [{ isTakenUp: true }, 'With the editors. An editor has taken it up and is working on it.'],
  [{ stage: 'reading' }, 'An editor is reading it. You will hear from us as soon as they have.'],
  [
    { stage: 'changes-requested' },
    'An editor has a note for you. Read it and work on your text. Send it again when you are done.',
  ],
  [{ stage: 'resubmitted' }, 'Back with the editors. They are reading your new version.'],
  [{ stage: 'accepted' }, 'Accepted. You don’t need to do anything; we will write again when it is out.'],
  [
    { stage: 'accepted', issueNumber: 24 },
    'Accepted for issue 24. You don’t need to do anything; we will write again when it is out.',
  ],
  [
    { stage: 'accepted', issueNumber: 24, publishAt: '2020-03-29T06:30:00.000Z' },
    'Planned for Sunday, March 29, 2020, at 08:30 (Europe/Berlin). It will be published automatically. We will write to you when it is out.',
  ],
  [
    { stage: 'accepted', issueNumber: 24, waitsFor: 7 },
    'Waits for issue 7. It has its place in that issue and comes out with it. We will write to you when it is out.',
  ],
  [{ stage: 'accepted', awaitsConsent: true }, 'Accepted. We would like to publish it.'],
  [
    { stage: 'accepted', issueNumber: 24, publishAt: '2020-03-29T06:30:00.000Z', awaitsConsent: true },
    'Accepted for issue 24. We would like to publish it.',
  ],
  [
    { stage: 'accepted', issueNumber: 24, waitsFor: 7, awaitsConsent: true },
    'Waits for issue 7. It has its place in that issue.',
  ],
  [{ stage: 'reading', waitsFor: 7 }, 'An editor is reading it. You will hear from us as soon as they have.'],
  [
    { status: 'published', stage: null, articleState: 'waiting', waitsFor: 7 },
    'Waits for issue 7. It is about to come out. We will write to you when it is.',
  ],
  [
    { status: 'published', stage: null, articleState: 'waiting' },
    'Being published. It is about to come out. We will write to you when it is.',
  ],
  [{ status: 'published', stage: null }, 'Published. Thank you for writing for us.'],
  [{ status: 'declined', stage: null }, 'Not taken this time. An editor has written to tell you why.'],
] as const)('the state of a pitch is described: %j', (fields, expected) => {
  const { state, text } = stateOf(pitch(fields), 'Europe/Berlin');
  expect(`${state} ${text}`).toBe(expected);
});

it.each([
  [{}, true],
  [{ stage: 'reading' }, true],
  [{ isTakenUp: true }, false],
  [{ stage: 'changes-requested' }, false],
  [{ stage: 'accepted' }, false],
  [{ publishAt: '2026-12-03T22:00:00.000Z' }, false],
  [{ stage: null, status: 'published' }, false],
] as const)('whether a writer may edit a pitch without being asked: %j', (fields, expected) => {
  expect(isEditable(pitch(fields))).toBe(expected);
});

it('equal consecutive steps are merged, and unknown ones omitted', () => {
  const steps = [
    step('SubmissionPitched', null, true),
    step('SubmissionAssigned'),
    step('SubmissionAssigned'),
    step('SomethingNew'),
    step('SubmissionChangesRequested', 'One.'),
    step('SubmissionChangesRequested', 'Two.'),
    step('SubmissionAssigned'),
  ];
  expect(describeSteps(steps).map(({ text, note }) => [text, note])).toEqual([
    ['You pitched it', null],
    ['An editor began to look after it', null],
    ['An editor asked for changes', 'One.'],
    ['An editor asked for changes', 'Two.'],
    ['An editor began to look after it', null],
  ]);
});

it('newestNote finds the editors’ newest note, and ignores replies and a rejection that was taken back', () => {
  const first = step('SubmissionChangesRequested', 'One.');
  const declined = step('SubmissionDeclined', 'Two.');
  const reopened = step('SubmissionReopened');
  const replied = step('SubmissionResubmitted', 'Mine.', true);
  const noteIn = (status: OwnSubmission['status'], ...steps: SubmissionStep[]) =>
    newestNote({ status, steps });
  expect(noteIn('pending', first, replied, step('SubmissionAccepted'))).toBe(first);
  expect(noteIn('declined', first, replied, declined)).toBe(declined);
  expect(noteIn('pending', first, declined, reopened)).toBe(first);
  expect(noteIn('published', declined, reopened, step('SubmissionPublished'))).toBeUndefined();
  expect(noteIn('pending', replied)).toBeUndefined();
});

it('the due date of a pitch is described, before and after it', () => {
  const dueAt = '2026-12-04T23:59:59.000Z';
  expect(dueText(dueAt, 'UTC', new Date('2026-12-04T12:00:00Z'))).toBe(
    'Please send it again by Friday, December 4.',
  );
  expect(dueText(dueAt, 'UTC', new Date('2026-12-05T00:00:00Z'))).toBe(
    'You were asked to send it again by Friday, December 4. You can still send it.',
  );
  expect(dueText(null, 'UTC')).toBe('Send it again when you are done.');
});
