import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { newId } from '../../data/attempt-key.ts';
import { useChange } from '../admin/use-change.ts';

type Step = 'start' | 'pause' | 'resume' | 'cancel' | 'repeat';
const messages: Readonly<Record<Step, { done: string; failed: string }>> = {
  start: { done: 'The mailing is being sent.', failed: 'The mailing could not be started.' },
  pause: { done: 'The mailing is paused.', failed: 'The mailing could not be paused.' },
  resume: { done: 'The mailing is resumed.', failed: 'The mailing could not be resumed.' },
  cancel: { done: 'The mailing is cancelled.', failed: 'The mailing could not be cancelled.' },
  repeat: { done: 'It is being sent to them again.', failed: 'It could not be sent again.' },
};

/** Returns a function that takes a step of a mailing, once per state of the mailing, and shows the outcome. */
export function useMailingStep(id: string, revision: number | undefined): (step: Step) => void {
  const change = useChange();
  const [attempt] = useState(newId);
  return (step) =>
    void change(
      () =>
        apiClient.request(`POST /api/mailings/:id/${step}` as const, {
          params: { id },
          idempotencyKey: `${attempt}-${step}-${revision}`,
        }),
      messages[step],
    );
}
