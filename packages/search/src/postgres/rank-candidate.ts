import { bestMatch, type Rank } from '../matching/matcher.ts';
import type { Reading } from '../words/words-of.ts';
import { wordsOf } from '../words/words-of.ts';
import type { Candidate } from './candidates.ts';
import type { Expression, Lookup } from './lookup.ts';
import type { Tier } from './tiers.ts';

/** A word found anywhere in the document. */
export type Level = Expression & {
  /** The place of the word among those that are looked for. */
  readonly word: number;
  readonly errors: number;
  readonly beginning: 0 | 1;
};

/** What has to be known of a candidate's words to rank it. Nothing where the tier says it all. */
export function levelsOf(lookups: readonly Lookup[], tier: Tier): readonly Level[] {
  if (tier.isWhole || (tier.place === 'head' && tier.errors === 0)) return [];
  return lookups.flatMap((lookup, word) =>
    [0, 1, 2].slice(0, tier.errors + 1).flatMap((errors) => {
      const whole = lookup.whole[errors];
      const any = lookup.any[errors];
      return [
        ...(whole ? [{ ...whole, word, errors, beginning: 0 as const }] : []),
        ...(any ? [{ ...any, word, errors, beginning: 1 as const }] : []),
      ];
    }),
  );
}

/** The rank of a document that a tier has found. */
export function rankOf(candidate: Candidate, reading: Reading, tier: Tier, levels: readonly Level[]): Rank {
  const title = wordsOf(candidate.title);
  const name = wordsOf(candidate.author_name ?? '');
  const rank = { errors: 0, places: 0, beginnings: 0 };
  for (const [index, word] of reading.entries()) {
    const anywhere = levels.find((level, at) => level.word === index && candidate.levels[at]);
    let best = {
      errors: anywhere?.errors ?? tier.errors,
      beginning: anywhere?.beginning ?? (tier.isWhole ? 0 : 1),
      place: 2,
    };
    for (const [place, words] of [title, name].entries()) {
      const match = bestMatch(word, words);
      if (match && (match.errors < best.errors || (match.errors === best.errors && best.place === 2)))
        best = { ...match, place };
    }
    rank.errors += best.errors;
    rank.places += best.place;
    rank.beginnings += best.beginning;
  }
  return rank;
}
