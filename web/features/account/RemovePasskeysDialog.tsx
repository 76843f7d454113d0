import { PasskeyReset } from '@journal/contracts';
import { apiClient } from '../../data/api.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useSessionEnd } from './use-session-change.ts';

/** Removes all passkeys, given the password, for users who find one that is not theirs. */
export function RemovePasskeysDialog({ onRemoved, ...props }: OpenProps & { onRemoved: () => void }) {
  const form = useSendForm({
    schema: PasskeyReset,
    initial: { password: '' },
    send: (body) => apiClient.request('DELETE /api/me/passkeys', { body }),
    failure: 'The passkeys could not be removed. Please try again.',
    onRefused: useSessionEnd(),
    onSent: () => {
      props.onOpenChange(false);
      showToast({ title: 'All passkeys are removed.', text: 'You are signed out everywhere else.' });
      onRemoved();
    },
  });
  return (
    <FormDialog
      {...props}
      title="Remove all passkeys"
      text={
        <p>
          None of your passkeys and recovery codes will work any longer, and you are signed out everywhere
          else. If somebody might know your password, change it as well.
        </p>
      }
      form={form}
      name="Remove all passkeys"
      sending="Removing..."
      className="button-danger"
    >
      <OwnPasswordField {...form.field('password')} />
    </FormDialog>
  );
}
