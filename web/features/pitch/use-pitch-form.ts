import type { OwnSubmission } from '@journal/contracts';
import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect, useState } from 'react';
import { hasAccountDraft } from '../../data/account-draft.ts';
import { failureMessage } from '../../data/api.ts';
import { withStorage } from '../../data/browser-storage.ts';
import { hasOwnEdit, ownEditName } from '../../data/forget-draft.ts';
import { readPiece } from '../../data/newsroom.api.ts';
import { useSession } from '../../data/use-api.ts';
import { waitsForWriter } from '../../data/waits-for-writer.ts';
import { ownPitch } from '../../data/writer.api.ts';
import { unsavedAtom } from '../../ui/dialog/unsaved.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { removeOldDrafts } from '../admin/edit-draft.ts';
import type { OwnPitchFormProps } from './OwnPitchForm.tsx';
import { isEditable } from './own-pitch-texts.ts';

type OpenForm = Pick<OwnPitchFormProps, 'piece' | 'isAgain' | 'isOpenedByUser'> & {
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
  const isTyped = ownEditName(id) in useAtomValue(unsavedAtom);
  const mustClose =
    !isAgain && !isEditable(pitch) && !isTyped && !(typeof form === 'object' && form.isOpenedByUser);

  async function open(isOpenedByUser: boolean) {
    if (isAgain) setForm('opening');
    try {
      const [{ OwnPitchForm }, piece] = await Promise.all([
        import('./OwnPitchForm.tsx'),
        readPiece(ownPitch(id).path),
      ]);
      setForm(piece ? { Form: OwnPitchForm, piece, isOpenedByUser, isAgain } : undefined);
    } catch (error) {
      if (isAgain) return setForm('failed');
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'Your pitch could not be opened.', text, variant: 'destructive' });
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when changes become or stop being requested
  useEffect(() => {
    withStorage((storage) => removeOldDrafts(storage, Date.now()));
    // Input from before the request for changes continues as the response to it.
    if (typeof form === 'object') return setForm({ ...form, isAgain: form.isAgain || isAgain });
    if (isAgain) return void open(false);
    if (!isEditable(pitch) || !user) return;
    if (hasOwnEdit(user.id, id)) return void open(false);
    // It may have been started on another device.
    let isCancelled = false;
    void hasAccountDraft(`pitch-${id}`).then((hasDraft) => {
      if (hasDraft && !isCancelled) void open(false);
    });
    return () => {
      isCancelled = true;
    };
  }, [isAgain]);
  useEffect(() => {
    if (mustClose) setForm(undefined);
  }, [mustClose]);
  return {
    form: mustClose ? undefined : form,
    open: (isOpenedByUser: boolean) => void open(isOpenedByUser),
    close: () => setForm(undefined),
  };
}
