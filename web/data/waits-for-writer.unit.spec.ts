import { expect, it } from 'vitest';
import { badgeOf } from './waits-for-writer.ts';

const note = { stage: 'changes-requested', unansweredComments: 0 } as const;
const commented = { stage: 'reading', unansweredComments: 2 } as const;
const quiet = { stage: 'reading', unansweredComments: 0 } as const;

it.each([
  [[], undefined],
  [[quiet], undefined],
  [[quiet, commented], 'Comments for you'],
  [[commented, note], 'A note for you'],
])('the menu’s mark for %j is: %s', (pitches, mark) => {
  expect(badgeOf(pitches)).toBe(mark);
});

it('the menu has no mark while the pitches are unknown', () => {
  expect(badgeOf()).toBeUndefined();
});
