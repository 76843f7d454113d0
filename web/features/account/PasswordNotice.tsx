import { useEffect, useState } from 'react';
import { useSession } from '../../data/use-api.ts';

/** Shows on every page that a temporary password is in use, until it is changed. Empty for everybody else. */
export function PasswordNotice() {
  const minutes = useSession()?.passwordMinutes;
  return (
    <div className="password-notice">
      {minutes === undefined ? null : <TimeLeft key={minutes} minutes={minutes} />}
    </div>
  );
}

/** `minutes`: as of when the session was read. */
function TimeLeft({ minutes }: { minutes: number }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setPassed((count) => count + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
  const left = minutes - passed;
  if (left <= 0)
    return (
      <p className="page">
        Your temporary password has expired. Sign out on <a href="/profile">your profile</a>, and ask for
        another one.
      </p>
    );
  return (
    <p className="page">
      You signed in with a temporary password. <a href="/profile">Choose a new one</a>
      {` within ${left} minute${left === 1 ? '' : 's'}.`}
    </p>
  );
}
