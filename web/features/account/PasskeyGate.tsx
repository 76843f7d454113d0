import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { AccountCard } from './AccountCard.tsx';
import { AddPasskey, ownPasskeys } from './Passkeys.tsx';
import { ProvePasskey } from './ProvePasskey.tsx';

/** Shown instead of the newsroom to users who must present a passkey first. */
export function PasskeyGate() {
  return (
    <AccountCard
      title="One more step"
      lead="The newsroom knows the addresses of young people. A password alone does not open it."
      seed={1043}
    >
      <ReadBoundary query={ownPasskeys} loading={<p role="status">Loading...</p>} failed={() => null}>
        {({ passkeys, isProven }) =>
          passkeys.length > 0 ? (
            <>
              <p>Confirm that it is you, with your passkey or, if you have lost it, with a recovery code.</p>
              <ProvePasskey />
            </>
          ) : (
            <>
              <p>
                Add a passkey: your phone or computer keeps it, and you unlock that instead of typing a
                password. It takes a minute.
              </p>
              <div className="profile-actions">
                <AddPasskey isProven={isProven} className="button button-solid" />
              </div>
            </>
          )
        }
      </ReadBoundary>
    </AccountCard>
  );
}
