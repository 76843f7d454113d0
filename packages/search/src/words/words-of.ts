import { foldWord } from './fold-word.ts';

/** A word of a text, folded, and where it stands there: from and to in UTF-16 code units. */
export type PlacedWord = { readonly word: string; readonly from: number; readonly to: number };

/** Scripts that put no space between words. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const letters = String.raw`[[\p{L}\p{N}\p{M}]--${unspaced}]`;
/** What may be left out between two letters. */
const apostrophes = `'’ʼ‘´`;
/** What may be left out, and may as well be a space. */
const hyphens = String.raw`‐‑\-.,\/\&_`;
/** A run without spaces, or a word with its apostrophes and hyphens. */
const runs = new RegExp(
  String.raw`(?<unspaced>[[\p{L}\p{N}\p{M}]&&${unspaced}]+)|${letters}+(?:[${apostrophes}${hyphens}]${letters}+)*`,
  'gv',
);
const parts = new RegExp(`[^${apostrophes}${hyphens}]+`, 'gv');
/** A character, with the mark that says how Kana is voiced where that is one of its own. */
const voiced = /.[\u3099\u309a\uff9e\uff9f]?/gsu;
const joints = new RegExp(`[${apostrophes}${hyphens}]`, 'v');
const spaces = new RegExp(`[${hyphens}]`, 'v');

/**
 * The words of a text in their order. What an apostrophe or a hyphen joins is there as one word and as its parts, a full
 * stop or comma within a word among them; a run of a script without spaces as its characters and its pairs of them.
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
  const characters = run.match(voiced) ?? [];
  let at = from;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    yield* placed(character, at, fold);
    if (next !== undefined) yield* placed(character + next, at, fold);
    at += character.length;
  }
}

/** The different words of a text, as an index has them. */
export function wordsOf(...texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) for (const { word } of placedWords(text)) words.add(word);
  return words;
}

/** What somebody types can be read in more than one way where a hyphen joins words. */
export type Reading = readonly string[];

const mostWords = 10;

/**
 * The words to look for, of which the last ones are left out beyond ten different ones. A word with hyphens is read as
 * its parts, and, in the second reading, as one. A run without spaces is looked for by its pairs of characters.
 */
export function readingsOf(text: string): readonly Reading[] {
  const apart: string[] = [];
  const joined: string[] = [];
  for (const found of text.matchAll(runs)) {
    const [run] = found;
    if (found.groups?.['unspaced'] !== undefined) {
      const pairs = pairsOf(run);
      apart.push(...pairs);
      joined.push(...pairs);
    } else {
      apart.push(...run.split(spaces).map(foldWord));
      joined.push(foldWord(run));
    }
  }
  const readings = [apart, joined].map((words) =>
    [...new Set(words)].filter((word) => word !== '').slice(0, mostWords),
  );
  const [first = [], second = []] = readings;
  if (first.length === 0) return [];
  return first.join(' ') === second.join(' ') ? [first] : [first, second];
}

function pairsOf(run: string): string[] {
  const characters = run.match(voiced) ?? [];
  if (characters.length === 1) return [foldWord(run)];
  return characters.slice(1).map((character, index) => foldWord(`${characters[index]}${character}`));
}
