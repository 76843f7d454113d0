import { describe, expect, it } from 'vitest';
import { parseQuery, type QueryVariant } from '../text/parse-query.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import { wordsOf } from '../text/words.ts';
import { createInvertedIndex } from './inverted-index.ts';

type Piece = { readonly id: number; readonly texts: readonly [title: string, name: string, text: string] };

const newer = (id: number) => Math.floor(id / 3);
const put = (index: ReturnType<typeof createInvertedIndex>, { id, texts }: Piece) =>
  index.put({ id, createdAt: newer(id), words: texts.map((text) => [...wordsOf(text)]) });

/** Typos and prefix of each word close to the typed one. */
const nearby = new Map<string, Map<string, readonly [typos: number, prefix: number]>>();
function near(typed: string) {
  const found = nearby.get(typed) ?? new Map();
  if (!nearby.has(typed))
    everyWord.visitNear(typed, ({ word }, typos, prefix) => found.set(word, [typos, prefix]));
  nearby.set(typed, found);
  return found;
}

/** Typos, places and prefixes of a variant in a piece, by definition; undefined if the piece lacks one of the words. */
function rank(variant: QueryVariant, { texts }: Piece): number[] | undefined {
  const words = variant.map((typed) =>
    texts
      .flatMap((text, place) =>
        [...wordsOf(text)].flatMap((word) => {
          const [typos, prefix] = near(typed).get(word) ?? [];
          return typos === undefined ? [] : [[typos, place, prefix]];
        }),
      )
      .sort(compare)
      .at(0),
  );
  if (!words.every((word) => word !== undefined)) return undefined;
  return [0, 1, 2].map((at) => words.reduce((sum, word) => sum + (word[at] ?? 0), 0));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

/** Finds the best pieces by comparing with each piece individually. */
function bestOf(pieces: readonly Piece[], typed: string, limit: number): readonly number[] {
  return pieces
    .flatMap((piece) => {
      const [best] = parseQuery(typed)
        .variants.flatMap((variant) => {
          const ranked = rank(variant, piece);
          return ranked ? [ranked] : [];
        })
        .sort(compare);
      return best ? [{ id: piece.id, key: [...best, -newer(piece.id), -piece.id] }] : [];
    })
    .sort((one, other) => compare(one.key, other.key))
    .slice(0, limit)
    .map(({ id }) => id);
}

const vocabulary =
  'river rivers rover driver form from farm forms garden gardens gaden co-op coop don’t dont light night 気候 変動 school'.split(
    ' ',
  );
const everyWord = createVocabulary();
for (const word of wordsOf(...vocabulary)) everyWord.add(word);
const pick = (seed: number) => vocabulary[(seed * 7919 + (seed >> 3)) % vocabulary.length] ?? '';
const pieces: readonly Piece[] = Array.from({ length: 90 }, (_none, id) => ({
  id: id + 1,
  texts: [
    `${pick(id)} ${pick(id * 3 + 1)}`,
    pick(id * 5 + 2),
    `${pick(id * 7 + 3)} ${pick(id * 11 + 4)} ${pick(id * 13 + 5)}`,
  ],
}));

describe('the best results', () => {
  const index = createInvertedIndex();
  for (const piece of pieces) put(index, piece);

  it.each([
    'river',
    'rivre',
    'r',
    'gard',
    'form garden',
    'from light',
    'co-op',
    'coop night',
    "don't",
    'dont school',
    '気候',
    '気候変動',
    'ligth schol',
    'forms rivers garden',
    'zeppelin',
    'river zeppelin',
  ])('for %s are those found by comparing every piece', (typed) => {
    const search = (limit: number, offset = 0) => index.search(parseQuery(typed), { limit, offset });
    expect(search(25)).toEqual(bestOf(pieces, typed, 25));
    expect(search(400)).toEqual(bestOf(pieces, typed, 90));
    expect(search(7, 5)).toEqual(bestOf(pieces, typed, 12).slice(5));
  });
});

it('a search sees every change immediately', () => {
  const index = createInvertedIndex();
  const left = new Map(pieces.map((piece) => [piece.id, piece]));
  for (const piece of pieces) put(index, piece);
  for (let step = 1; step < 40; step++) {
    const id = (step * 37) % 110;
    if (step % 3 === 0) {
      index.remove(id);
      left.delete(id);
    } else {
      const piece = { ...(pieces[step] as Piece), id: id + 1 };
      put(index, piece);
      left.set(piece.id, piece);
    }
    for (const typed of step % 10 === 0 ? ['river', 'form garden', 'gaden', 'light'] : ['r'])
      expect(index.search(parseQuery(typed), { limit: 30, offset: 0 })).toEqual(
        bestOf([...left.values()], typed, 30),
      );
  }
});

it('a search of an empty index finds nothing', () => {
  const index = createInvertedIndex();
  index.remove(1);
  expect(index.search(parseQuery('river'), { limit: 5, offset: 0 })).toEqual([]);
});
