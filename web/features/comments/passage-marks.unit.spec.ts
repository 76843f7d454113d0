import type { Passage, PassageField } from '@journal/contracts';
import { describe, expect, it } from 'vitest';
import { placeComments, segmentsOf } from './passage-marks.ts';

const texts = {
  articleTitle: 'Bees',
  articleSummary: 'On bees.',
  fullEssay: 'One two three four.\n\nFive six.',
};
const on = (quotation: string, field: PassageField = 'fullEssay', paragraph = 0): Passage => ({
  field,
  paragraph,
  quotation,
  before: '',
  after: '',
});

describe('comments on a text', () => {
  it('are numbered in reading order, and last if their passage is gone', () => {
    const all = [
      on('Five', undefined, 1),
      on('seven'),
      on('three'),
      on('One two'),
      on('Bees', 'articleTitle'),
    ];
    const placed = placeComments(texts, all);
    expect(
      placed.map(({ comment: { quotation }, number, place }) => [number, quotation, place?.start]),
    ).toEqual([
      [1, 'Bees', 0],
      [2, 'One two', 0],
      [3, 'three', 8],
      [4, 'Five', 0],
      [5, 'seven', undefined],
    ]);
  });

  it('mark their passages, including overlapping ones', () => {
    const placed = placeComments(texts, [on('two three'), on('three four'), on('gone')]);
    const [paragraph = ''] = texts.fullEssay.split('\n\n');
    const parts = segmentsOf(paragraph, placed).map(({ text, on: marks, ending }) => [
      text,
      marks.map(({ number }) => number),
      ending.map(({ number }) => number),
    ]);
    expect(parts).toEqual([
      ['One ', [], []],
      ['two ', [1], []],
      ['three', [1, 2], [1]],
      [' four', [2], [2]],
      ['.', [], []],
    ]);
    expect(segmentsOf('', [])).toEqual([]);
  });
});
