import { PasskeyName, PasskeyNameAndPassword } from '@journal/contracts';
import { useState } from 'react';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { Field } from '../../ui/form/fields.tsx';
import { FormFailure } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useShowCodes } from './RecoveryCodesDialog.tsx';
import { useSessionEnd } from './use-session-change.ts';

/** `isProven`: the session began with a passkey, so the password is not required. */
type AddPasskeyDialogProps = OpenProps & { isProven: boolean; onAdded: () => void };

export function AddPasskeyDialog({ isProven, onAdded, ...props }: AddPasskeyDialogProps) {
  const [refused, setRefused] = useState<string>();
  const showCodes = useShowCodes();
  const form = useSendForm({
    schema: isProven ? PasskeyName : PasskeyNameAndPassword,
    initial: { name: '', password: '' },
    clean: ({ name, password }) => ({ name: name.trim(), ...(!isProven && { password }) }),
    async send(adding) {
      setRefused(undefined);
      return (await import('./device-passkeys.ts')).addPasskey(adding);
    },
    failure: 'The passkey could not be added. Please try again.',
    onRefused: useSessionEnd(),
    onSent: (outcome) => {
      if ('refused' in outcome) return setRefused(outcome.refused);
      props.onOpenChange(false);
      if (outcome.data.recoveryCodes) showCodes(outcome.data.recoveryCodes);
      onAdded();
    },
  });
  return (
    <FormDialog
      {...props}
      title="Add a passkey"
      text={
        <p>
          Your phone or computer asks you to unlock it, then stores the passkey. Give it a name you will
          recognize.
        </p>
      }
      form={form}
      name="Go on"
      sending="Waiting for your device..."
    >
      <FormFailure text={refused} />
      <Field label="Name" placeholder="My phone" autoComplete="off" {...form.field('name')} />
      {isProven ? null : <OwnPasswordField {...form.field('password')} />}
    </FormDialog>
  );
}
