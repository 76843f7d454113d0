import { foldWord, isFolded } from './fold-word.ts';

/** A word of a text, folded, and where it stands in the text: from and to in UTF-16 code units. */
export type PlacedWord = { readonly word: string; readonly from: number; readonly to: number };

/** Scripts that put no space between words. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${unspaced}]`;
/** What may be left out between two letters. */
const apostrophes = `'’ʼ‘´`;
/** What may be left out, and may as well be a space. */
const hyphens = String.raw`‐‑\-.,\/\&_`;
/** A run without spaces, or a word with its apostrophes and hyphens. */
export const runs = new RegExp(
  String.raw`[[\p{L}\p{N}\p{M}]&&${unspaced}]+|${letters}+(?:[${apostrophes}${hyphens}]${letters}+)*`,
  'gv',
);
const parts = new RegExp(`[^${apostrophes}${hyphens}]+`, 'gv');
/** A character, with the mark that says how Kana is voiced where that is one of its own. */
const voiced = /.[\u3099\u309a\uff9e\uff9f]?/gsu;
/** Whether a run is of a script that puts no space between words. */
export const isUnspaced = new RegExp(`^${unspaced}`, 'v');
const joints = new RegExp(`[${apostrophes}${hyphens}]`, 'v');
export const hyphen = new RegExp(`[${hyphens}]`, 'v');

/** Returns the characters of a run of a script without spaces. */
export function charactersOf(run: string): readonly string[] {
  return run.match(voiced) ?? [];
}

/**
 * Yields the words of a text in their order. What an apostrophe or a hyphen (or a full stop, a comma, a slash …) joins
 * comes as one word and as its parts; a run of a script without spaces as its characters and their pairs.
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

/** Returns the different words of texts, as an index has them. */
export function wordsOf(...texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const run of text.match(runs) ?? [])
      if (isFolded(run)) words.add(run);
      else for (const [piece] of piecesOf(run)) words.add(foldWord(piece));
  words.delete('');
  return words;
}
