import { useQueryClient } from '@tanstack/react-query';
import { apiClient, failureMessage } from '../../data/api.ts';
import { newId } from '../../data/attempt-key.ts';
import { refetchOwnPitch } from '../../data/writer.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { showToast } from '../../ui/toast/toast.ts';

export type WithdrawDialogProps = OpenProps & { id: string; onWithdrawn: () => void };

/** Permanently withdraws a pitch after a confirmation. */
export function WithdrawDialog({ id, onWithdrawn, ...props }: WithdrawDialogProps) {
  const client = useQueryClient();
  async function withdraw() {
    try {
      await apiClient.request('POST /api/submissions/:id/withdraw', {
        params: { id },
        idempotencyKey: newId(),
      });
      showToast({ title: 'Your pitch is withdrawn.' });
      onWithdrawn();
    } catch (error) {
      const text = failureMessage(error, 'Please try again.');
      showToast({ title: 'Failed to withdraw your pitch.', text, variant: 'destructive' });
    }
    await refetchOwnPitch(client, id);
  }
  return (
    <ConfirmDialog
      {...props}
      title="Withdraw this pitch?"
      text={
        <p>
          It leaves the editors’ list, and nobody can publish it. Editors can still look up what it was, until
          it is erased after a year. This can’t be undone, but you can pitch it again.
        </p>
      }
      action="Withdraw"
      className="button-danger"
      onConfirm={() => void withdraw()}
    />
  );
}
