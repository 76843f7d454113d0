import { AccountCard } from '../../components/account/AccountCard.tsx';
import { LoginForm } from '../../components/account/LoginForm.tsx';

export default function Page() {
  return (
    <AccountCard title="Welcome Back" lead="Sign in to pitch, and to pick up where you left off." seed={1031}>
      <LoginForm />
      <p className="account-other">
        No account yet? <a href="/signup">Sign up</a>
      </p>
    </AccountCard>
  );
}
