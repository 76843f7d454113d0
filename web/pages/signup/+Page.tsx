import { usePageContext } from 'vike-react/usePageContext';
import { returnPath } from '../../data/return-path.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { signInLink } from '../../features/account/account-links.ts';
import { SignUpForm } from '../../features/account/SignUpForm.tsx';

export default function Page() {
  const { site, urlParsed } = usePageContext();
  return (
    <AccountCard
      title={`Join ${site.name}`}
      lead="Everyone may read. With an account you can write for us too, if you are 12 to 18."
      seed={1034}
    >
      <SignUpForm />
      <p className="account-other">
        Already have an account? <a href={signInLink(returnPath(urlParsed.search))}>Sign in</a>
      </p>
    </AccountCard>
  );
}
