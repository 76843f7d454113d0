import { AccountCard } from '../../account/AccountCard.tsx';

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
