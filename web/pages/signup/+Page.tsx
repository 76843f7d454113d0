import { accountFields, normaliseEmail, passwordBounds, Registration } from '@journal/contracts';
import { navigate } from 'vike/client/router';
import { usePageContext } from 'vike-react/usePageContext';
import { apiClient } from '../../data/api.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { returnPath, signInHref } from '../../features/account/account-links.ts';
import { useSessionChange } from '../../features/account/use-session-change.ts';
import { LegalLinks } from '../../features/legal/LegalLinks.tsx';
import { EmailField, Field, PasswordField } from '../../ui/form/fields.tsx';
import { FormFailure, NeedsScripts, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { showToast } from '../../ui/toast/toast.ts';

export default function Page() {
  const { site, urlParsed } = usePageContext();
  const next = returnPath(urlParsed.search);
  return (
    <AccountCard
      title={`Join ${site.name}`}
      lead="Everyone may read. With an account you can write for us too, if you are 12 to 18."
      seed={1034}
    >
      <SignUpForm next={next} />
      <LegalLinks />
      <p className="account-other">
        Already have an account? <a href={signInHref('/login', next)}>Sign in</a>
      </p>
    </AccountCard>
  );
}

function SignUpForm({ next }: { next: string }) {
  const { site } = usePageContext();
  const changeSession = useSessionChange();
  const form = useSendForm({
    schema: Registration,
    initial: { fullName: '', email: '', password: '' },
    clean: ({ fullName, email, ...rest }) => ({
      ...rest,
      fullName: fullName.trim(),
      email: normaliseEmail(email),
    }),
    send: (body) => apiClient.request('POST /api/auth/register', { body }),
    failure: 'Failed to create account. Please try again.',
    onFailure: (title) => showToast({ title, variant: 'destructive' }),
    onSent: ({ data: user }) => {
      changeSession(user);
      showToast({ title: 'Account created successfully!', text: `Welcome to ${site.name}!` });
      void navigate(next);
    },
  });
  return (
    <form className="form" {...form.formProps}>
      <NeedsScripts />
      <FormFailure text={form.failure} />
      <Field label={accountFields.fullName.label} autoComplete="name" {...form.field('fullName')} />
      <EmailField {...form.field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${passwordBounds.minimum} characters. A few words in a row are easy to remember.`}
        {...form.field('password')}
      />
      <SubmitButton form={form} name="Create Account" sending="Creating account..." />
    </form>
  );
}
