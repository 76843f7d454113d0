import { Login, normaliseEmail } from '@journal/contracts';
import { navigate } from 'vike/client/router';
import { usePageContext } from 'vike-react/usePageContext';
import { login } from '../../data/account.calls.ts';
import { returnPath } from '../../data/return-path.ts';
import { DialogButton } from '../dialog/DialogButton.tsx';
import { EmailField } from '../form/EmailField.tsx';
import { FormFailure } from '../form/FormFailure.tsx';
import { NeedsScripts } from '../form/NeedsScripts.tsx';
import { PasswordField } from '../form/PasswordField.tsx';
import { SubmitButton } from '../form/SubmitButton.tsx';
import { useSendForm } from '../form/use-send-form.ts';
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
