import type { SearchDocument } from '../../search.port.ts';
import { rankedWords } from '../corpus/english-words.ts';
import { type Random, shuffled } from '../corpus/random.ts';
import { allowedErrors, errorsBetween } from '../plain/plain-errors.ts';
import { plainFold } from '../plain/plain-words.ts';
import * as typing from './typing-errors.ts';

/** What somebody types who wants an article; `changed` is the word that has an error, as it should be and as typed. */
export type Typed = { readonly text: string; readonly changed?: readonly [word: string, typed: string] };

type Recipe = (article: SearchDocument, random: Random) => Typed | undefined;

const tooCommon = new Set(rankedWords.slice(0, 150));
const commonInText = new Set(rankedWords.slice(0, 3_000));
const length = (word: string) => [...word].length;

const spaceless = /^[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{M}]+$/u;

/** Of a script without spaces somebody types a piece of 2 to 5 characters. */
function piece(run: string, random: Random): string {
  const characters = run.match(/\P{M}\p{M}*/gu) ?? [];
  const size = Math.min(characters.length, 2 + random.below(4));
  const from = random.below(characters.length - size + 1);
  return characters.slice(from, from + size).join('');
}

/** The words that say which article it is, in their order. */
function distinctive(text: string, random: Random, common: ReadonlySet<string> = tooCommon): string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
  return words
    .filter((word) => spaceless.test(word) || (length(word) >= 3 && !common.has(word.toLowerCase())))
    .map((word) => (spaceless.test(word) ? piece(word, random) : word));
}

/** Some of the items, at most so many, in the order they had. */
function some<Item>(items: readonly Item[], most: number, random: Random): Item[] {
  const chosen = new Set(shuffled([...items.keys()], random).slice(0, most));
  return items.filter((_, index) => chosen.has(index));
}

const titleWords = (article: SearchDocument, random: Random, most = 3) =>
  some(distinctive(article.title, random), most, random);

function beginning(word: string, random: Random): string {
  const letters = [...word];
  return letters.slice(0, Math.max(3, Math.ceil(letters.length * (0.4 + random.next() * 0.5)))).join('');
}

/** One of the words gets so many errors, as many as a word of its length may have. */
function withError(
  words: readonly string[],
  error: typing.TypingError,
  random: Random,
  errors = 1,
): Typed | undefined {
  if (words.length === 0) return undefined;
  const at = random.below(words.length);
  const word = words[at] ?? '';
  if (!/^[\p{L}\p{M}]+$/u.test(word)) return undefined;
  const typed = error(word, random);
  if (typed === undefined || allowedErrors(plainFold(typed)) < errors) return undefined;
  if (errorsBetween(plainFold(typed), plainFold(word), 3).whole !== errors) return undefined;
  return { text: words.with(at, typed).join(' '), changed: [word, typed] };
}

const inTitle =
  (error: typing.TypingError, errors = 1): Recipe =>
  (article, random) =>
    withError(titleWords(article, random, errors === 1 ? 3 : 2), error, random, errors);

const typed = (words: readonly string[], between = ' '): Typed | undefined =>
  words.length > 0 ? { text: words.join(between) } : undefined;

const namesOf = ({ authorName }: SearchDocument) =>
  (authorName ?? '').split(' ').filter((name) => name !== '');
const textWords = ({ content }: SearchDocument, random: Random) =>
  some([...new Set(distinctive(content, random, commonInText))], 3, random);

/** How each kind of query is made of an article; undefined where an article does not lend itself to it. */
export const recipes = {
  exact: (article, random) =>
    random.chance(0.5) ? { text: article.title } : typed(titleWords(article, random)),
  'beginning of the last word': (article, random) => {
    const words = titleWords(article, random);
    return typed(words.with(-1, beginning(words.at(-1) ?? '', random)));
  },
  'beginning of every word': (article, random) =>
    typed(titleWords(article, random).map((word) => beginning(word, random))),
  'capital letters': (article, random) =>
    typed(titleWords(article, random).map((word) => word.toUpperCase())),
  'no accents': (article, random) => {
    const words = [...titleWords(article, random, 2), ...namesOf(article)];
    const text = words.join(' ');
    return plainFold(text) === text.toLowerCase() ? undefined : { text: plainFold(text) };
  },
  'punctuation around': (article, random) => {
    const [first, ...others] = titleWords(article, random);
    return first === undefined
      ? undefined
      : typed([`“${first}”`, ...others], random.pick(['!? ', ', ', ' + ', '/']));
  },
  'another order': (article, random) => {
    const words = titleWords(article, random);
    return words.length > 1 ? typed(words.reverse()) : undefined;
  },
  'title and author': (article, random) => {
    const [word, name] = [titleWords(article, random, 1), some(namesOf(article), 1, random)];
    return word.length + name.length === 2 ? typed([...word, ...name]) : undefined;
  },
  'words of the text': (article, random) => typed(textWords(article, random)),
  author: (article) => typed(namesOf(article)),
  'beginning of an author': (article, random) =>
    typed(namesOf(article).map((name) => beginning(name, random))),

  'missing letter': inTitle(typing.missingLetter),
  'extra letter': inTitle(typing.extraLetter),
  'wrong letter': inTitle(typing.wrongLetter),
  'swapped letters': inTitle(typing.swappedLetters),
  'first letter missing': inTitle(typing.firstLetterMissing),
  'first letter wrong': inTitle(typing.firstLetterWrong),
  'first letters swapped': inTitle(typing.firstLettersSwapped),
  'two errors': inTitle(typing.twoErrors, 2),
  'error in a beginning': (article, random) => {
    const words = titleWords(article, random);
    const last = words.at(-1) ?? '';
    const cut = [...last].slice(0, 5 + random.below(2)).join('');
    return cut === last ? undefined : withError(words.with(-1, cut).slice(-1), typing.anyError, random);
  },
  'author with an error': (article, random) => withError(namesOf(article), typing.anyError, random),
  'title and author with an error': (article, random) =>
    withError(
      [...titleWords(article, random, 1), ...some(namesOf(article), 1, random)],
      typing.anyError,
      random,
    ),
  'words of the text with an error': (article, random) =>
    withError(textWords(article, random), typing.anyError, random),
} satisfies Record<string, Recipe>;

export type QueryKind = keyof typeof recipes;

/** The kinds in which a letter is not where it should be. */
export const typoKinds: readonly QueryKind[] = [
  'missing letter',
  'extra letter',
  'wrong letter',
  'swapped letters',
  'first letter missing',
  'first letter wrong',
  'first letters swapped',
  'two errors',
  'error in a beginning',
  'author with an error',
  'title and author with an error',
  'words of the text with an error',
];
