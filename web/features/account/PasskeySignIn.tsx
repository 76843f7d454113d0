import type { SessionUser } from '@journal/contracts';
import { useState } from 'react';
import { failureMessage } from '../../data/api.ts';
import { FormFailure } from '../../ui/form/form-parts.tsx';

type PasskeySignInProps = {
  name: string;
  className?: string;
  onSignedIn: (user: SessionUser) => void;
};

/** Signs in with a passkey, without an address or a password. The WebAuthn code is loaded on press. */
export function PasskeySignIn({ name, className = 'button', onSignedIn }: PasskeySignInProps) {
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  async function signIn() {
    if (isAsking) return;
    setAsking(true);
    setFailure(undefined);
    try {
      const { signInWithPasskey } = await import('./device-passkeys.ts');
      const outcome = await signInWithPasskey();
      if ('refused' in outcome) setFailure(outcome.refused);
      else onSignedIn(outcome.data);
    } catch (error) {
      setFailure(failureMessage(error, 'Your passkey could not be used. Please try again.'));
    }
    setAsking(false);
  }
  return (
    <div className="passkey-sign-in">
      <button
        type="button"
        className={className}
        aria-disabled={isAsking || undefined}
        onClick={() => void signIn()}
      >
        {name}
      </button>
      <FormFailure text={failure} />
    </div>
  );
}
