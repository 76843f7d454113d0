import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { differences } from './differences.ts';

const compare = () => differences({ title: 'One', text: 'same' }, { title: 'Two', text: 'same' });

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
  const all = Array.from({ length: 40 }, () => compare().then(() => compared++));
  const settled = Promise.allSettled(all);
  for (let before = 0; before < 33; before = compared) {
    await nextTurn();
    perTurn.push(compared - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await compare()).toHaveLength(1);
});
