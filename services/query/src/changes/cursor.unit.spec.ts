import { expect, it } from 'vitest';
import { cursorOf, positionsIn } from './cursor.ts';

it.each([
  [['01'], '01'],
  [['01', '02'], '01~02'],
  [['', '02'], '~02'],
  [['01/02', ''], '01/02~'],
])('a place in each of %j is %j, and back', (positions, cursor) => {
  expect(cursorOf(positions)).toBe(cursor);
  expect(positionsIn(cursor, positions.length)).toEqual(positions);
});

it('nothing known of any is nothing', () => {
  expect([cursorOf([]), cursorOf(['']), cursorOf(['', ''])]).toEqual(['', '', '']);
});

it.each([
  ['07', 3, ['07', '07', '07']],
  ['07~08', 3, ['07', '08', '07']],
  ['07~08', 1, ['07']],
  ['', 2, ['', '']],
])('%j counts for %i sides as %j', (cursor, count, positions) => {
  expect(positionsIn(cursor, count)).toEqual(positions);
});
