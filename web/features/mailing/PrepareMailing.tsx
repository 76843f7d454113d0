import '../../styles/form.css';
import { type Issue, NewMailing } from '@journal/contracts';
import { useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { ChoiceField } from '../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSessionEnd } from '../account/use-session-change.ts';
import { useRefetch } from '../admin/use-change.ts';
import { audienceChoices } from './mailing-texts.ts';

type PrepareMailingProps = { issue: Issue; isFurther: boolean };

/** Chooses the audience of an issue. Sends nothing yet. */
export function PrepareMailing({ issue, isFurther }: PrepareMailingProps) {
  const { number } = issue;
  const refetch = useRefetch();
  const [attempt, setAttempt] = useState(newId);
  const form = useSendForm({
    schema: NewMailing,
    initial: { audience: 'everybody' as NonNullable<NewMailing['audience']> },
    send: (body) =>
      apiClient.request('POST /api/issues/:id/mailing', {
        params: { id: number },
        body,
        idempotencyKey: attemptKey(attempt, body),
      }),
    failure: 'The mailing could not be prepared. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      setAttempt(newId());
      void refetch();
    },
  });
  return (
    <section className="ruled-part" aria-labelledby="prepare">
      <h2 id="prepare">{isFurther ? 'Mail it again' : 'Who gets it?'}</h2>
      {isFurther ? (
        <p>Anyone who received the previous mailing gets another copy.</p>
      ) : (
        <p>Preparing sends nothing. You can look at the mail and send yourself a test first.</p>
      )}
      <form className="form" {...form.formProps}>
        <ChoiceField legend="For" choices={audienceChoices} {...form.field('audience')} />
        <FormFailure text={form.failure} />
        <SubmitButton form={form} name="Prepare Mailing" sending="Preparing..." />
      </form>
    </section>
  );
}
