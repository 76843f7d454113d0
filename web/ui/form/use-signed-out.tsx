import type { ApiError } from '@journal/contracts';
import { useState } from 'react';

/** For forms whose user's session may end while they type. `refuse` returns whether a request was refused for that. */
export function useSignedOut() {
  const [isSignedOut, setSignedOut] = useState(false);
  return {
    refuse({ status }: ApiError): boolean {
      setSignedOut(status === 401);
      return status === 401;
    },
    notice: isSignedOut ? (
      <p className="form-notice" role="alert">
        You are no longer signed in. Nothing you typed is lost:{' '}
        <a href="/login" target="_blank" rel="noopener">
          sign in in a new tab
        </a>
        , then save again here.
      </p>
    ) : null,
  };
}
