import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { differences } from './differences.ts';

const compare = (userId?: string) =>
  differences({ title: 'One', text: 'same' }, { title: 'Two', text: 'same' }, userId);

const codesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));

it('only changed fields are compared', async () => {
  expect(await compare()).toEqual([
    {
      field: 'title',
      parts: [
        { kind: 'removed', text: 'One' },
        { kind: 'added', text: 'Two' },
      ],
    },
  ]);
});

it('many concurrent comparisons take turns with everything else, and too many are refused', async () => {
  let compared = 0;
  const perTurn: number[] = [];
  const all = Array.from({ length: 40 }, (_, index) => compare(`user-${index}`).then(() => compared++));
  const settled = Promise.allSettled(all);
  for (let before = 0; before < 33; before = compared) {
    await nextTurn();
    perTurn.push(compared - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  expect(codesOf(await settled)).toEqual(Array.from({ length: 7 }, () => 'unavailable'));
  expect(await compare()).toHaveLength(1);
});

it('a user who asks for many comparisons at once keeps nobody else from theirs', async () => {
  const many = Promise.allSettled(Array.from({ length: 40 }, () => compare('greedy')));
  expect(await compare('other')).toHaveLength(1);
  expect(codesOf(await many)).toEqual(Array.from({ length: 36 }, () => 'too-many-requests'));
  expect(await compare('greedy')).toHaveLength(1);
});
