import { describe, expect, it } from 'vitest';
import {
  canSendAgain,
  countsOf,
  durationText,
  finishedOf,
  isStalled,
  mayHaveCopies,
  pendingPitchesText,
  people,
  receivedText,
} from './mailing-texts.ts';

it.each([
  [0, 'about 1 second'],
  [45, 'about 45 seconds'],
  [95, 'about 2 minutes'],
  [3_600, 'about 60 minutes'],
  [50_000, 'about 14 hours'],
])('%i seconds are described as %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words);
});

it('the preview of a mailing mentions the pitches that are still to be included', () => {
  expect([1, 3].map(pendingPitchesText)).toEqual([
    expect.stringContaining('With the pitch that waits for this issue, as it will be sent'),
    expect.stringContaining('With the 3 pitches that wait for this issue, as they will be sent'),
  ]);
});

it('a number of people is formatted', () => {
  expect([0, 1, 1_200].map(people)).toEqual(['0 people', '1 person', '1,200 people']);
});

it('returned copies are subtracted from accepted ones, and deferred copies from ready ones', () => {
  const none = { sending: 0, refused: 0, uncertain: 0, left: 0, suppressed: 0, cancelled: 0 };
  const mailing = { deliveries: { ...none, accepted: 5, ready: 3 }, deferred: 1, returned: 2 };
  expect(countsOf(mailing)).toEqual({ ...none, accepted: 3, returned: 2, ready: 2, deferred: 1 });
});

it('who received a mailing is unknown, not nobody, once the records of its copies are deleted', () => {
  const none = { sending: 0, refused: 0, uncertain: 0, left: 0, suppressed: 0, ready: 0 };
  const given = (accepted: number, cancelled: number, recipients: number) =>
    receivedText({
      ...{ recipients, deferred: 0, returned: 0 },
      deliveries: { ...none, accepted, cancelled },
    });
  expect(given(3, 4, 7)).toBe('3 people had already received it.');
  expect(given(0, 7, 7)).toBe('0 people had already received it.');
  expect(given(0, 0, 0)).toBe('0 people had already received it.');
  expect(given(0, 0, 7)).toBe('Who had already received it is no longer recorded.');
});

it('a copy can be sent again to uncertain recipients of whom it is still recorded who they are', () => {
  const uncertain = [{ at: '2026-01-02T08:00:00.000Z', smtpCode: null, email: null }];
  const given = (['completed', 'paused', 'sending'] as const).map((status) => [
    ...[canSendAgain({ status, uncertain }), canSendAgain({ status, uncertain: [] })],
  ]);
  expect(given).toEqual([
    [true, false],
    [true, false],
    [false, false],
  ]);
});

it('deliveries count as settled unless they are ready, being sent or cancelled', () => {
  const counts = { accepted: 5, refused: 1, uncertain: 1, left: 1, suppressed: 1, cancelled: 4 };
  expect(finishedOf({ ready: 7, sending: 2, ...counts })).toBe(9);
});

it('somebody may have copies of an issue once one of its mailings was started', () => {
  const [started, unstarted] = [{ startedAt: '2026-01-02T08:00:00.000Z' }, { startedAt: null }];
  expect([[], [unstarted], [unstarted, started]].map(mayHaveCopies)).toEqual([false, false, true]);
});

describe('a mailing is stalled', () => {
  const at = '2026-01-02T08:00:00.000Z';
  const none = { accepted: 5, refused: 0, uncertain: 0, left: 0, suppressed: 0, cancelled: 0 };
  const stalled: Parameters<typeof isStalled>[0] = {
    status: 'sending',
    deliveries: { ...none, ready: 2, sending: 0 },
    deferred: 1,
    perMinute: 0,
    steps: [{ at }],
  };
  const later = Date.parse(at) + 61_000;

  it('if nothing was sent for a minute while a delivery is due', () => {
    expect(isStalled(stalled, later)).toBe(true);
  });

  it.each<[string, typeof stalled, number]>([
    ['it was let go on within the minute', stalled, later - 2_000],
    ['something goes out', { ...stalled, perMinute: 1 }, later],
    ['it is paused', { ...stalled, status: 'paused' }, later],
    ['all have been put off', { ...stalled, deferred: 2 }, later],
  ])('but not if %s', (_case, mailing, now) => {
    expect(isStalled(mailing, now)).toBe(false);
  });
});
