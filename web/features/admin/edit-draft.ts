import type { DraftValues } from '@journal/contracts';
import { useEffect, useRef, useState } from 'react';
import { withStorage } from '../../data/browser-storage.ts';
import { editDraftPrefix } from '../../data/forget-draft.ts';
import { useSession } from '../../data/use-api.ts';
import type { FormValue, FormValues } from '../../ui/form/described-fields.tsx';
import type { useSendForm } from '../../ui/form/use-send-form.ts';
import { type FormDraft, useAccountDraft } from '../draft/use-account-draft.ts';

/** Unsaved input of a form. `origin`: the version that the form started from. `at`: when, in ISO 8601. */
type EditDraft<Origin> = { readonly origin: Origin; readonly values: FormValues; readonly at: string };

/** In milliseconds. Other people's texts must not stay in a browser indefinitely. */
const maxAge = 14 * 24 * 60 * 60_000;

/** Returns the draft in a stored text, or undefined if there is none or it has expired at `now`. */
export function draftIn<Origin>(text: string | null, now: number): EditDraft<Origin> | undefined {
  const stored = JSON.parse(text ?? 'null') as EditDraft<Origin> | null;
  return stored?.origin && stored.values && now - Date.parse(stored.at) < maxAge ? stored : undefined;
}

/** Removes the drafts of all accounts that have expired at `now`. */
export function removeOldDrafts(storage: Storage, now: number): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(editDraftPrefix) && !isDraft(storage.getItem(key), now)) storage.removeItem(key);
}

function isDraft(text: string | null, now: number): boolean {
  try {
    return draftIn(text, now) !== undefined;
  } catch {
    return false;
  }
}

const readDraft = <Origin>(key: string) =>
  withStorage((storage) => draftIn<Origin>(storage.getItem(key), Date.now()));

/**
 * Returns the draft of a piece that this account left in this browser, and the means to keep it. `origin` is the
 * version that the form starts from: the draft's, if there is one, so that later changes by others are noticed.
 */
export function useEditDraft<Origin>(piece: string, fresh: Origin) {
  const user = useSession();
  // The form may stay open when somebody else signs in, who has not typed this.
  const [owner, setOwner] = useState(user?.id);
  if (owner === undefined && user) setOwner(user.id);
  const key = user && user.id === owner ? `${editDraftPrefix}${user.id}/${piece}` : undefined;
  const [restored, setRestored] = useState(() => (key ? readDraft<Origin>(key) : undefined));
  const [isKept, setKept] = useState(true);
  const origin = useRef(restored?.origin ?? fresh);
  const kept = useRef(restored?.values);
  return {
    /** Storage key; undefined for a visitor. */
    key,
    restored,
    setRestored,
    /** The current input. */
    kept,
    fresh,
    /** Whether the browser has stored the input. */
    isKept,
    /** Whether the signed-in user is the one who opened the form. */
    isOfUser: key !== undefined,
    origin,
    keep(values: FormValues) {
      kept.current = values;
      const draft: EditDraft<Origin> = { origin: origin.current, values, at: new Date().toISOString() };
      const write = (storage: Storage) => storage.setItem(key ?? '', JSON.stringify(draft)) === undefined;
      setKept(key !== undefined && withStorage(write) === true);
    },
    /** `isSent`: so that the form in another tab is emptied, too. */
    remove(isSent = false) {
      kept.current = undefined;
      if (key)
        withStorage((storage) => {
          if (isSent) storage.setItem(key, sentDraft);
          storage.removeItem(key);
        });
      setRestored(undefined);
    },
  };
}

/** Stored briefly in place of a draft that was sent. */
const sentDraft = '{}';

type Typed = ReturnType<typeof useSendForm<FormValues, unknown>>['typed'];
type TypedForm = { readonly ready: boolean; readonly typed: Pick<Typed, 'put' | 'follow' | 'reset'> };

/** How a draft is also kept in the account. */
type AccountPlace<Origin> = {
  /** Target of the draft in the API; undefined keeps it only in this browser. */
  readonly target: string | undefined;
  etagOf(origin: Origin): string;
  /** Returns the origin of a form whose input came from another device. */
  originOf(base: { readonly etag: string; readonly values: DraftValues }): Origin;
  /**
   * Called when the form shows another text with another origin. `isTyped` is false if it was sent or discarded
   * elsewhere.
   */
  onTaken?(isTyped: boolean): void;
};
const inBrowserOnly = { target: undefined, etagOf: () => '', originOf: () => undefined as never };

const isText = (entry: [string, FormValue]): entry is [string, string | boolean] =>
  typeof entry[1] !== 'number';
const asTexts = (values: FormValues): DraftValues =>
  Object.fromEntries(Object.entries(values).filter(isText));

/**
 * Restores a draft into its form, and keeps the input. `valuesOf`: the form's values before any input. Returns the
 * state of the account's copy and the means to handle it.
 */
export function useKeptForm<Origin>(
  draft: ReturnType<typeof useEditDraft<Origin>>,
  { typed, ready }: TypedForm,
  valuesOf: (origin: Origin) => FormValues,
  place: AccountPlace<Origin> = inBrowserOnly,
): FormDraft {
  const { kept, origin } = draft;
  const putKnown = (given: FormValues = {}) => {
    const known = Object.keys(valuesOf(origin.current));
    typed.put(Object.fromEntries(Object.entries(given).filter(([name]) => known.includes(name))));
  };
  const account = useAccountDraft(draft.isOfUser ? place.target : undefined, {
    isReady: ready,
    read() {
      if (!kept.current) return undefined;
      const base = { etag: place.etagOf(origin.current), values: asTexts(valuesOf(origin.current)) };
      return { values: asTexts(kept.current), base };
    },
    take(other) {
      origin.current = other?.base ? place.originOf(other.base) : draft.fresh;
      place.onTaken?.(other !== undefined);
      typed.reset(valuesOf(origin.current));
      draft.remove();
      if (!other) return;
      draft.setRestored({ origin: origin.current, values: other.values, at: other.savedAt });
      putKnown(other.values);
      draft.keep({ ...valuesOf(origin.current), ...other.values });
    },
  });
  const latest = useRef({ draft, valuesOf, putKnown, place });
  /** Whether the form is being given what was typed in another tab, which has stored it. */
  const isFollowing = useRef(false);
  useEffect(() => {
    latest.current = { draft, valuesOf, putKnown, place };
  });
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      const { draft, valuesOf, putKnown, place } = latest.current;
      // A new piece need not be the same one. Signing out removes the draft, but not what is on the screen.
      if (!place.onTaken || key === null || key !== draft.key || newValue === null) return;
      const theirs = draftIn<Origin>(newValue, Date.now());
      isFollowing.current = true;
      draft.kept.current = theirs?.values;
      draft.origin.current = theirs?.origin ?? draft.fresh;
      place.onTaken(theirs !== undefined);
      if (!theirs) typed.reset(valuesOf(draft.origin.current));
      draft.setRestored(theirs);
      putKnown(theirs?.values);
      isFollowing.current = false;
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [typed]);
  useEffect(() => {
    latest.current.putKnown(latest.current.draft.restored?.values);
    return typed.follow((values) => {
      if (isFollowing.current) return;
      const { draft, valuesOf } = latest.current;
      if (JSON.stringify(values) === JSON.stringify(valuesOf(draft.origin.current))) draft.remove();
      else draft.keep(values);
      account.changed();
    });
  }, [typed, account.changed]);
  return account;
}
