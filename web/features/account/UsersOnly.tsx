import type { SessionUser } from '@journal/contracts';
import type { ReactNode } from 'react';
import { useSession } from '../../data/use-api.ts';
import { AccountCard } from './AccountCard.tsx';
import { signInHref } from './account-links.ts';

type UsersOnlyProps = {
  title: string;
  /** Text for visitors. */
  lead: string;
  /** Path to return to after signing in. */
  path: string;
  seed: number;
  children: (user: SessionUser) => ReactNode;
};

/** A page for signed-in users; everybody else sees that it is closed to them. */
export function UsersOnly({ title, lead, path, seed, children }: UsersOnlyProps) {
  const user = useSession();
  if (user) return children(user);
  if (user === undefined)
    return (
      <AccountCard title={title} seed={seed}>
        <p role="status">Loading...</p>
      </AccountCard>
    );
  return (
    <AccountCard title="Access Denied" lead={lead} seed={seed}>
      <a className="button button-solid" href={signInHref('/login', path)}>
        Sign In
      </a>
    </AccountCard>
  );
}
