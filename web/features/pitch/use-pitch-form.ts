import type { ApiError, SubmissionFields, SubmissionReceipt } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { ownSubmissions, sendPitch } from '../../data/account.api.ts';
import { attemptKey } from '../../data/attempt-key.ts';
import { emptyPitch, type PitchTexts, pitchOf } from '../../data/pitch-draft.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { toastAtom } from '../../ui/toast/toast.ts';
import { useSessionChange } from '../account/use-session-change.ts';

const loadRules = async () => (await import('./pitch-rules.ts')).pitchRules;

export type PitchFormState = ReturnType<typeof usePitchForm>;

/** The form of a pitch. `draftId` names the draft that is sent; `onSent` is told when it has arrived. */
export function usePitchForm({ draftId, onSent }: { draftId: () => string; onSent: () => void }) {
  const showToast = useSetAtom(toastAtom);
  const changeSession = useSessionChange();
  const client = useQueryClient();
  return useSendForm<PitchTexts, SubmissionReceipt, SubmissionFields>({
    schema: loadRules,
    initial: emptyPitch,
    clean: pitchOf,
    send: (fields) => sendPitch(fields, attemptKey(draftId(), fields)),
    failure: 'Please check your information and try again.',
    faultsFail: true,
    onFailure: (text, { status }: ApiError) => {
      showToast({ title: 'Submission failed', text, variant: 'destructive' });
      if (status === 401) changeSession(null);
    },
    onSent: () => {
      showToast({
        title: 'Submission received!',
        text: "Thank you for your pitch. We'll review it and get back to you soon.",
      });
      void client.invalidateQueries({ queryKey: [ownSubmissions().path] });
      onSent();
    },
  });
}
