import { needsConsent, type OwnConsent } from '@journal/contracts';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from 'vike-react/useHydrated';
import type { ApiAnswer } from '../../data/api.ts';
import { ownConsent } from '../../data/writer.api.ts';

/** Tells users who type an age below the age of consent what happens after they send the pitch. `age`: as typed. */
export function ConsentNotice({ age, isSignedIn }: { age: string; isSignedIn: boolean }) {
  const isHydrated = useHydrated();
  const { data } = useQuery<ApiAnswer, Error, OwnConsent>({
    queryKey: [ownConsent.path],
    select: ownConsent.select,
    enabled: isHydrated && isSignedIn && age !== '',
  });
  const consentAge = isHydrated ? data?.consentAge : undefined;
  const isNeeded =
    age !== '' && needsConsent(Number(age), consentAge ?? undefined) && data?.state !== 'given';
  return (
    <div className="consent-notice" role="status">
      {isNeeded ? (
        <p className="field-hint">
          You are younger than {consentAge}: a parent or guardian has to agree before we publish it. You can
          send it now, and then ask them by email from its page.
        </p>
      ) : null}
    </div>
  );
}
