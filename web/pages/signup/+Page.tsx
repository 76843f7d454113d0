import { usePageContext } from 'vike-react/usePageContext';
import { AccountCard } from '../../components/account/AccountCard.tsx';
import { SignUpForm } from '../../components/account/SignUpForm.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <AccountCard
      title={`Join ${site.name}`}
      lead="Everyone may read. With an account you can write for us too, if you are 12 to 18."
      seed={1034}
    >
      <SignUpForm />
      <p className="account-other">
        Already have an account? <a href="/login">Sign in</a>
      </p>
    </AccountCard>
  );
}
