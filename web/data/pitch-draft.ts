import type { SubmissionFields } from '@journal/contracts';

/** A pitch as it is typed: texts, whatever they will mean. */
export type PitchTexts = Record<keyof SubmissionFields, string>;

export const emptyPitch: PitchTexts = {
  fullName: '',
  age: '12',
  school: '',
  section: '',
  articleTitle: '',
  articleSummary: '',
  fullEssay: '',
};

/** The pitch as it is sent: trimmed, and without a school where none is given. Whether it may be sent is for the schema to say. */
export function pitchOf(texts: PitchTexts): SubmissionFields {
  const { school, age, section, ...rest } = trimmed(texts);
  return {
    ...rest,
    // Nothing is no age, and `Number` would make it 0.
    age: age === '' ? Number.NaN : Number(age),
    ...(school === '' ? {} : { school }),
    section: section as SubmissionFields['section'],
  };
}

function trimmed(texts: PitchTexts): PitchTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, String(text).trim()]),
  ) as PitchTexts;
}

type Versions = { readonly base: PitchTexts; readonly mine: PitchTexts; readonly theirs: PitchTexts };
type Merged = {
  readonly texts: PitchTexts;
  /** Whether `theirs` has words that are not in `texts`, because both changed the same field. */
  readonly apart: boolean;
};

const names = Object.keys(emptyPitch) as (keyof PitchTexts)[];

/**
 * Merges two versions of `base` field by field: takes the changed one, and mine where both changed.
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
  /** Texts of other tabs that could not be made one with it. */
  readonly aside: readonly PitchTexts[];
};

const draftKey = 'journal-pitch-draft';
const waitingKey = (owner: string) => `${draftKey}:${owner}`;
const listeners = new Set<() => void>();

/**
 * Returns the draft in this browser for the current user. Another user's draft is moved aside for them, unseen; a
 * visitor's draft belongs to whoever signs in next. Undefined where there is none, or none that can be parsed.
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
export function keepDraft(draft: Draft): boolean {
  return set(draftKey, JSON.stringify(draft));
}

export function removeDraft(): void {
  try {
    localStorage.removeItem(draftKey);
  } catch {
    // Where nothing can be kept there is nothing to remove.
  }
}

/** Removes the draft from the browser and the form, when its writer signs out. */
export function forgetDraft(): void {
  removeDraft();
  for (const listener of listeners) listener();
}

type DraftEvents = {
  /** The draft is to be forgotten, in this tab. */
  onForget: () => void;
  /** Another tab has kept a draft, or removed it. */
  onOther: (removed: boolean) => void;
  /** The page is left, hidden or shown again: a frozen page heard nothing meanwhile. */
  onLeave: () => void;
};

export function followDraft({ onForget, onOther, onLeave }: DraftEvents): () => void {
  const end = new AbortController();
  const { signal } = end;
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === draftKey) onOther(newValue === null);
  };
  listeners.add(onForget);
  addEventListener('storage', onStorage, { signal });
  addEventListener('pagehide', onLeave, { signal });
  addEventListener('pageshow', onLeave, { signal });
  document.addEventListener('visibilitychange', onLeave, { signal });
  return () => {
    listeners.delete(onForget);
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
      aside: Array.isArray(aside) ? aside.flatMap((one) => textsIn(one) ?? []) : [],
    };
  } catch {
    return undefined;
  }
}
