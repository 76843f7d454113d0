import { expect, it } from 'vitest';
import { markOf } from './waits-for-writer.ts';

const note = { stage: 'changes-requested', unansweredComments: 0 } as const;
const commented = { stage: 'reading', unansweredComments: 2 } as const;
const quiet = { stage: 'reading', unansweredComments: 0 } as const;

it.each([
  [[], undefined],
  [[quiet], undefined],
  [[quiet, commented], 'Comments for you'],
  [[commented, note], 'A note for you'],
])('the menu is marked for %j: %s', (pitches, mark) => {
  expect(markOf(pitches)).toBe(mark);
});

it('the menu has no mark while nothing is known', () => {
  expect(markOf()).toBeUndefined();
});
