import type { MatchedParts } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { partsOf } from './Marked.tsx';

const written = (text: string, matches: MatchedParts) =>
  partsOf(text, matches)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('the parts of a text', () => {
  it.each<[string, MatchedParts, string]>([
    ['School lunch', [], 'School lunch'],
    ['School lunch', [[0, 6]], '[School] lunch'],
    ['School lunch', [[7, 12]], 'School [lunch]'],
    [
      'School lunch',
      [
        [0, 6],
        [7, 12],
      ],
      '[School] [lunch]',
    ],
    ['School', [[0, 6]], '[School]'],
    ['', [], ''],
  ])('%j with %j is %s', (text, matches, expected) => {
    expect(written(text, matches)).toBe(expected);
  });

  it.each<[string, MatchedParts]>([
    ['past the end', [[0, 7]]],
    ['backwards', [[3, 3]]],
    ['before the start', [[-1, 2]]],
  ])('a mark that lies %s is none', (_, matches) => {
    expect(written('School', matches)).toBe('School');
  });

  it('marks that overlap lose no letter and double none', () => {
    expect(
      written('School', [
        [0, 4],
        [2, 6],
      ]),
    ).toBe('[Scho]ol');
  });
});
