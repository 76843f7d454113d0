import type { OwnSubmission } from '@journal/contracts';
import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { hasAccountDraft } from '../../data/account-draft.ts';
import { failureMessage } from '../../data/api.ts';
import { withStorage } from '../../data/browser-storage.ts';
import { holdsOwnEdit, ownEdit } from '../../data/forget-draft.ts';
import { readPiece } from '../../data/newsroom.api.ts';
import { useSession } from '../../data/use-api.ts';
import { waitsForWriter } from '../../data/waits-for-writer.ts';
import { ownPitch } from '../../data/writer.api.ts';
import { unsavedAtom } from '../../ui/dialog/UnsavedGuard.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { removeOldDrafts } from '../admin/edit-draft.ts';
import type { OwnPitchFormProps } from './OwnPitchForm.tsx';
import { isEditable } from './own-pitch-words.ts';

type OpenForm = Pick<OwnPitchFormProps, 'piece' | 'isAgain' | 'isAsked'> & {
  readonly Form: ComponentType<OwnPitchFormProps>;
};
type PitchFormState = OpenForm | 'opening' | 'failed' | undefined;

/**
 * Returns the form in which a writer edits a pitch, and functions to open and close it. It opens automatically when
 * changes are requested, or if this browser or the account has unsaved input. It closes automatically when the pitch
 * can no longer be changed, unless it has input or was opened with its button.
 */
export function usePitchForm(pitch: OwnSubmission) {
  const { id } = pitch;
  const isAgain = waitsForWriter(pitch);
  const user = useSession();
  const [form, setForm] = useState<PitchFormState>(isAgain ? 'opening' : undefined);
  const isTyped = ownEdit(id) in useAtomValue(unsavedAtom);
  const isLeft = !isAgain && !isEditable(pitch) && !isTyped && !(typeof form === 'object' && form.isAsked);

  async function open(isAsked: boolean) {
    if (isAgain) setForm('opening');
    try {
      const [{ OwnPitchForm }, piece] = await Promise.all([
        import('./OwnPitchForm.tsx'),
        readPiece(ownPitch(id).path),
      ]);
      setForm(piece ? { Form: OwnPitchForm, piece, isAsked, isAgain } : undefined);
    } catch (error) {
      if (isAgain) return setForm('failed');
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'Your pitch could not be opened.', text, variant: 'destructive' });
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the pitch comes to another stage, and what is typed goes on
  useEffect(() => {
    withStorage((storage) => removeOldDrafts(storage, Date.now()));
    // Input from before the request for changes continues as the response to it.
    if (typeof form === 'object') return setForm({ ...form, isAgain: form.isAgain || isAgain });
    if (isAgain) return void open(false);
    if (!isEditable(pitch) || !user) return;
    if (holdsOwnEdit(user.id, id)) return void open(false);
    // It may have been started on another device.
    let isLeft = false;
    void hasAccountDraft(`pitch-${id}`).then((isThere) => {
      if (isThere && !isLeft) void open(false);
    });
    return () => {
      isLeft = true;
    };
  }, [isAgain]);
  useEffect(() => {
    if (isLeft) setForm(undefined);
  }, [isLeft]);
  return {
    form: isLeft ? undefined : form,
    open: (isAsked: boolean) => void open(isAsked),
    close: () => setForm(undefined),
  };
}
