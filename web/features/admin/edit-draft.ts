import { useEffect, useRef, useState } from 'react';
import { withStorage } from '../../data/browser-storage.ts';
import { editDraftPrefix } from '../../data/forget-draft.ts';
import { useSession } from '../../data/use-api.ts';
import type { FormValues } from '../../ui/form/described-fields.tsx';
import type { useSendForm } from '../../ui/form/use-send-form.ts';

/** What was typed into a form and not saved. `origin`: what the form began from; `at`: when, as ISO 8601. */
type EditDraft<Origin> = { readonly origin: Origin; readonly values: FormValues; readonly at: string };

/** Milliseconds; texts of others must not lie around in a browser. */
const maxAge = 14 * 24 * 60 * 60_000;

/** Returns the draft in a stored text; undefined where there is none, or none that is still to be used at `now`. */
export function draftIn<Origin>(text: string | null, now: number): EditDraft<Origin> | undefined {
  const stored = JSON.parse(text ?? 'null') as EditDraft<Origin> | null;
  return stored?.origin && stored.values && now - Date.parse(stored.at) < maxAge ? stored : undefined;
}

/** Removes the drafts of all accounts that are not to be used any more at `now`. */
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
 * Returns the draft of a piece that this account left in this browser, and what keeps it. `origin` is what the form
 * begins from: that of the draft where there is one, so that what others have saved since is noticed.
 */
export function useEditDraft<Origin>(piece: string, fresh: Origin) {
  const user = useSession();
  const key = user ? `${editDraftPrefix}${user.id}/${piece}` : undefined;
  const [restored, setRestored] = useState(() => (key ? readDraft<Origin>(key) : undefined));
  const [isKept, setKept] = useState(true);
  const origin = useRef(restored?.origin ?? fresh);
  return {
    restored,
    /** Whether the browser has stored what is typed. */
    isKept,
    origin,
    keep(values: FormValues) {
      const draft: EditDraft<Origin> = { origin: origin.current, values, at: new Date().toISOString() };
      const write = (storage: Storage) => storage.setItem(key ?? '', JSON.stringify(draft)) === undefined;
      setKept(key !== undefined && withStorage(write) === true);
    },
    remove() {
      if (key) withStorage((storage) => storage.removeItem(key));
      setRestored(undefined);
    },
  };
}

type Typed = ReturnType<typeof useSendForm<FormValues, unknown>>['typed'];
type TypedForm = { readonly typed: Pick<Typed, 'put' | 'follow'> };

/** Puts a draft into its form, and keeps what is typed there. `valuesOf`: what the form holds with nothing typed. */
export function useKeptForm<Origin>(
  draft: ReturnType<typeof useEditDraft<Origin>>,
  { typed }: TypedForm,
  valuesOf: (origin: Origin) => FormValues,
): void {
  const latest = useRef({ draft, valuesOf });
  useEffect(() => {
    latest.current = { draft, valuesOf };
  });
  useEffect(() => {
    const { restored, origin } = latest.current.draft;
    const known = Object.keys(latest.current.valuesOf(origin.current));
    const values = Object.entries(restored?.values ?? {}).filter(([name]) => known.includes(name));
    typed.put(Object.fromEntries(values));
    return typed.follow((values) => {
      const { draft, valuesOf } = latest.current;
      if (JSON.stringify(values) === JSON.stringify(valuesOf(draft.origin.current))) draft.remove();
      else draft.keep(values);
    });
  }, [typed]);
}
