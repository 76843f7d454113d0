import { describe, expect, it } from 'vitest';
import { readingsOf, wordsOf } from '../words/words-of.ts';
import { createInvertedIndex } from './inverted-index.ts';
import { compareRanks, createMatcher, type Rank } from './matcher.ts';

type Piece = { readonly id: number; readonly title: string; readonly name: string; readonly text: string };

const wordsOfPiece = ({ id, title, name, text }: Piece) => ({
  id,
  createdAt: Math.floor(id / 3),
  title: wordsOf(title),
  name: wordsOf(name),
  text: wordsOf(text),
});

/** The same with the matcher, which compares with one piece at a time. */
function bestOf(pieces: readonly Piece[], typed: string, most: number): readonly number[] {
  const matcher = createMatcher(typed);
  return pieces
    .map((piece) => ({
      piece,
      rank: matcher.rank({ ...piece, authorName: piece.name, texts: [piece.text] }),
    }))
    .filter((found): found is { piece: Piece; rank: Rank } => found.rank !== undefined)
    .sort(
      (one, other) =>
        compareRanks(one.rank, other.rank) ||
        Math.floor(other.piece.id / 3) - Math.floor(one.piece.id / 3) ||
        other.piece.id - one.piece.id,
    )
    .slice(0, most)
    .map(({ piece }) => piece.id);
}

const vocabulary =
  'river rivers rover driver form from farm forms garden gardens gaden co-op coop don’t dont light night 気候 変動 school'.split(
    ' ',
  );
const pick = (seed: number) => vocabulary[(seed * 7919 + (seed >> 3)) % vocabulary.length] ?? '';
const pieces: readonly Piece[] = Array.from({ length: 90 }, (_none, id) => ({
  id: id + 1,
  title: `${pick(id)} ${pick(id * 3 + 1)}`,
  name: pick(id * 5 + 2),
  text: `${pick(id * 7 + 3)} ${pick(id * 11 + 4)} ${pick(id * 13 + 5)}`,
}));

describe('the best', () => {
  const index = createInvertedIndex();
  for (const piece of pieces) index.put(wordsOfPiece(piece));

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
  ])('of %s are those that comparing with every piece finds', (typed) => {
    expect(index.best(readingsOf(typed), 25)).toEqual(bestOf(pieces, typed, 25));
    expect(index.best(readingsOf(typed), 400)).toEqual(bestOf(pieces, typed, 90));
    expect(index.best(readingsOf(typed), 25)).toEqual(bestOf(pieces, typed, 25));
  });
});

describe('a change', () => {
  it('of a piece is seen at once, whatever was asked before', async () => {
    const index = createInvertedIndex();
    const left = new Map(pieces.map((piece) => [piece.id, piece]));
    for (const piece of pieces) index.put(wordsOfPiece(piece));
    const ask = (typed: string) => {
      expect(index.best(readingsOf(typed), 30)).toEqual(bestOf([...left.values()], typed, 30));
    };
    for (let step = 1; step < 40; step++) {
      const id = (step * 37) % 110;
      if (step % 3 === 0) {
        index.remove(id);
        left.delete(id);
      } else {
        const piece = { ...(pieces[step] as Piece), id: id + 1 };
        index.put(wordsOfPiece(piece));
        left.set(piece.id, piece);
      }
      if (step % 13 === 0) await index.compact();
      ask('r');
      if (step % 10 === 0) for (const typed of ['river', 'form garden', 'gaden', 'light']) ask(typed);
    }
    expect(index.size).toBe(left.size);
    expect(index.dead).toBeGreaterThan(0);
  });

  it('that lays words side by side lets others have their turn, be it many words or frequent ones', async () => {
    const turnsOf = async (documents: number, wordsOfEach: number) => {
      const index = createInvertedIndex();
      for (let id = 1; id <= documents; id++)
        index.put({
          id,
          createdAt: 0,
          title: [],
          name: [],
          text: Array.from({ length: wordsOfEach }, (_none, word) => `${wordsOfEach < 20 ? '' : id} ${word}`),
        });
      let turns = 0;
      let isOver = false;
      const count = () => {
        turns++;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      await index.compact();
      isOver = true;
      return turns;
    };
    expect(await turnsOf(100, 100)).toBeGreaterThan(5);
    expect(await turnsOf(20_000, 10)).toBeGreaterThan(5);
  });

  it('of nothing is none', () => {
    const index = createInvertedIndex();
    index.remove(1);
    expect([index.size, index.dead, index.best([['river']], 5), index.best([], 5)]).toEqual([0, 0, [], []]);
  });
});
