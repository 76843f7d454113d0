import '../../styles/form.css';
import { type Mailing, MailingTest, normaliseEmail } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { useSession } from '../../data/use-api.ts';
import { Field } from '../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { useRefetch } from '../admin/use-change.ts';

/** Sends one copy to an address, by default the current user's. */
export function TestMailing({ mailing: { id } }: { mailing: Mailing }) {
  const user = useSession();
  const refetch = useRefetch();
  const [attempt, setAttempt] = useState(newId);
  const form = useSendForm({
    schema: MailingTest,
    initial: { email: user?.email ?? '' },
    clean: ({ email }) => ({ email: normaliseEmail(email) }),
    send: (body) =>
      apiClient.request('POST /api/mailings/:id/test', {
        params: { id },
        body,
        idempotencyKey: attemptKey(attempt, body),
      }),
    failure: 'The test could not be sent. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      showToast({ title: 'A test is on its way.' });
      setAttempt(newId());
      void refetch();
    },
  });
  return (
    <form className="form" {...form.formProps}>
      <Field
        label="Send a test to"
        hint="One copy, of the issue as it is now. Look at it on a phone, too."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('email')}
      />
      <FormFailure text={form.failure} />
      <SubmitButton form={form} name="Send Test" sending="Sending..." className="" />
    </form>
  );
}
