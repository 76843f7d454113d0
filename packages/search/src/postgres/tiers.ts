import type { Expression, Lookup } from './lookup.ts';

/** Where the words have to be: all in title or name; one there and all anywhere; all anywhere. */
export type Place = 'head' | 'some-in-head' | 'anywhere';

/** A set of hits. */
export type Tier = {
  readonly place: Place;
  readonly words: readonly Expression[];
  /** The most errors of a word. */
  readonly errors: number;
  /** Whether only whole words count. */
  readonly isWhole: boolean;
};

/**
 * The tiers in which something may be found, in groups, best first: all that is in a group is better than what is in the
 * next. A tier gives the newest that it has, so each kind of the better ones within a group has a tier of its own.
 */
export function tiersOf(lookups: readonly Lookup[]): readonly (readonly Tier[])[] {
  return [0, 1, 2].flatMap((errors) => {
    if (errors > 0 && !lookups.some(({ finds }) => finds[errors])) return [];
    const whole = errors === 0 ? expressionsOf(lookups.map((lookup) => lookup.whole[0])) : undefined;
    const any = expressionsOf(lookups.map((lookup) => lookup.any[errors]));
    const groups = [
      [tier('head', whole, errors, true), tier('head', any, errors, false)],
      [
        lookups.length > 1 ? tier('some-in-head', any, errors, false) : undefined,
        tier('anywhere', whole, errors, true),
        tier('anywhere', any, errors, false),
      ],
    ];
    return groups
      .map((tiers) => tiers.filter((one) => one !== undefined))
      .filter((tiers) => tiers.length > 0);
  });
}

/** Undefined unless each word can be found. */
function expressionsOf(expressions: readonly (Expression | undefined)[]): readonly Expression[] | undefined {
  const found = expressions.filter((expression) => expression !== undefined);
  return found.length === expressions.length ? found : undefined;
}

function tier(
  place: Place,
  words: readonly Expression[] | undefined,
  errors: number,
  isWhole: boolean,
): Tier | undefined {
  if (!words) return undefined;
  const inHead = words.filter(({ heads }) => heads > 0).length;
  if (place === 'head' && inHead < words.length) return undefined;
  if (place === 'some-in-head' && inHead === 0) return undefined;
  return { place, words, errors, isWhole };
}
