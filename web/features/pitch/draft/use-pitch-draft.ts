import { useEffect, useState } from 'react';
import { useSession } from '../../../data/use-session.ts';
import type { PitchFormState } from '../use-pitch-form.ts';
import { createDraftKeeper, type DraftKeeper, type DraftView } from './draft-keeper.ts';

export type PitchDraft = DraftView & { readonly keeper: DraftKeeper };

/** A draft that is kept once `useKeptForm` ties a form to it. */
export function usePitchDraft(): PitchDraft {
  const [view, setView] = useState<DraftView>({ state: 'none', aside: [] });
  const [keeper] = useState(() => createDraftKeeper(setView));
  return { ...view, keeper };
}

/** Keeps what is typed into the form as the draft of who is signed in, and shows there what was kept. */
export function useKeptForm({ ready, typed }: PitchFormState, { keeper }: PitchDraft): void {
  const user = useSession();
  const userId = user === null ? null : user?.id;
  useEffect(() => typed.follow((texts) => keeper.changed({ ...texts })), [typed, keeper]);
  useEffect(() => {
    if (!ready || userId === undefined) return;
    return keeper.start(userId, typed.put);
  }, [ready, userId, typed, keeper]);
}
