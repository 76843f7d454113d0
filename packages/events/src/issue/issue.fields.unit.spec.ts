import { expect, it } from 'vitest';
import { withHeadings } from './issue.fields.ts';

it('a heading moves to the next remaining piece under it, and is dropped if there is none', () => {
  const piece = (id: number, heading: string | null, isThere = true) => ({ id, heading, isThere });
  type Piece = ReturnType<typeof piece>;
  const left = withHeadings(
    [
      piece(1, 'A', false),
      piece(2, 'B', false),
      piece(3, null),
      piece(4, 'C'),
      piece(5, null),
      piece(6, 'D', false),
    ],
    (one): one is Piece => one.isThere,
  );
  expect(left.map(({ id, heading }) => [id, heading])).toEqual([
    [3, 'B'],
    [4, 'C'],
    [5, null],
  ]);
});
