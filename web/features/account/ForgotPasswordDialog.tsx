import { ForgotPassword, normaliseEmail } from '@journal/contracts';
import { apiClient } from '../../data/api.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { EmailField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';

const text =
  'Enter the email address of your account. We send it a temporary password that works for an hour; your old password still works until you use the temporary one.';

/** `email`: as typed in the form that opened the dialog. */
export function ForgotPasswordDialog({ email, ...props }: OpenProps & { email: string }) {
  const form = useSendForm({
    schema: ForgotPassword,
    initial: { email },
    clean: ({ email }) => ({ email: normaliseEmail(email) }),
    send: (body) => apiClient.request('POST /api/auth/forgot-password', { body }),
    failure: 'Failed to send password reset email. Please try again.',
    onSent: ({ data }) => {
      props.onOpenChange(false);
      showToast({ title: data?.message || 'Password reset email sent!' });
    },
  });
  return (
    <FormDialog
      {...props}
      title="Reset your password"
      text={<p>{text}</p>}
      form={form}
      name="Send Reset Email"
      sending="Sending..."
    >
      <EmailField {...form.field('email')} />
    </FormDialog>
  );
}
