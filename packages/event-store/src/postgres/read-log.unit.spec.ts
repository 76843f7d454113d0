import { expect, it } from 'vitest';
import { beforeAll, fromPosition, toPosition } from './read-log.ts';

it('positions sort as strings in the order of their numbers', () => {
  const numbers = [0n, 1n, 9n, 10n, 99n, 100n, 2n ** 53n, 2n ** 63n - 1n];
  const positions = numbers.map(toPosition);
  expect(positions).toEqual([...positions].sort());
  expect(positions[0]).toBe(beforeAll);
  expect(positions.map(fromPosition)).toEqual(numbers.map(String));
});

it.for(['', '1', '-000000000000000001', '00000000000000000001', '000000000000000000x'])(
  'fromPosition rejects %j',
  (position) => {
    expect(() => fromPosition(position)).toThrow('not a position');
  },
);
