import { Login, normaliseEmail } from '@journal/contracts';
import { navigate } from 'vike/client/router';
import { usePageContext } from 'vike-react/usePageContext';
import { login } from '../../data/account.api.ts';
import { returnPath } from '../../data/return-path.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { EmailField, PasswordField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSessionChange } from './use-session-change.ts';

const loadForgot = async () => (await import('./ForgotPasswordDialog.tsx')).ForgotPasswordDialog;

export function LoginForm() {
  const { urlParsed } = usePageContext();
  const changeSession = useSessionChange();
  const form = useSendForm<Login, Awaited<ReturnType<typeof login>>>({
    schema: Login,
    initial: { email: '', password: '' },
    clean: ({ email, password }) => ({ email: normaliseEmail(email), password }),
    send: login,
    failure: 'Failed to log in. Please check your email and password.',
    onSent: (user) => {
      changeSession(user);
      void navigate(returnPath(urlParsed.search));
    },
  });
  return (
    <>
      <form className="form" {...form.formProps}>
        <NeedsScripts />
        <FormFailure text={form.failure} />
        <EmailField {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <SubmitButton form={form} name="Sign In" sending="Signing in..." />
      </form>
      <DialogButton className="text-link" name="Forgot your password?" load={loadForgot} />
    </>
  );
}
