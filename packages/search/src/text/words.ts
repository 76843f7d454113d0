import { foldWord } from './fold-word.ts';

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
  String.raw`(?<unspaced>[[\p{L}\p{N}\p{M}]&&${unspaced}]+)|${letters}+(?:[${apostrophes}${hyphens}]${letters}+)*`,
  'gv',
);
const parts = new RegExp(`[^${apostrophes}${hyphens}]+`, 'gv');
/** A character, with the mark that says how Kana is voiced where that is one of its own. */
const voiced = /.[\u3099\u309a\uff9e\uff9f]?/gsu;
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
  // Texts repeat their words, and characters and pairs of them still more: each is folded once.
  const folded = new Map<string, string>();
  for (const { 0: run, index, groups } of text.matchAll(runs)) {
    const pieces = groups?.['unspaced'] === undefined ? wordAndParts(run) : charactersAndPairs(run);
    for (const [piece, at] of pieces) {
      const word = folded.get(piece) ?? foldWord(piece);
      folded.set(piece, word);
      if (word !== '') yield { word, from: index + at, to: index + at + piece.length };
    }
  }
}

type Piece = readonly [text: string, at: number];

function* wordAndParts(run: string): Generator<Piece, void> {
  yield [run, 0];
  if (joints.test(run)) for (const { 0: part, index } of run.matchAll(parts)) yield [part, index];
}

function* charactersAndPairs(run: string): Generator<Piece, void> {
  let at = 0;
  const characters = charactersOf(run);
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    yield [character, at];
    if (next !== undefined) yield [character + next, at];
    at += character.length;
  }
}

/** Returns the different words of texts, as an index has them. */
export function wordsOf(...texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) for (const { word } of placedWords(text)) words.add(word);
  return words;
}
