import Type from 'typebox';
import { apiClient } from '../../data/api.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useShowCodes } from './RecoveryCodesDialog.tsx';
import { useSessionEnd } from './use-session-change.ts';

type NewCodesDialogProps = OpenProps & { onMade: () => void };

/** Creates new recovery codes and shows them. */
export function NewCodesDialog({ onMade, ...props }: NewCodesDialogProps) {
  const showCodes = useShowCodes();
  const form = useSendForm({
    schema: Type.Object({}),
    initial: {},
    send: () => apiClient.request('POST /api/me/recovery-codes'),
    failure: 'No new codes could be made. Please try again.',
    onRefused: useSessionEnd(),
    onSent: ({ data }) => {
      props.onOpenChange(false);
      showCodes(data.recoveryCodes);
      onMade();
    },
  });
  return (
    <FormDialog
      {...props}
      title="New recovery codes"
      text={<p>You get ten new codes. The earlier ones stop working.</p>}
      form={form}
      name="Make new codes"
      sending="Making them..."
    >
      {null}
    </FormDialog>
  );
}
