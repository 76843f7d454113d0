import type { ReactNode } from 'react';
import { useSession } from '../../data/use-api.ts';
import { AccountCard } from '../account/AccountCard.tsx';

/** A page of the newsroom, kept up to date; everybody but administrators reads that it is closed to them. */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const user = useSession();
  if (user?.isAdmin) return children;
  if (user !== undefined) return <AccessDenied />;
  return (
    <AccountCard title={title} seed={1043}>
      <p role="status">Loading...</p>
    </AccountCard>
  );
}

/** The panel's page for everybody else. */
export function AccessDenied() {
  return (
    <AccountCard title="Access Denied" lead="You need admin privileges to access this page." seed={1043}>
      <div className="profile-actions">
        <a className="button button-solid" href="/">
          Return to Home
        </a>
        <a className="button" href="/login">
          Sign In
        </a>
      </div>
    </AccountCard>
  );
}
