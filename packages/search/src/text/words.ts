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

/**
 * Yields the words of a text in their order. What an apostrophe or a hyphen (or a full stop, a comma, a slash …) joins
 * comes as one word and as its parts; a run of a script without spaces as its characters and their pairs.
 */
export function* placedWords(text: string): Generator<PlacedWord, void> {
  const fold = foldOnce();
  for (const found of text.matchAll(runs)) {
    const [run] = found;
    const from = found.index;
    if (found.groups?.['unspaced'] !== undefined) yield* charactersAndPairs(run, from, fold);
    else {
      yield* placed(run, from, fold);
      if (joints.test(run))
        for (const part of run.matchAll(parts)) yield* placed(part[0], from + part.index, fold);
    }
  }
}

type Fold = (word: string) => string;

/** Returns the characters of a run of a script without spaces. */
export function charactersOf(run: string): readonly string[] {
  return run.match(voiced) ?? [];
}

/** Texts repeat their words, and characters and pairs of them still more: each is folded once. */
function foldOnce(): Fold {
  const folded = new Map<string, string>();
  return (word) => {
    const known = folded.get(word);
    if (known !== undefined) return known;
    const found = foldWord(word);
    folded.set(word, found);
    return found;
  };
}

function* placed(text: string, from: number, fold: Fold): Generator<PlacedWord, void> {
  const word = fold(text);
  if (word !== '') yield { word, from, to: from + text.length };
}

function* charactersAndPairs(run: string, from: number, fold: Fold): Generator<PlacedWord, void> {
  const characters = charactersOf(run);
  let at = from;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    yield* placed(character, at, fold);
    if (next !== undefined) yield* placed(character + next, at, fold);
    at += character.length;
  }
}

/** Returns the different words of texts, as an index has them. */
export function wordsOf(...texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) for (const { word } of placedWords(text)) words.add(word);
  return words;
}
