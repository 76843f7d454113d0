import type { SessionUser } from '@journal/contracts';
import { isAbleTo, rolesOf } from '../../data/session.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { AccountSettings } from '../../features/account/AccountSettings.tsx';
import { adminPanel } from '../../features/account/account-links.ts';
import { EmailConfirmation } from '../../features/account/EmailConfirmation.tsx';
import { Passkeys } from '../../features/account/Passkeys.tsx';
import { roleNames } from '../../features/account/role-names.ts';
import { SessionList } from '../../features/account/SessionList.tsx';
import { requestSignOut } from '../../features/account/SignOut.tsx';
import { UsersOnly } from '../../features/account/UsersOnly.tsx';
import { longDate } from '../../features/article/article-format.ts';
import { Monogram } from '../../features/article/article-parts.tsx';
import { OwnPitches } from '../../features/pitch/OwnPitches.tsx';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';

const seed = 1038;

export default function Page() {
  return (
    <UsersOnly title="Profile" lead="Please sign in to view your profile." path="/profile" seed={seed}>
      {(user) => (
        <AccountCard title="Profile" seed={seed}>
          <ProfileDetails key={user.id} user={user} />
        </AccountCard>
      )}
    </UsersOnly>
  );
}

const loadChange = async () =>
  (await import('../../features/account/ChangePasswordDialog.tsx')).ChangePasswordDialog;
const loadErase = async () =>
  (await import('../../features/account/EraseAccountDialog.tsx')).EraseAccountDialog;

function ProfileDetails({ user }: { user: SessionUser }) {
  return (
    <>
      <Monogram name={user.fullName} />
      {rolesOf(user).map((role) => (
        <p key={role} className="label profile-label">
          {roleNames[role]}
        </p>
      ))}
      <dl className="profile-facts">
        <div>
          <dt>Full name</dt>
          <dd>{user.fullName}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{user.email}</dd>
          <dd className="profile-state">
            <EmailConfirmation />
          </dd>
        </div>
        <div>
          <dt>Member since</dt>
          <dd>
            <time dateTime={user.createdAt}>{longDate(user.createdAt)}</time>
          </dd>
        </div>
      </dl>
      <div className="profile-actions">
        {isAbleTo(user, 'read-pitches') ? (
          <a className="button" href={adminPanel.href}>
            {adminPanel.name}
          </a>
        ) : null}
        <DialogButton className="button" name="Change Password" load={loadChange} />
        <button type="button" className="button" onClick={requestSignOut}>
          Sign Out
        </button>
      </div>
      <OwnPitches />
      <AccountSettings />
      <Passkeys />
      <SessionList />
      <section className="profile-data" aria-labelledby="data-title">
        <h2 id="data-title">Your data</h2>
        <p>It is yours: take it with you, or take it away from us.</p>
        <div className="profile-actions">
          <a className="button" href="/api/me/export" rel="external" download="my-data.json">
            Download my data
          </a>
          <DialogButton className="button button-danger" name="Erase my account" load={loadErase} />
        </div>
      </section>
    </>
  );
}
