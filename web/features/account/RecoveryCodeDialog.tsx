import { GivenRecoveryCode, type SessionUser } from '@journal/contracts';
import { apiClient } from '../../data/api.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { Field } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSessionEnd } from './use-session-change.ts';

type RecoveryCodeDialogProps = OpenProps & { onProven: (user: SessionUser) => void };

/** Accepts one of the codes that were shown with the first passkey. */
export function RecoveryCodeDialog({ onProven, ...props }: RecoveryCodeDialogProps) {
  const form = useSendForm({
    schema: GivenRecoveryCode,
    initial: { code: '' },
    clean: ({ code }) => ({ code: code.trim() }),
    send: (body) => apiClient.request('POST /api/auth/recovery-code', { body }),
    failure: 'This code could not be used. Please try again.',
    onRefused: useSessionEnd(),
    onSent: ({ data }) => {
      props.onOpenChange(false);
      onProven(data);
    },
  });
  return (
    <FormDialog
      {...props}
      title="Use a recovery code"
      text={
        <p>
          One of the ten codes that we showed you with your first passkey. Each works once, and signs you out
          everywhere else.
        </p>
      }
      form={form}
      name="Use this code"
      sending="Checking..."
    >
      <Field
        label="Recovery code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('code')}
      />
    </FormDialog>
  );
}
