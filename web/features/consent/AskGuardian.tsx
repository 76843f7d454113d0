import '../../styles/consent.css';
import '../../styles/form.css';
import { GuardianAddress, needsConsent, normaliseEmail, type OwnConsent } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { ownConsent } from '../../data/writer.api.ts';
import { Field } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { useSessionEnd } from '../account/use-session-change.ts';

/**
 * Asks a writer's parent or guardian for consent, and shows their answer. Empty if a writer of this age needs no
 * consent, or has it.
 */
export function AskGuardian({ age }: { age: number | null }) {
  return (
    <ReadBoundary query={ownConsent} loading={null} failed={() => null}>
      {(consent) =>
        age !== null && needsConsent(age, consent.consentAge ?? undefined) && consent.state !== 'given' ? (
          <Asking {...consent} />
        ) : null
      }
    </ReadBoundary>
  );
}

function Asking({ consentAge, state, guardianEmail }: OwnConsent) {
  const id = useId();
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(newId);
  useEffect(() => {
    // A request that has ended is not the one that is sent next, even to the same address.
    if (state !== 'asked') setAttempt(newId());
  }, [state]);
  const form = useSendForm({
    schema: GuardianAddress,
    initial: { email: '' },
    clean: ({ email }) => ({ email: normaliseEmail(email) }),
    send: (body) =>
      apiClient.request('POST /api/me/consent', { body, idempotencyKey: attemptKey(attempt, body) }),
    failure: 'The message could not be sent. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      form.typed.reset({ email: '' });
      setAttempt(newId());
      showToast({ title: 'The message to your parent or guardian is on its way.' });
      void client.invalidateQueries({ queryKey: [ownConsent.path] });
    },
  });
  return (
    <section className="consent ask-guardian" aria-labelledby={id}>
      <h2 id={id}>A parent or guardian has to say yes</h2>
      <p>
        You are younger than {consentAge}, so we publish your pieces only once a parent or guardian has
        agreed. One yes is enough for all of them. Until then, the editors still read what you pitch.
      </p>
      <p className="consent-state" role="status">
        {stateText(state, guardianEmail)}
      </p>
      <form className="form" {...form.formProps}>
        <NeedsScripts />
        <FormFailure text={form.failure} />
        <Field
          {...form.field('email')}
          label="Email of your parent or guardian"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton form={form} name="Ask my parent or guardian" sending="Sending..." />
      </form>
    </section>
  );
}

function stateText(state: OwnConsent['state'], guardianEmail: string | null): string {
  switch (state) {
    case 'asked':
      return `We wrote to ${guardianEmail ?? 'them'} and wait for an answer. If nothing arrived, check the address and ask again: only the newest link works.`;
    case 'declined':
      return 'They said no, so we can’t publish it. Talk with them; you can ask again.';
    case 'withdrawn':
      return 'They withdrew their consent, so your pieces are hidden. Talk with them; you can ask again.';
    case 'unanswered':
      return 'Nobody answered in 14 days, and we erased the address. You can ask again.';
    default:
      return '';
  }
}
