import type { Capability } from '@journal/contracts';
import type { ReactNode } from 'react';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { AccountCard } from '../account/AccountCard.tsx';
import { PasskeyGate } from '../account/PasskeyGate.tsx';

/** `staysOpen`: the children decide what to show to users who have lost access. */
type AdminOnlyProps = { title: string; needs: Capability; staysOpen?: boolean; children: ReactNode };

/** A page of the newsroom, kept up to date. Users without the required capability see that it is closed to them. */
export function AdminOnly({ title, needs, staysOpen = false, children }: AdminOnlyProps) {
  const user = useSession();
  if (user?.isPasskeyAwaited && !staysOpen) return <PasskeyGate />;
  if (isAbleTo(user, needs) || staysOpen) return children;
  if (user === undefined)
    return (
      <AccountCard title={title} seed={1043}>
        <p role="status">Loading...</p>
      </AccountCard>
    );
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
