import type { MatchedParts } from '@journal/contracts';
import { createDistanceTable, matchTerm, maxTypos, type TermMatch } from './edit-distance.ts';
import { graphemesOf } from './graphemes.ts';
import type { ParsedQuery } from './parse-query.ts';
import { type PlacedWord, placedWords } from './words.ts';

/**
 * Returns the parts of a text that match best, ascending; none begins or ends within what a reader sees as one
 * character.
 */
export type Highlighter = (text: string) => MatchedParts;

type Part = readonly [from: number, to: number];

/** Returns the highlighter of a query. It compares each different word once, however many texts it is given. */
export function createHighlighter({ variants }: ParsedQuery): Highlighter {
  const words = [...new Set(variants.flat())];
  const matchers = new Map(words.map((word) => [word, createWordMatcher(word)]));
  const pairs = new Map(
    variants.flatMap((variant) =>
      variant.slice(1).map((word, at) => [`${variant[at]}${word}`, [variant[at] ?? '', word]] as const),
    ),
  );
  return (text) => {
    const placed = [...placedWords(text)];
    const found = new Map<string, readonly Part[]>();
    for (const [word, match] of matchers) found.set(word, bestParts(word, placed, match));
    const isFound = (word: string) => (found.get(word)?.length ?? 0) > 0;
    const spaced = [
      ...words.filter((word) => !isFound(word)).flatMap((word) => spacedParts(word, placed)),
      ...[...pairs].filter(([, pair]) => !pair.every(isFound)).flatMap(([word]) => exactParts(word, placed)),
    ];
    const { before, after } = graphemesOf(text);
    return joinParts([...found.values(), spaced].flat().map(([from, to]) => [before(from), after(to)]));
  };
}

type WordMatcher = (word: string) => TermMatch | undefined;

const maxRemembered = 20_000;

/** Texts repeat their words: each is compared once. */
function createWordMatcher(typed: string): WordMatcher {
  const table = createDistanceTable(typed, maxTypos(typed));
  const remembered = new Map<string, TermMatch | undefined>();
  return (word) => {
    if (remembered.has(word)) return remembered.get(word);
    const match = matchTerm(table, word);
    if (remembered.size < maxRemembered) remembered.set(word, match);
    return match;
  };
}

/** All places of a text where the word matches with as few typos as it does anywhere in it. */
function bestParts(typed: string, placed: readonly PlacedWord[], match: WordMatcher): Part[] {
  const typos = placed.flatMap(({ word }) => match(word)?.typos ?? []);
  const least = Math.min(...typos);
  return placed
    .filter(({ word }) => match(word)?.typos === least)
    .map(({ word, from, to }) => {
      const isAsTyped = least === 0 && word.length === to - from;
      return [from, isAsTyped ? from + typed.length : to];
    });
}

/** Two words in a row that are, or begin with, the typed word but for the space. */
function spacedParts(typed: string, placed: readonly PlacedWord[]): Part[] {
  return placed.flatMap(({ word, from }, at) => {
    const next = placed[at + 1];
    const isSpaced =
      next && typed.startsWith(word) && word !== typed && `${word}${next.word}`.startsWith(typed);
    return isSpaced ? [[from, next.to] as const] : [];
  });
}

function exactParts(typed: string, placed: readonly PlacedWord[]): Part[] {
  return placed.filter(({ word }) => word.startsWith(typed)).map(({ from, to }) => [from, to]);
}

/** Sorted, and those that touch or overlap as one. */
function joinParts(parts: readonly Part[]): MatchedParts {
  const joined: [number, number][] = [];
  for (const [from, to] of parts.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
