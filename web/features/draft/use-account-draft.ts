import type { Draft, DraftContent } from '@journal/contracts';
import { useEffect, useRef, useState } from 'react';
import { type AccountDraft, type AccountDraftView, createAccountDraft } from '../../data/account-draft.ts';
import { useSession } from '../../data/use-api.ts';

type DraftForm = {
  /** Whether the form can be read and written. */
  readonly isReady: boolean;
  /** See `createAccountDraft`. */
  read(): DraftContent | undefined;
  take(draft: Draft | undefined, isChosen: boolean): void;
};

/**
 * Keeps the input of a form in the signed-in user's account; does nothing without a target or for a visitor. Returns
 * the state to show, the form's actions on the draft, and `header`, for the request that sends the text.
 */
export function useAccountDraft(target: string | undefined, form: DraftForm) {
  const userId = useSession()?.id;
  const { isReady } = form;
  const [view, setView] = useState<AccountDraftView>();
  const latest = useRef(form);
  const open = useRef<AccountDraft>(undefined);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (!isReady || userId === undefined || target === undefined) return;
    const draft = createAccountDraft(
      { userId, target },
      {
        read: () => latest.current.read(),
        take: (other, isChosen) => latest.current.take(other, isChosen),
        show: setView,
      },
    );
    open.current = draft;
    const stop = draft.start();
    return () => {
      stop();
      open.current = undefined;
      setView(undefined);
    };
  }, [isReady, userId, target]);
  const [actions] = useState(() => ({
    changed: () => open.current?.changed(),
    sent: () => open.current?.sent(),
    choose: (which: 'other' | 'own') => open.current?.choose(which),
    /** Resolves with the header that names the draft, or with no headers if there is no draft. */
    async header(): Promise<Readonly<Record<string, string>>> {
      const version = await open.current?.version();
      return version === undefined ? {} : { 'journal-draft': version };
    },
  }));
  return { view, ...actions };
}

export type FormDraft = ReturnType<typeof useAccountDraft>;
