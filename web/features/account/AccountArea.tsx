import type { SessionUser } from '@journal/contracts';
import { useEffect, useRef } from 'react';
import { useSession } from '../../data/use-session.ts';
import { AccountLink } from './AccountLink.tsx';

/** The masthead's place for who is signed in, or could be. Keeps its room while that is not known. */
export function AccountArea() {
  const user = useSession();
  useKeptFocus(user);
  return (
    <div className="account-area">
      {user ? <AccountLink user={user} /> : null}
      {user === null ? (
        <>
          <a href="/login">Sign In</a>
          <a className="account-join" href="/signup">
            Sign Up
          </a>
        </>
      ) : null}
    </div>
  );
}

/** What was pressed to sign out goes with who was signed in. The focus then goes to what the page is about. */
function useKeptFocus(user: SessionUser | null | undefined): void {
  const before = useRef(user);
  useEffect(() => {
    const signedOut = before.current && user === null;
    before.current = user;
    if (signedOut && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true });
  }, [user]);
}
