import { expect, it } from 'vitest';
import type { DeliveryOutcome } from './delivery-outcome.ts';
import { createTroubleWatch } from './mailing-troubles.ts';

type Kind = DeliveryOutcome['kind'];

/** Returns the number of outcomes after which there was trouble, and its kind. */
function troubleAfter(...kinds: readonly (readonly [number, Kind])[]) {
  const watch = createTroubleWatch();
  let count = 0;
  for (const [times, kind] of kinds)
    for (let time = 0; time < times; time++) {
      watch.record(kind);
      count++;
      const trouble = watch.trouble();
      if (trouble) return [count, trouble];
    }
  return undefined;
}

it.each<[string, readonly (readonly [number, Kind])[], unknown]>([
  ['20 failures in a row', [[30, 'failed']], [20, 'failures']],
  ['20 without an answer', [[30, 'uncertain']], [20, 'failures']],
  [
    '19, one that went, and 19 more',
    [
      [19, 'failed'],
      [1, 'accepted'],
      [19, 'failed'],
    ],
    undefined,
  ],
  ['a greylist', [[500, 'later']], undefined],
  ['a list of dead addresses', [[30, 'refused']], [6, 'refusals']],
  [
    'five dead ones of a small list',
    [
      [5, 'refused'],
      [40, 'accepted'],
    ],
    undefined,
  ],
  [
    'one in twenty, and a few',
    [
      [950, 'accepted'],
      [55, 'refused'],
    ],
    undefined,
  ],
  [
    'more than that',
    [
      [950, 'accepted'],
      [60, 'refused'],
    ],
    [1_006, 'refusals'],
  ],
])('the trouble watch reacts as expected to %s', (_what, kinds, trouble) => {
  expect(troubleAfter(...kinds)).toEqual(trouble);
});
