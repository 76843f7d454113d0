import type { MatchedParts } from '@journal/contracts';
import { graphemesOf } from './graphemes.ts';
import type { ParsedQuery } from './parse-query.ts';
import { maxSoundTypos, soundOf } from './sound.ts';
import { createVocabulary } from './vocabulary.ts';
import { placedWords } from './words.ts';

/** Returns the parts of a text that match best, in ascending order; none begins or ends within a grapheme. */
export type Highlighter = (text: string) => MatchedParts;

type Part = readonly [from: number, to: number];

/** Returns the highlighter of a query. */
export function createHighlighter({ variants }: ParsedQuery): Highlighter {
  const words = [...new Set(variants.flat())];
  const pairs = variants.flatMap((variant) => variant.slice(1).map((word, at) => [variant[at] ?? '', word]));
  return (text) => {
    const placed = [...placedWords(text)];
    const vocabulary = vocabularyOf(placed.map(({ word }) => word));

    /** Returns all places where the word matches with the fewest typos found anywhere in the text. */
    function bestParts(typed: string): Part[] {
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

    /** Returns adjacent pairs of words that, without the space, are or begin with the typed word. */
    const spacedParts = (typed: string) =>
      placed.flatMap(({ word, from }, at): Part[] => {
        const next = placed[at + 1];
        const isSpaced =
          next && typed.startsWith(word) && word !== typed && `${word}${next.word}`.startsWith(typed);
        return isSpaced ? [[from, next.to]] : [];
      });

    let sounds: Vocabulary | undefined;
    /** Returns the words that sound like the typed word, or whose sound begins like it. */
    function soundingParts(typed: string): Part[] {
      sounds ??= vocabularyOf(placed.map(({ word }) => soundOf(word)));
      const near = new Set<string>();
      const sound = soundOf(typed);
      sounds.visitNear(sound, ({ word }) => near.add(word), maxSoundTypos(sound));
      return placed.flatMap(({ word, from, to }): Part[] => (near.has(soundOf(word)) ? [[from, to]] : []));
    }

    const found = new Map(words.map((word) => [word, bestParts(word)]));
    const isMissing = (word: string) => found.get(word)?.length === 0;
    const joined = pairs.filter((pair) => pair.some(isMissing)).map((pair) => pair.join(''));
    const parts = [
      ...[...found.values()].flat(),
      ...words.filter(isMissing).flatMap((word) => {
        const spaced = spacedParts(word);
        return spaced.length > 0 ? spaced : soundingParts(word);
      }),
      ...placed
        .filter(({ word }) => joined.some((typed) => word.startsWith(typed)))
        .map(({ from, to }): Part => [from, to]),
    ];
    const { before, after } = graphemesOf(text);
    // Joined first: finding the graphemes of many parts that touch, as in a long run of marks, takes quadratic time.
    return joinParts(joinParts(parts).map(([from, to]) => [before(from), after(to)]));
  };
}

type Vocabulary = ReturnType<typeof createVocabulary>;

function vocabularyOf(words: readonly string[]): Vocabulary {
  const vocabulary = createVocabulary();
  for (const word of words) vocabulary.add(word);
  return vocabulary;
}

/** Sorts the parts and merges those that touch or overlap. */
function joinParts(parts: readonly Part[]): MatchedParts {
  const joined: [number, number][] = [];
  for (const [from, to] of parts.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
