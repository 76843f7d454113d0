import { articleFields } from '@journal/contracts';
import { expect, it } from 'vitest';
import { cleanValues } from '../../ui/form/described-fields.tsx';
import { conflictsOf, mergedValues } from './ConflictView.tsx';

const { title, content, authorAge, featured } = articleFields;
const fields = { title, content, authorAge, featured };
const base = { title: 'A', content: 'one\r\ntwo', authorAge: 12, featured: true };

it('conflictsOf finds nothing between versions that differ only in notation', () => {
  const mine = { title: ' A ', content: 'one\ntwo', authorAge: '12', featured: 1 };
  expect(conflictsOf(fields, { base, mine, theirs: base })).toEqual([]);
});

it('conflictsOf reports who changed each field, or that both did', () => {
  const mine = { ...base, title: 'Mine', authorAge: 13 };
  const theirs = { ...base, title: 'Theirs', featured: false };
  const found = conflictsOf(fields, { base, mine, theirs });
  expect(found.map(({ name, mine, theirs, changedBy }) => [name, mine, theirs, changedBy])).toEqual([
    ['title', 'Mine', 'Theirs', undefined],
    ['authorAge', 13, 12, 'mine'],
    ['featured', 1, 0, 'theirs'],
  ]);
});

it('mergedValues merges both versions by the chosen fields', () => {
  const mine = { ...base, title: 'Mine', authorAge: 13 };
  const theirs = { ...base, title: 'Theirs', featured: false };
  const own = conflictsOf(fields, { base, mine, theirs }).filter(({ name }) => name !== 'title');
  expect(mergedValues(theirs, own)).toEqual({
    title: 'Theirs',
    content: base.content,
    authorAge: 13,
    featured: 1,
  });
});

it('cleanValues treats an empty number as no value', () => {
  expect(cleanValues(fields, { ...base, authorAge: ' ' }).authorAge).toBeNull();
  const { readTime } = articleFields;
  expect(cleanValues({ ...fields, readTime }, { ...base, readTime: ' ' }).readTime).toBeNaN();
  const empty = { ...base, authorAge: '' };
  expect(conflictsOf(fields, { base, mine: empty, theirs: empty })).toEqual([]);
});
