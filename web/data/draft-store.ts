import { textsIn } from './merge-texts.ts';
import type { PitchTexts } from './pitch-texts.ts';

export type Draft = {
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
 * The draft in this browser, for who is signed in now. One that somebody else began waits for them elsewhere, unseen;
 * one that nobody signed in for is whoever's comes. Undefined where there is none that can be read.
 */
export function readDraft(userId: string | null): Draft | undefined {
  const draft = draftIn(get(draftKey));
  if (userId === null || draft?.owner === userId) return draft;
  if (draft && draft.owner === null) return draft;
  if (draft?.owner) move(draftKey, waitingKey(draft.owner));
  move(waitingKey(userId), draftKey);
  return draftIn(get(draftKey));
}

/** Whether the browser has kept it. */
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

/** Removes the draft from the browser and from the form: its writer is leaving. */
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
