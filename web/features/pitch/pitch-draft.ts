import {
  ageBounds,
  fieldNames,
  type SessionUser,
  type SubmissionFields,
  submissionFields,
} from '@journal/contracts';
import { newId } from '../../data/attempt-key.ts';
import { withStorage } from '../../data/browser-storage.ts';
import { adoptDraft, draftKeyOf, removeDraft } from '../../data/forget-draft.ts';

/** A pitch as it is typed: texts, whatever they will mean. */
export type PitchTexts = Record<keyof SubmissionFields, string>;

const names = fieldNames(submissionFields) as (keyof PitchTexts)[];

export const emptyPitch: PitchTexts = { ...textsOf(() => ''), age: String(ageBounds.minimum) };

/** Returns the pitch that the form of this user begins with. */
export const blankPitch = (user: SessionUser | null | undefined): PitchTexts => ({
  ...emptyPitch,
  fullName: user?.fullName ?? '',
});

type Versions = { readonly base: PitchTexts; readonly mine: PitchTexts; readonly theirs: PitchTexts };

/**
 * Merges two versions of `base` field by field: takes the changed one, and mine where both changed. `isConflict`: whether
 * `theirs` has words that are not in the result, because both changed the same field.
 */
export function mergeTexts({ base, mine, theirs }: Versions) {
  const isLost = (name: keyof PitchTexts) =>
    ![base[name], theirs[name]].includes(mine[name]) &&
    theirs[name] !== base[name] &&
    theirs[name].trim() !== '';
  return {
    texts: textsOf((name) => (mine[name] === base[name] ? theirs[name] : mine[name])),
    isConflict: names.some(isLost),
  };
}

/** Whether nothing was typed into a form that began as `blank`. */
export function isBlank(texts: PitchTexts, blank: PitchTexts): boolean {
  return names.every((name) => texts[name].trim() === '' || texts[name] === blank[name]);
}

/** Parses unknown data as a pitch; undefined where it is none. */
export function textsIn(value: unknown): PitchTexts | undefined {
  const found = Object(value) as Record<string, unknown>;
  const isPitch = names.every((name) => typeof found[name] === 'string');
  return isPitch ? textsOf((name) => String(found[name])) : undefined;
}

/** In the order of the fields, so that the same texts are the same JSON. */
function textsOf(textOf: (name: keyof PitchTexts) => string): PitchTexts {
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as PitchTexts;
}

export type Draft = {
  /** Stays as long as the draft does; the next one has another. */
  readonly id: string;
  readonly texts: PitchTexts;
  /** Texts of other tabs that could not be merged with it. */
  readonly others: readonly PitchTexts[];
};

/** Returns the draft of a user, or of a visitor, in this browser; undefined where there is none that can be parsed. */
export function readDraft(userId: string | null): Draft | undefined {
  return withStorage((storage) => {
    const stored = storage.getItem(draftKeyOf(userId)) ?? '{}';
    const { id, owner, texts, aside } = JSON.parse(stored) as Record<string, unknown>;
    const own = textsIn(texts);
    if (own === undefined || typeof id !== 'string') return undefined;
    if (userId === null && typeof owner === 'string') {
      adoptDraft(owner);
      return undefined;
    }
    const others = Array.isArray(aside) ? aside.flatMap((one) => textsIn(one) ?? []) : [];
    return { id, texts: own, others };
  });
}

/** Saves the draft of a user, or of a visitor. Returns whether the browser could store it. */
export function saveDraft(userId: string | null, { others, ...draft }: Draft): boolean {
  const isStored = withStorage((storage) => {
    storage.setItem(draftKeyOf(userId), JSON.stringify({ ...draft, aside: others }));
    return true;
  });
  return isStored ?? false;
}

const goneKey = 'journal-draft-gone';

/** Removes the draft of a user, or of a visitor, and notes its id, by which other tabs know at once that it is gone. */
export function takeAway(userId: string | null): void {
  const id = readDraft(userId)?.id;
  if (id) withStorage((storage) => storage.setItem(goneKey, id));
  removeDraft(userId);
}

/** Returns the id of the draft that was removed last in this browser. */
export const lastGone = () => withStorage((storage) => storage.getItem(goneKey));

/** Has the form of this user begin with the text of a pitch; a draft that there is stays beside it. */
export function draftAgain(userId: string, pitch: SubmissionFields): void {
  adoptDraft(userId);
  const kept = readDraft(userId);
  const texts = textsOf((name) => String(pitch[name] ?? ''));
  saveDraft(userId, { id: newId(), texts, others: kept ? [kept.texts, ...kept.others] : [] });
}
