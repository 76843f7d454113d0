// Plain data, without a schema library: browsers read it too.

/** What a guardian said last to the publication of a writer's pieces, or that they have not answered yet, or not in time. */
export const consentStates = ['asked', 'given', 'declined', 'withdrawn', 'unanswered'] as const;
export type ConsentState = (typeof consentStates)[number];

const stateBy: Readonly<Record<string, ConsentState>> = {
  GuardianAsked: 'asked',
  GuardianConsented: 'given',
  GuardianDeclined: 'declined',
  ConsentWithdrawn: 'withdrawn',
  GuardianRequestEnded: 'unanswered',
};

/** Returns the state after an event of the writer's account of this type; null where nobody was ever asked. */
export const consentAfter = (before: ConsentState | null, type: string): ConsentState | null =>
  stateBy[type] ?? before;

/** Whether a writer of this age needs a guardian's consent; `consentAge`: undefined where the journal asks for none. */
export const needsConsent = (age: number, consentAge: number | undefined): boolean =>
  consentAge !== undefined && age < consentAge;

/**
 * Returns the mark of a pitch that can't be published before a guardian has consented; nothing for any other. `consent`: of
 * its writer's guardian.
 */
export const consentMark = (
  pitch: { readonly status: string; readonly age: number | null; readonly consent: ConsentState | null },
  consentAge: number | undefined,
): { readonly awaitsConsent?: true } =>
  pitch.status === 'pending' &&
  pitch.consent !== 'given' &&
  pitch.age !== null &&
  needsConsent(pitch.age, consentAge)
    ? { awaitsConsent: true }
    : {};
