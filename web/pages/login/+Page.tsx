import { Login, normaliseEmail } from '@journal/contracts';
import { navigate } from 'vike/client/router';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient, withSessionHeaders } from '../../data/api.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { returnPath, signInHref } from '../../features/account/account-links.ts';
import { PasskeySignIn } from '../../features/account/PasskeySignIn.tsx';
import { useSessionChange } from '../../features/account/use-session-change.ts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { EmailField, PasswordField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';

export default function Page() {
  const next = returnPath(usePageContext().urlParsed.search);
  return (
    <AccountCard title="Welcome Back" lead="Sign in to pitch, and to pick up where you left off." seed={1031}>
      <LoginForm next={next} />
      <p className="account-other">
        No account yet? <a href={signInHref('/signup', next)}>Sign up</a>
      </p>
    </AccountCard>
  );
}

const loadForgot = async () =>
  (await import('../../features/account/ForgotPasswordDialog.tsx')).ForgotPasswordDialog;

function LoginForm({ next }: { next: string }) {
  const changeSession = useSessionChange();
  const form = useSendForm({
    schema: Login,
    initial: { email: '', password: '' },
    clean: ({ email, password }) => ({ email: normaliseEmail(email), password }),
    send: (body) => apiClient.request('POST /api/auth/login', { body }),
    failure: 'Failed to log in. Please check your email and password.',
    onSent: (answer) => {
      changeSession(withSessionHeaders(answer));
      void navigate(next);
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
      <PasskeySignIn
        name="Sign in with a passkey"
        onSignedIn={(user) => {
          changeSession(user);
          void navigate(next);
        }}
      />
      <DialogButton
        className="text-link"
        name="Forgot your password?"
        load={loadForgot}
        given={() => ({ email: form.typed.get().email })}
      />
    </>
  );
}
