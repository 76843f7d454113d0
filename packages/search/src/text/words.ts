import { foldWord, isFolded } from './fold-word.ts';

/** A folded word of a text and its range there, in UTF-16 code units. */
export type PlacedWord = { readonly word: string; readonly from: number; readonly to: number };

/** Scripts without spaces between words. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${unspaced}]`;
/** Characters that may be omitted between two letters. */
const apostrophes = `'’ʼ‘´`;
/** Characters that may be omitted or replaced by a space. */
const hyphens = String.raw`‐‑\-.,\/\&_`;
/** A run without spaces, or a word with its apostrophes and hyphens. */
export const runs = new RegExp(
  String.raw`[[\p{L}\p{N}\p{M}]&&${unspaced}]+|${letters}+(?:[${apostrophes}${hyphens}]${letters}+)*`,
  'gv',
);
const parts = new RegExp(`[^${apostrophes}${hyphens}]+`, 'gv');
/** A character, together with its Kana voicing mark if that is a separate code point. */
const voiced = /.[\u3099\u309a\uff9e\uff9f]?/gsu;
/** Matches a run of a script without spaces between words. */
export const isUnspaced = new RegExp(`^${unspaced}`, 'v');
const joints = new RegExp(`[${apostrophes}${hyphens}]`, 'v');
export const hyphen = new RegExp(`[${hyphens}]`, 'v');

/** Returns the characters of a run of a script without spaces. */
export function charactersOf(run: string): readonly string[] {
  return run.match(voiced) ?? [];
}

/**
 * Yields the words of a text in order. Text joined by an apostrophe or a hyphen (or a full stop, a comma, a slash …) is
 * yielded both as one word and as its parts; a run of a script without spaces as its characters and pairs of
 * characters.
 */
export function* placedWords(text: string): Generator<PlacedWord, void> {
  for (const { 0: run, index } of text.matchAll(runs))
    for (const [piece, at] of piecesOf(run)) {
      const word = foldWord(piece);
      if (word !== '') yield { word, from: index + at, to: index + at + piece.length };
    }
}

type Piece = readonly [text: string, at: number];

function piecesOf(run: string): readonly Piece[] {
  if (isUnspaced.test(run)) return charactersAndPairs(run);
  if (!joints.test(run)) return [[run, 0]];
  return [[run, 0], ...Array.from(run.matchAll(parts), ({ 0: part, index }): Piece => [part, index])];
}

function charactersAndPairs(run: string): readonly Piece[] {
  let at = 0;
  return charactersOf(run).flatMap((character, index, characters) => {
    const next = characters[index + 1];
    const from = at;
    at += character.length;
    return next === undefined
      ? [[character, from] as const]
      : [[character, from] as const, [character + next, from] as const];
  });
}

/** Returns the distinct words of texts, as indexed. */
export function wordsOf(...texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const run of text.match(runs) ?? [])
      if (isFolded(run)) words.add(run);
      else for (const [piece] of piecesOf(run)) words.add(foldWord(piece));
  words.delete('');
  return words;
}
