import { usePageContext } from 'vike-react/usePageContext';
import { returnPath } from '../../data/return-path.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { signUpLink } from '../../features/account/account-links.ts';
import { LoginForm } from '../../features/account/LoginForm.tsx';

export default function Page() {
  const { urlParsed } = usePageContext();
  return (
    <AccountCard title="Welcome Back" lead="Sign in to pitch, and to pick up where you left off." seed={1031}>
      <LoginForm />
      <p className="account-other">
        No account yet? <a href={signUpLink(returnPath(urlParsed.search))}>Sign up</a>
      </p>
    </AccountCard>
  );
}
