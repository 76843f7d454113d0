import { useEffect, useRef } from 'react';
import { signInHref } from '../account/account-links.ts';

/** Shown beside the button, from which it takes the focus. */
export function SessionEnded({ backTo }: { backTo: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <p className="form-failure" role="alert">
      You are no longer signed in. What you have written stays here.{' '}
      <a href={signInHref('/login', backTo)} ref={link}>
        Sign in again
      </a>
    </p>
  );
}
