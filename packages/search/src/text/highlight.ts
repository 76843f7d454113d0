import type { MatchedParts } from '@journal/contracts';
import { graphemesOf } from './graphemes.ts';
import type { ParsedQuery } from './parse-query.ts';
import { createVocabulary } from './vocabulary.ts';
import { type PlacedWord, placedWords } from './words.ts';

/**
 * Returns the parts of a text that match best, ascending; none begins or ends within what a reader sees as one
 * character.
 */
export type Highlighter = (text: string) => MatchedParts;

type Part = readonly [from: number, to: number];

/** Returns the highlighter of a query. */
export function createHighlighter({ variants }: ParsedQuery): Highlighter {
  const words = [...new Set(variants.flat())];
  const pairs = new Map(
    variants.flatMap((variant) =>
      variant.slice(1).map((word, at) => [`${variant[at]}${word}`, [variant[at] ?? '', word]] as const),
    ),
  );
  return (text) => {
    const placed = [...placedWords(text)];
    const vocabulary = createVocabulary();
    for (const { word } of placed) vocabulary.add(word);
    const found = new Map(words.map((word) => [word, bestParts(word, placed, vocabulary)]));
    const isFound = (word: string) => (found.get(word)?.length ?? 0) > 0;
    const spaced = [
      ...words.filter((word) => !isFound(word)).flatMap((word) => spacedParts(word, placed)),
      ...[...pairs].filter(([, pair]) => !pair.every(isFound)).flatMap(([word]) => exactParts(word, placed)),
    ];
    const { before, after } = graphemesOf(text);
    return joinParts([...found.values(), spaced].flat().map(([from, to]) => [before(from), after(to)]));
  };
}

/** All places of a text where the word matches with as few typos as it does anywhere in it. */
function bestParts(
  typed: string,
  placed: readonly PlacedWord[],
  vocabulary: ReturnType<typeof createVocabulary>,
): Part[] {
  const typosOf = new Map<string, number>();
  vocabulary.visitNear(typed, ({ word }, typos) => typosOf.set(word, typos));
  const least = Math.min(...typosOf.values());
  return placed
    .filter(({ word }) => typosOf.get(word) === least)
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
