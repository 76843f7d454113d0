import { expect, it } from 'vitest';
import { daysAgo } from './days-ago.ts';

it.each([
  ['2026-03-04T00:00:00.000Z', 'today'],
  ['2026-03-03T23:59:59.999Z', 'yesterday'],
  ['2026-03-01T12:00:00.000Z', '3 days ago'],
  ['2025-03-04T12:00:00.000Z', '365 days ago'],
  // From a clock that is ahead.
  ['2026-03-05T00:00:01.000Z', 'today'],
])('%s is described as %s', (moment, words) => {
  expect(daysAgo(moment, new Date('2026-03-04T12:00:00.000Z'))).toBe(words);
});
