import type { MatchedParts } from '@journal/contracts';
import { type PlacedWord, placedWords, type Reading, readingsOf, wordsOf } from '../words/words-of.ts';
import { charactersOf } from './characters.ts';
import { errorsAllowed, errorsBetween } from './errors.ts';

/** How good a hit is, best first when compared by `compareRanks`. */
export type Rank = {
  /** Of all words together. */
  readonly errors: number;
  /** 0 for each word that is in the title, 1 for one in the name, 2 for one in the text. */
  readonly places: number;
  /** Words of which only the beginning was typed. */
  readonly beginnings: number;
};

/** Where the words of an article are. */
export type RankedTexts = {
  readonly title: string;
  readonly authorName: string | null;
  /** Excerpt and content. */
  readonly texts: readonly string[];
};

export type Matcher = {
  /** What is looked for, as it was understood first. */
  readonly words: Reading;
  /** The parts of the text that match best, ascending; none begins or ends within what a reader sees as one character. */
  matchesIn(text: string): MatchedParts;
  /** Undefined where a word is found nowhere in the article. */
  rank(article: RankedTexts): Rank | undefined;
};

type Match = { readonly errors: number; readonly beginning: 0 | 1 };

/** Compares what somebody typed with texts, by the rules of the search, one text at a time. */
export function createMatcher(typed: string): Matcher {
  const readings = readingsOf(typed);
  const [words = []] = readings;
  const comparisons = new Map(readings.flat().map((word) => [word, createComparison(word)]));
  return {
    words,
    matchesIn(text) {
      const placed = [...placedWords(text)];
      const parts = [...comparisons].flatMap(([word, compare]) => bestPartsOf(word, placed, compare));
      const { before, after } = charactersOf(text);
      return joinParts(parts.map(([from, to]) => [before(from), after(to)]));
    },
    rank(article) {
      const places = [wordsOf(article.title), wordsOf(article.authorName ?? ''), wordsOf(...article.texts)];
      const ranks = readings.map((reading) =>
        rankOfReading(
          reading.flatMap((word) => comparisons.get(word) ?? []),
          places,
        ),
      );
      return ranks.filter((rank) => rank !== undefined).sort(compareRanks)[0];
    },
  };
}

/** Negative where the first is the better one. */
export function compareRanks(one: Rank, other: Rank): number {
  return one.errors - other.errors || one.places - other.places || one.beginnings - other.beginnings;
}

function rankOfReading(
  reading: readonly Comparison[],
  places: readonly ReadonlySet<string>[],
): Rank | undefined {
  const rank = { errors: 0, places: 0, beginnings: 0 };
  for (const compare of reading) {
    const found = bestPlace(compare, places);
    if (!found) return undefined;
    rank.errors += found.errors;
    rank.places += found.place;
    rank.beginnings += found.beginning;
  }
  return rank;
}

function bestPlace(compare: Comparison, places: readonly ReadonlySet<string>[]) {
  let best: (Match & { readonly place: number }) | undefined;
  for (const [place, words] of places.entries()) {
    const match = bestMatch(compare, words);
    if (match && (!best || match.errors < best.errors)) best = { ...match, place };
  }
  return best;
}

function bestMatch(compare: Comparison, words: Iterable<string>): Match | undefined {
  let best: Match | undefined;
  for (const word of words) {
    const match = compare(word);
    if (match && (!best || compareMatches(match, best) < 0)) best = match;
  }
  return best;
}

/** How a word matches the one that was typed; undefined where it is not near. */
type Comparison = (word: string) => Match | undefined;

const mostRemembered = 20_000;

/** Texts repeat their words: each is compared once. */
function createComparison(typed: string): Comparison {
  const most = errorsAllowed(typed);
  const remembered = new Map<string, Match | undefined>();
  return (word) => {
    if (remembered.has(word)) return remembered.get(word);
    const { whole, beginning } = errorsBetween(typed, word, most);
    const match: Match | undefined =
      beginning > most ? undefined : { errors: beginning, beginning: whole === beginning ? 0 : 1 };
    if (remembered.size < mostRemembered) remembered.set(word, match);
    return match;
  };
}

function compareMatches(one: Match, other: Match): number {
  return one.errors - other.errors || one.beginning - other.beginning;
}

/** All places of a text where the word matches as well as it does anywhere in it. */
function bestPartsOf(typed: string, placed: readonly PlacedWord[], compare: Comparison): [number, number][] {
  const best = bestMatch(
    compare,
    placed.map(({ word }) => word),
  );
  if (!best) return [];
  return placed
    .filter(({ word }) => compare(word)?.errors === best.errors)
    .map(({ word, from, to }) => {
      const isAsTyped = best.errors === 0 && word.length === to - from;
      return [from, isAsTyped ? from + typed.length : to];
    });
}

/** Sorted, and those that touch or overlap as one. */
function joinParts(parts: readonly [number, number][]): MatchedParts {
  const joined: [number, number][] = [];
  for (const [from, to] of parts.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
