import { emptyPitch, type PitchTexts } from './pitch-texts.ts';

type Versions = { readonly base: PitchTexts; readonly mine: PitchTexts; readonly theirs: PitchTexts };
type Merged = {
  readonly texts: PitchTexts;
  /** Whether `theirs` has words that are not in `texts`, because both changed the same field. */
  readonly apart: boolean;
};

const names = Object.keys(emptyPitch) as (keyof PitchTexts)[];

/**
 * One text of two that began as `base`: each field as whoever changed it has it, and as it is here where both did.
 */
export function mergeTexts({ base, mine, theirs }: Versions): Merged {
  const changedByBoth = (name: keyof PitchTexts) =>
    mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name];
  return {
    texts: textsOf((name) => (mine[name] === base[name] ? theirs[name] : mine[name])),
    apart: names.some((name) => changedByBoth(name) && theirs[name].trim() !== ''),
  };
}

export function sameTexts(one: PitchTexts, other: PitchTexts): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** Whether nothing has been typed. */
export function isBlank(texts: PitchTexts): boolean {
  return names.every((name) => texts[name].trim() === '' || texts[name] === emptyPitch[name]);
}

/** The texts in a value of any kind; undefined where it is something else. */
export function textsIn(value: unknown): PitchTexts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = value as Record<string, unknown>;
  return names.every((name) => typeof found[name] === 'string')
    ? textsOf((name) => String(found[name]))
    : undefined;
}

function textsOf(textOf: (name: keyof PitchTexts) => string): PitchTexts {
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as PitchTexts;
}
