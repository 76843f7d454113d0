import { useSession } from '../../data/use-api.ts';
import { AccountCard } from '../../features/account/AccountCard.tsx';
import { ProfileDetails } from '../../features/account/ProfileDetails.tsx';
import { OwnPitches } from '../../features/pitch/OwnPitches.tsx';

const seed = 1038;

export default function Page() {
  const user = useSession();
  if (user)
    return (
      <AccountCard title="Profile" seed={seed}>
        <ProfileDetails user={user}>
          <OwnPitches />
        </ProfileDetails>
      </AccountCard>
    );
  if (user === undefined)
    return (
      <AccountCard title="Profile" seed={seed}>
        <p role="status">Loading...</p>
      </AccountCard>
    );
  return (
    <AccountCard title="Access Denied" lead="Please sign in to view your profile." seed={seed}>
      <a className="button button-solid" href="/login">
        Sign In
      </a>
    </AccountCard>
  );
}
