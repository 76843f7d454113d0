import { articleFields } from '@journal/contracts';
import { expect, it } from 'vitest';
import { cleanValues } from '../../ui/form/described-fields.tsx';
import { conflictsOf, mergedValues } from './ConflictView.tsx';

const { title, content, authorAge, featured } = articleFields;
const fields = { title, content, authorAge, featured };
const base = { title: 'A', content: 'one\r\ntwo', authorAge: 12, featured: true };

it('finds nothing between versions that differ in how they are written alone', () => {
  const mine = { title: ' A ', content: 'one\ntwo', authorAge: '12', featured: 1 };
  expect(conflictsOf(fields, { base, mine, theirs: base })).toEqual([]);
});

it('says who has changed what, or that both have', () => {
  const mine = { ...base, title: 'Mine', authorAge: 13 };
  const theirs = { ...base, title: 'Theirs', featured: false };
  const found = conflictsOf(fields, { base, mine, theirs });
  expect(found.map(({ name, mine, theirs, changedBy }) => [name, mine, theirs, changedBy])).toEqual([
    ['title', 'Mine', 'Theirs', undefined],
    ['authorAge', 13, 12, 'mine'],
    ['featured', 1, 0, 'theirs'],
  ]);
});

it('makes one version of both, by what was chosen', () => {
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

it('takes an empty number for none, which is the same as none', () => {
  expect(cleanValues(fields, { ...base, authorAge: ' ' }).authorAge).toBeNull();
  const { readTime } = articleFields;
  expect(cleanValues({ ...fields, readTime }, { ...base, readTime: ' ' }).readTime).toBeNaN();
  const empty = { ...base, authorAge: '' };
  expect(conflictsOf(fields, { base, mine: empty, theirs: empty })).toEqual([]);
});
