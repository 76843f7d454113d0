import { usePageContext } from 'vike-react/usePageContext';
import { AccountCard } from '../../components/account/AccountCard.tsx';
import { signInLink } from '../../components/account/account-links.ts';
import { SignUpForm } from '../../components/account/SignUpForm.tsx';
import { returnPath } from '../../data/return-path.ts';

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
