import { useSession } from '../../data/use-session.ts';
import { AccountLink } from './AccountLink.tsx';

/** The masthead's place for who is signed in, or could be. Keeps its room while that is not known. */
export function AccountArea() {
  const user = useSession();
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
