import { expect, it } from 'vitest';
import { createKnownIds } from './known-ids.ts';

it('knows a stream as far as it was seen without a gap', () => {
  const known = createKnownIds();
  known.add('s', 0, 'a');
  known.add('s', 1, 'b');
  known.add('s', 3, 'd');
  known.add('s', 0, 'x');
  known.add('late', 2, 'y');
  expect(known.lengthOf('s')).toBe(2);
  expect(['a', 'b', 'd', 'x'].map((id) => known.has('s', id))).toEqual([true, true, false, false]);
  expect(known.lengthOf('late')).toBe(0);
});

it('caches a limited number of streams and no very long one', () => {
  const known = createKnownIds();
  for (let index = 0; index <= 1_000; index += 1) known.add(`stream-${index}`, 0, 'a');
  expect(known.lengthOf('stream-0')).toBe(0);
  expect(known.lengthOf('stream-1')).toBe(1);
  for (let revision = 0; revision <= 10_000; revision += 1) known.add('long', revision, `id-${revision}`);
  expect(known.lengthOf('long')).toBe(0);
});
