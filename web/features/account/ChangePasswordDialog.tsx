import { type FieldError, PasswordChange, passwordBounds } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import Type, { type Static } from 'typebox';
import { apiClient } from '../../data/api.ts';
import { sessionPath } from '../../data/session.ts';
import { notifyOtherTabs } from '../../live/other-tabs.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { OpenProps } from '../../ui/dialog/use-lazy-component.ts';
import { PasswordField } from '../../ui/form/fields.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useSessionEnd } from './use-session-change.ts';

const ConfirmedChange = Type.Object({
  ...PasswordChange.properties,
  confirmPassword: Type.String({
    minLength: passwordBounds.minimum,
    message: 'Password confirmation is required',
  }),
});
type ConfirmedChange = Static<typeof ConfirmedChange>;

const text = 'Afterwards you stay signed in here, and are signed out everywhere else.';

export function ChangePasswordDialog(props: OpenProps) {
  const client = useQueryClient();
  const form = useSendForm({
    schema: ConfirmedChange,
    initial: { currentPassword: '', newPassword: '', confirmPassword: '' },
    alsoCheck: confirmationError,
    send: ({ confirmPassword: _, ...body }) => apiClient.request('POST /api/auth/change-password', { body }),
    failure: 'Failed to change password.',
    onRefused: useSessionEnd(),
    onSent: () => {
      props.onOpenChange(false);
      // The session may have begun with a temporary password, as the notice on the page reports.
      void client.refetchQueries({ queryKey: [sessionPath] });
      notifyOtherTabs();
      showToast({ title: 'Your password has been changed successfully.' });
    },
  });
  return (
    <FormDialog
      {...props}
      title="Change Password"
      text={<p>{text}</p>}
      form={form}
      name="Change Password"
      sending="Changing..."
    >
      <OwnPasswordField label="Current password" {...form.field('currentPassword')} />
      <PasswordField label="New password" autoComplete="new-password" {...form.field('newPassword')} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...form.field('confirmPassword')}
      />
    </FormDialog>
  );
}

function confirmationError({ newPassword, confirmPassword }: ConfirmedChange): FieldError[] {
  if (confirmPassword.length < passwordBounds.minimum || confirmPassword === newPassword) return [];
  return [{ path: 'confirmPassword', message: "Passwords don't match" }];
}
