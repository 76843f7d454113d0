import {
  ageBounds,
  fieldNames,
  type OwnSubmission,
  type SessionUser,
  type SubmissionFields,
  submissionFields,
} from '@journal/contracts';
import { newId } from '../../data/attempt-key.ts';
import { withStorage } from '../../data/browser-storage.ts';
import {
  adoptDraft,
  draftKeyOf,
  draftMarkKeyOf,
  removeDraft,
  removedDraftKey,
} from '../../data/forget-draft.ts';
import {
  type BylineTexts,
  bylineIn,
  bylineTextsIn,
  isFullByline,
  keptByline,
  textsOfByline,
} from './byline-texts.ts';

/** A pitch as typed: plain texts, not yet validated. */
export type PitchTexts = Record<keyof SubmissionFields, string>;

const names = fieldNames(submissionFields) as (keyof PitchTexts)[];

export const emptyPitch: PitchTexts = { ...textsOf(() => ''), age: String(ageBounds.minimum) };

/** Returns the initial pitch in this user's form. */
export const initialPitch = (user: SessionUser | null | undefined): PitchTexts => ({
  ...emptyPitch,
  fullName: user?.fullName ?? '',
});

type Versions = { readonly base: PitchTexts; readonly mine: PitchTexts; readonly theirs: PitchTexts };

/**
 * Merges two versions of `base` field by field: uses the changed one, and `mine` if both changed. `isConflict`: whether
 * the result lacks a text of `theirs` because both changed the same field.
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

/** Whether nothing was typed into a form that started as `blank`. */
export function isBlank(texts: PitchTexts, blank: PitchTexts): boolean {
  return names.every((name) => texts[name].trim() === '' || texts[name] === blank[name]);
}

/** Parses unknown data as a pitch, or returns undefined if it isn't one. */
export function textsIn(value: unknown): PitchTexts | undefined {
  const found = Object(value) as Record<string, unknown>;
  const isPitch = names.every((name) => typeof found[name] === 'string');
  return isPitch ? textsOf((name) => String(found[name])) : undefined;
}

/** Uses the order of the fields, so that equal texts give equal JSON. */
function textsOf(textOf: (name: keyof PitchTexts) => string): PitchTexts {
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as PitchTexts;
}

/** Compares drafts or texts, whose properties are always in the same order. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A text that was set aside, with the byline that was chosen for it unless that is the full one. */
export type SetAside = PitchTexts & Partial<BylineTexts>;

export const withByline = (texts: PitchTexts, byline: BylineTexts | undefined): SetAside =>
  byline && !isFullByline(bylineIn(byline)) ? { ...texts, ...bylineTextsIn(byline) } : texts;

/** Returns a text that was set aside; undefined if there is nothing in it but a name. */
function setAsideIn(value: unknown): SetAside | undefined {
  const texts = textsIn(value);
  if (!texts || isBlank({ ...texts, fullName: '' }, emptyPitch)) return undefined;
  return withByline(texts, bylineTextsIn(Object(value)));
}

export type Draft = {
  /** Id of the draft, unchanged for its lifetime. */
  readonly id: string;
  readonly texts: PitchTexts;
  /** Texts that were set aside, for example from other tabs if they could not be merged. */
  readonly others: readonly SetAside[];
};

/** Returns the draft of a user, or of a visitor, in this browser, or undefined if there is none that can be parsed. */
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
    const others = Array.isArray(aside) ? aside.flatMap((one) => setAsideIn(one) ?? []) : [];
    return { id, texts: own, others };
  });
}

/** Saves the draft of a user, or of a visitor. Returns whether the browser stored it. */
export function saveDraft(userId: string | null, { others, ...draft }: Draft): boolean {
  const isStored = withStorage((storage) => {
    storage.setItem(draftKeyOf(userId), JSON.stringify({ ...draft, aside: others }));
    return true;
  });
  return isStored ?? false;
}

/**
 * Removes the draft of a user, or of a visitor, and records its id, so that other tabs know immediately that it is
 * gone.
 */
export function removeDraftInAllTabs(userId: string | null): void {
  const id = readDraft(userId)?.id;
  if (id) withStorage((storage) => storage.setItem(removedDraftKey, id));
  removeDraft(userId);
}

/** Returns the id of the draft that was last removed in this browser. */
export const lastRemovedDraftId = () => withStorage((storage) => storage.getItem(removedDraftKey));

/** Makes this user's form start with the text of a pitch; an existing draft that differs from it stays beside it. */
export function startDraftFrom(
  userId: string,
  pitch: SubmissionFields & Pick<OwnSubmission, 'byline'>,
): void {
  adoptDraft(userId);
  const kept = readDraft(userId);
  const texts = textsOf((name) => String(pitch[name] ?? ''));
  const again = withByline(texts, textsOfByline(pitch.byline));
  const others = kept ? [withByline(kept.texts, keptByline(userId)), ...kept.others] : [];
  saveDraft(userId, { id: newId(), texts, others: others.filter((one) => !isSame(one, again)) });
  // As if it were typed here: a draft from another device must not replace it unasked.
  withStorage((storage) => {
    const key = draftMarkKeyOf(userId, 'new-pitch');
    const mark = JSON.parse(storage.getItem(key) ?? 'null') as object | null;
    if (mark) storage.setItem(key, JSON.stringify({ ...mark, typed: 'text' }));
  });
}
