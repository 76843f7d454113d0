import { expect, it } from 'vitest';
import { beforeAll, fromPosition, toPosition } from './recorded-event.ts';

it('orders positions as strings like the numbers they stand for, the commit first', () => {
  const most = 2n ** 64n - 1n;
  const positions = [
    { commit: 0n, prepare: 0n },
    { commit: 0n, prepare: 9n },
    { commit: 9n, prepare: 10n },
    { commit: 10n, prepare: 2n },
    { commit: 10n, prepare: 10n },
    { commit: 2n ** 53n + 1n, prepare: 0n },
    { commit: most, prepare: most },
  ];
  const texts = positions.map(toPosition);
  expect(texts).toEqual([...texts].sort());
  expect(texts[0]).toBe(beforeAll);
  expect(texts.map(fromPosition)).toEqual(positions);
});

it.for(['', '1/2', `${'0'.repeat(20)}`, `${'0'.repeat(20)}/${'0'.repeat(19)}`, '0'.repeat(19)])(
  'rejects %j',
  (text) => {
    expect(() => fromPosition(text)).toThrow('not a position');
  },
);
