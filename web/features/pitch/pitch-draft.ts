import {
  ageBounds,
  fieldNames,
  type SessionUser,
  type SubmissionFields,
  submissionFields,
} from '@journal/contracts';
import { withStorage } from '../../data/browser-storage.ts';
import { awayKey, draftKey, moveDraft } from '../../data/forget-draft.ts';

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
  /** The user who wrote it, or null where nobody was signed in. */
  readonly owner: string | null;
  readonly texts: PitchTexts;
  /** Texts of other tabs that could not be merged with it. */
  readonly others: readonly PitchTexts[];
};

/**
 * Returns the draft in this browser for the current user. Another user's draft is put away for them, unseen; a visitor's
 * draft belongs to whoever signs in next. Undefined where there is none, or none that can be parsed.
 */
export function readDraft(userId: string | null): Draft | undefined {
  const draft = storedDraft();
  if (userId === null || draft?.owner === userId || draft?.owner === null) return draft;
  if (draft?.owner) moveDraft(draftKey, awayKey(draft.owner));
  return undefined;
}

/** Brings back the draft that was put away for a user who is here again, unless there is one. */
export function bringDraftBack(userId: string): void {
  if (!readDraft(userId)) moveDraft(awayKey(userId), draftKey);
}

/** Saves the draft. Returns whether the browser could store it. */
export function saveDraft({ others, ...draft }: Draft): boolean {
  return store(draftKey, JSON.stringify({ ...draft, aside: others }));
}

function store(key: string, value: string): boolean {
  const isStored = withStorage((storage) => {
    storage.setItem(key, value);
    return true;
  });
  return isStored ?? false;
}

function storedDraft(): Draft | undefined {
  return withStorage((storage) => {
    const { id, owner, texts, aside } = JSON.parse(storage.getItem(draftKey) ?? '{}') as Record<
      string,
      unknown
    >;
    const own = textsIn(texts);
    if (own === undefined || typeof id !== 'string') return undefined;
    return {
      id,
      owner: typeof owner === 'string' ? owner : null,
      texts: own,
      others: Array.isArray(aside) ? aside.flatMap((one) => textsIn(one) ?? []) : [],
    };
  });
}
