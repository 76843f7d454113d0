import { expect, test } from 'vitest';
import { createCorpus } from '../corpus/create-corpus.ts';
import { errorsBetween } from '../plain/plain-errors.ts';
import { plainFold } from '../plain/plain-words.ts';
import { createQueries } from './create-queries.ts';
import { type QueryKind, recipes, typoKinds } from './query-kinds.ts';

const articles = [...createCorpus({ articles: 300, seed: 7 })];
const queries = createQueries(articles, { seed: 7, each: 20 });
const of = (...kinds: QueryKind[]) => queries.filter(({ kind }) => kinds.includes(kind));
const changes = (...kinds: QueryKind[]) =>
  of(...kinds).map(({ changed = ['', ''] }) => ({
    word: plainFold(changed[0]),
    typed: plainFold(changed[1]),
  }));
const letters = (word: string) => [...word].length;

test('the same seed gives the same queries, another seed gives others', () => {
  const some = articles.slice(0, 100);
  const made = (seed: number) => createQueries(some, { seed, each: 2 });
  expect(made(3)).toEqual(made(3));
  expect(made(4)).not.toEqual(made(3));
});

test('there are at least 300 different ones, of every kind as many as were asked for', () => {
  expect(queries.length).toBeGreaterThanOrEqual(300);
  for (const kind of Object.keys(recipes) as QueryKind[])
    expect(new Set(of(kind).map(({ text }) => text)).size, kind).toBe(20);
});

test('every query has something that is right', () => {
  const ids = new Set(articles.map(({ id }) => id));
  for (const { right, text } of queries) {
    expect(right.length, text).toBeGreaterThan(0);
    expect(right.every((id) => ids.has(id))).toBe(true);
  }
});

test('every kind with an error has the one that its name says, and the others have none', () => {
  for (const kind of typoKinds)
    for (const { word, typed } of changes(kind)) {
      const errors = kind === 'two errors' ? 2 : 1;
      expect(errorsBetween(typed, word, 3).whole, `${kind}: ${typed} for ${word}`).toBe(errors);
      expect(letters(typed)).toBeGreaterThanOrEqual(errors * 4);
    }
  expect(queries.filter(({ kind, changed }) => changed && !typoKinds.includes(kind))).toEqual([]);
});

test.each([
  ['missing letter', -1],
  ['first letter missing', -1],
  ['extra letter', 1],
  ['wrong letter', 0],
  ['first letter wrong', 0],
  ['swapped letters', 0],
  ['first letters swapped', 0],
] as const)('"%s" makes a word longer by %i', (kind, longer) => {
  for (const { word, typed } of changes(kind)) expect(letters(typed) - letters(word)).toBe(longer);
});

test('errors of the first letter are there, and the others leave it', () => {
  for (const { word, typed } of changes('first letter missing', 'first letter wrong'))
    expect(typed.slice(-2), typed).toBe(word.slice(-2));
  for (const { word, typed } of changes('first letter missing')) expect(typed).toBe(word.slice(1));
  for (const { word, typed } of changes('first letters swapped'))
    expect(typed).toBe(`${word[1]}${word[0]}${word.slice(2)}`);
  for (const { word, typed } of changes('missing letter', 'extra letter', 'wrong letter', 'swapped letters'))
    expect(typed[0]).toBe(word[0]);
});

test('swapped letters are neighbours, and the same ones', () => {
  for (const { word, typed } of changes('swapped letters', 'first letters swapped'))
    expect([...typed].sort()).toEqual([...word].sort());
});
