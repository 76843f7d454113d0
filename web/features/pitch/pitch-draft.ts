import { ageBounds, fieldNames, type SubmissionFields, submissionFields } from '@journal/contracts';
import { draftKey, onForgetDraft } from '../../data/forget-draft.ts';

/** A pitch as it is typed: texts, whatever they will mean. */
export type PitchTexts = Record<keyof SubmissionFields, string>;

const names = fieldNames(submissionFields) as (keyof PitchTexts)[];

export const emptyPitch: PitchTexts = { ...textsOf(() => ''), age: String(ageBounds.minimum) };

type Versions = { readonly base: PitchTexts; readonly mine: PitchTexts; readonly theirs: PitchTexts };
type Merged = {
  readonly texts: PitchTexts;
  /** Whether `theirs` has words that are not in `texts`, because both changed the same field. */
  readonly isConflict: boolean;
};

/** Merges two versions of `base` field by field: takes the changed one, and mine where both changed. */
export function mergeTexts({ base, mine, theirs }: Versions): Merged {
  const changedByBoth = (name: keyof PitchTexts) =>
    mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name];
  return {
    texts: textsOf((name) => (mine[name] === base[name] ? theirs[name] : mine[name])),
    isConflict: names.some((name) => changedByBoth(name) && theirs[name].trim() !== ''),
  };
}

export function sameTexts(one: PitchTexts, other: PitchTexts): boolean {
  return names.every((name) => one[name] === other[name]);
}

/** Returns whether the form is empty. */
export function isBlank(texts: PitchTexts): boolean {
  return names.every((name) => texts[name].trim() === '' || texts[name] === emptyPitch[name]);
}

/** Parses unknown data as a pitch; undefined where it is none. */
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

type Draft = {
  /** Stays as long as the draft does; the next one has another. */
  readonly id: string;
  /** The user who wrote it, or null where nobody was signed in. */
  readonly owner: string | null;
  readonly texts: PitchTexts;
  /** Texts of other tabs that could not be merged with it. */
  readonly others: readonly PitchTexts[];
};

const waitingKey = (owner: string) => `${draftKey}:${owner}`;

/**
 * Returns the draft in this browser for the current user. Another user's draft is put away for them, unseen; a visitor's
 * draft belongs to whoever signs in next. Undefined where there is none, or none that can be parsed.
 */
export function readDraft(userId: string | null): Draft | undefined {
  const draft = draftIn(get(draftKey));
  if (userId === null || draft?.owner === userId) return draft;
  if (draft && draft.owner === null) return draft;
  if (draft?.owner) move(draftKey, waitingKey(draft.owner));
  move(waitingKey(userId), draftKey);
  return draftIn(get(draftKey));
}

/** Saves the draft. Returns whether the browser could store it. */
export function saveDraft({ others, ...draft }: Draft): boolean {
  return set(draftKey, JSON.stringify({ ...draft, aside: others }));
}

type DraftEvents = {
  /** The draft is forgotten, in this tab. */
  onForget: () => void;
  /** Another tab has saved a draft, or removed it. */
  onOther: (removed: boolean) => void;
  /** The page is left, hidden or shown again: a frozen page got no events meanwhile. */
  onLeave: () => void;
};

export function followDraft({ onForget, onOther, onLeave }: DraftEvents): () => void {
  const end = new AbortController();
  const { signal } = end;
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === draftKey) onOther(newValue === null);
  };
  const stop = onForgetDraft(onForget);
  addEventListener('storage', onStorage, { signal });
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('pageshow', onLeave, { signal });
  document.addEventListener('visibilitychange', onLeave, { signal });
  return () => {
    stop();
    end.abort();
  };
}

function get(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function set(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

function move(from: string, to: string): void {
  const value = get(from);
  if (value !== null && set(to, value)) localStorage.removeItem(from);
}

function draftIn(json: string | null): Draft | undefined {
  if (json === null) return undefined;
  try {
    const { id, owner, texts, aside } = JSON.parse(json) as Record<string, unknown>;
    const own = textsIn(texts);
    if (own === undefined || typeof id !== 'string') return undefined;
    return {
      id,
      owner: typeof owner === 'string' ? owner : null,
      texts: own,
      others: Array.isArray(aside) ? aside.flatMap((one) => textsIn(one) ?? []) : [],
    };
  } catch {
    return undefined;
  }
}
