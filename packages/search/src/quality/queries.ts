import { createRandom, type Random } from '@journal/testing';
import type { SearchDocument } from '../search-document.ts';
import { foldWord } from '../text/fold-word.ts';

/** What a user who is looking for an article types. */
export type QualityQuery = { readonly kind: QueryKind; readonly text: string; readonly id: number };

/** Derives a query of a kind from an article; returns undefined if the article does not suit it. */
type Recipe = (article: SearchDocument, random: Random) => string | undefined;
type Typo = (word: string, at: number, letter: string) => string;

const missing: Typo = (word, at) => word.slice(0, at) + word.slice(at + 1);
const extra: Typo = (word, at, letter) => word.slice(0, at) + letter + word.slice(at);
const wrong: Typo = (word, at, letter) => word.slice(0, at) + letter + word.slice(at + 1);
const swapped: Typo = (word, at) =>
  word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
const typos = [missing, extra, wrong, swapped] as const;

const letterOtherThan = (word: string, random: Random) =>
  random.pick([...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !word.includes(letter)));
const titleWords = ({ title }: SearchDocument) =>
  title
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== 'the');
const names = ({ authorName }: SearchDocument) => (authorName ?? '').split(' ');
const isPlain = (word: string) => /^[a-z]+$/.test(word);
const begun = (word: string) => word.slice(0, Math.max(5, Math.ceil(word.length * 0.6)));

/** Returns the words with a typo in the longest; `from` and `to` limit its place within that word. */
function mistyped(
  words: readonly string[],
  typo: Typo,
  random: Random,
  [from, to] = [1, -2],
): string | undefined {
  const word = words.filter(isPlain).toSorted((one, other) => other.length - one.length)[0];
  if (word === undefined || word.length < 6) return undefined;
  const at = from + random.below(word.length + to - from + 1);
  const typed = typo(word, at, letterOtherThan(word, random));
  return typed === word ? undefined : words.with(words.indexOf(word), typed).join(' ');
}

const inTitle =
  (typo: Typo, letters?: [from: number, to: number]): Recipe =>
  (article, random) =>
    mistyped(titleWords(article), typo, random, letters);
const atStart = (typo: Typo): Recipe => inTitle((word, _at, letter) => typo(word, 0, letter));

const spellings = [
  ['ph', 'f'],
  ['ck', 'k'],
  ['c(?=[eiy])', 's'],
  ['c(?!h)', 'k'],
  ['z', 's'],
  ['([lmnprst])\\1', '$1'],
] as const;
const anySpelling = new RegExp(spellings.map(([spelling]) => `(?:${spelling})`).join('|'), 'g');
/** Spells a word as someone would who has only heard it. */
const heard = (word: string) =>
  spellings.reduce((text, [spelling, letter]) => text.replaceAll(new RegExp(spelling, 'g'), letter), word);

/** Kinds of queries without a typo, all of which must find their article. */
const exact = {
  title: (article) => article.title,
  capitals: (article) => article.title.toUpperCase(),
  'words of the title in another order': (article) => titleWords(article).reverse().join(' '),
  'last word begun': (article) =>
    titleWords(article)
      .with(-1, begun(titleWords(article).at(-1) ?? ''))
      .join(' '),
  'punctuation around': (article) => `“${titleWords(article).join('”, (')}!?`,
  'title and author': (article) => [...titleWords(article), ...names(article)].join(' '),
  'author without accents': (article) =>
    [
      ...titleWords(article).slice(0, 2),
      ...names(article).map((name) => name.split('-').map(foldWord).join('-')),
    ].join(' '),
} satisfies Record<string, Recipe>;

/** Kinds with an error that every engine tolerates. */
const mistypedKinds = {
  'spelled by ear': (article) => {
    const words = titleWords(article).filter(isPlain);
    // So many misspellings that typo tolerance alone does not cover them.
    const isFar = (word: string) => (word.match(anySpelling)?.length ?? 0) > (word.length < 8 ? 1 : 2);
    return words.some(isFar) ? words.map(heard).join(' ') : undefined;
  },
  'missing letter': inTitle(missing),
  'extra letter': inTitle(extra),
  'wrong letter': inTitle(wrong),
  'swapped letters': inTitle(swapped),
  'two typos': (article, random) => {
    const words = titleWords(article).filter((word) => word.length > 8);
    const [one, other] = [random.pick(typos), random.pick(typos)];
    const once = mistyped(words, one, random, [1, -6]);
    return once === undefined ? undefined : mistyped(once.split(' '), other, random, [5, -2]);
  },
} satisfies Record<string, Recipe>;

/** Kinds that an engine may find, and the embedded one must. */
const hardKinds = {
  'every word begun': (article) => titleWords(article).map(begun).join(' '),
  'first letter missing': atStart(missing),
  'first letter wrong': atStart(wrong),
  'first letters swapped': atStart(swapped),
  'typo in a begun word': (article, random) =>
    mistyped(
      titleWords(article).map((word) => word.slice(0, 7)),
      wrong,
      random,
    ),
} satisfies Record<string, Recipe>;

const recipes = { ...exact, ...mistypedKinds, ...hardKinds };
export type QueryKind = keyof typeof recipes;
export const [exactKinds, typoKinds, beyondKinds] = [exact, mistypedKinds, hardKinds].map(Object.keys) as [
  QueryKind[],
  QueryKind[],
  QueryKind[],
];

/** Returns `each` queries of each kind, each derived from a random article with at least three words in its title. */
export function createQueries(
  articles: readonly SearchDocument[],
  { seed, each = 30 }: { readonly seed: number; readonly each?: number },
): QualityQuery[] {
  const random = createRandom(seed);
  const telling = articles.filter((article) => new Set(titleWords(article)).size > 2);
  return (Object.keys(recipes) as QueryKind[]).flatMap((kind) => {
    const queries: QualityQuery[] = [];
    for (let tries = 0; queries.length < each && tries < each * 200; tries++) {
      const article = random.pick(telling);
      const text = recipes[kind](article, random);
      if (text !== undefined && !queries.some((query) => query.text === text))
        queries.push({ kind, text, id: article.id });
    }
    if (queries.length < each)
      throw new Error(`These articles do not yield ${each} queries of the kind "${kind}"`);
    return queries;
  });
}
