import { expect, it } from 'vitest';
import { conflictsOf, mergedValues } from './ConflictView.tsx';
import { cleanValues, type FieldSpec } from './piece-kinds.ts';

const fields: FieldSpec[] = [
  { name: 'title', label: 'Title', kind: 'line' },
  { name: 'text', label: 'Text', kind: 'text' },
  { name: 'age', label: 'Age', kind: 'number' },
  { name: 'featured', label: 'Featured', kind: 'toggle' },
];
const base = { title: 'A', text: 'one\r\ntwo', age: 12, featured: true };

it('finds nothing between versions that differ in how they are written alone', () => {
  const mine = { title: ' A ', text: 'one\ntwo', age: '12', featured: 1 };
  expect(conflictsOf(fields, { base, mine, theirs: base })).toEqual([]);
});

it('says who has changed what, or that both have', () => {
  const mine = { ...base, title: 'Mine', age: 13 };
  const theirs = { ...base, title: 'Theirs', featured: false };
  const found = conflictsOf(fields, { base, mine, theirs });
  expect(found.map(({ field, mine, theirs, changedBy }) => [field.name, mine, theirs, changedBy])).toEqual([
    ['title', 'Mine', 'Theirs', undefined],
    ['age', 13, 12, 'mine'],
    ['featured', 1, 0, 'theirs'],
  ]);
});

it('makes one version of both, by what was chosen', () => {
  const mine = { ...base, title: 'Mine', age: 13 };
  const theirs = { ...base, title: 'Theirs', featured: false };
  const conflicts = conflictsOf(fields, { base, mine, theirs });
  expect(mergedValues(theirs, conflicts, { title: 'theirs', age: 'mine', featured: 'mine' })).toEqual({
    title: 'Theirs',
    text: base.text,
    age: 13,
    featured: 1,
  });
});

it('takes an empty number for none, which is the same as none', () => {
  expect(cleanValues(fields, { ...base, age: ' ' }).age).toBeNaN();
  const empty = { ...base, age: '' };
  expect(conflictsOf(fields, { base, mine: empty, theirs: empty })).toEqual([]);
});
