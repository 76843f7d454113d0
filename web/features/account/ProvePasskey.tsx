import type { SessionUser } from '@journal/contracts';
import { DialogButton } from '../../ui/dialog/DialogButton.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { useSessionChange } from './use-session-change.ts';

const loadCode = async () => (await import('./RecoveryCodeDialog.tsx')).RecoveryCodeDialog;

/** Two ways to prove the user's identity after a sign-in with only a password. */
export function ProvePasskey() {
  const onProven: (user: SessionUser) => void = useSessionChange();
  return (
    <div className="profile-actions">
      <PasskeySignIn name="Use my passkey" className="button button-solid" onSignedIn={onProven} />
      <DialogButton
        className="button"
        name="Use a recovery code"
        load={loadCode}
        given={() => ({ onProven })}
      />
    </div>
  );
}
