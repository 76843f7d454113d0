import { useEffect, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { GuardedFormDialog } from '../../ui/dialog/GuardedFormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useInterruptedText } from '../comments/interrupted-texts.ts';

const loadRules = async () => (await import('./pitch-rules.ts')).concernRules;

/**
 * Sends a message to those responsible for the safety of writers. Asks for confirmation before it is closed with input
 * in it. If the session ends meanwhile, and the page with it, the input is there when the same user opens it again.
 */
export function ConcernDialog({ id, ...props }: OpenProps & { id: string }) {
  const [attempt] = useState(newId);
  const form = useSendForm({
    schema: loadRules,
    initial: { text: '' },
    clean: ({ text }) => ({ text: text.trim().replaceAll(/\r\n?/g, '\n') }),
    send: (body) =>
      apiClient.request('POST /api/submissions/mine/:id/concerns', {
        params: { id },
        body,
        // Resending it after a lost response counts once; what happens again is reported again, in the same words too.
        idempotencyKey: attemptKey(attempt, body),
      }),
    failure: 'Failed to report it. Please try again.',
    onSent: () => {
      props.onOpenChange(false);
      showToast({
        title: 'Thank you for telling us.',
        text: 'The people who look after safety here will read it soon.',
      });
    },
  });
  const interrupted = useInterruptedText(`concern ${id}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it was when the dialog was opened
  useEffect(() => {
    if (interrupted.note !== undefined) form.typed.put({ text: interrupted.note });
    return () => interrupted.close(form.typed.get().text);
  }, []);
  return (
    <GuardedFormDialog
      {...props}
      guarded="concern"
      title="Report a concern"
      text={
        <p>
          Did somebody write something that feels wrong, or ask for something that they should not? Tell us in
          your own words. The people who run this journal will read it, and see that it is from you; other
          editors will not. If you are in danger now, talk to an adult you trust.
        </p>
      }
      form={form}
      name="Send"
      sending="Sending..."
    >
      <TextField label="What happened" rows={5} {...form.field('text')} />
    </GuardedFormDialog>
  );
}
