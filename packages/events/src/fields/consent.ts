// Plain data without a schema library, because browsers load it too.

/**
 * A guardian's latest answer to the publication of a writer's pieces. `asked`: no answer yet; `unanswered`: none in
 * time.
 */
export const consentStates = ['asked', 'given', 'declined', 'withdrawn', 'unanswered'] as const;
export type ConsentState = (typeof consentStates)[number];

const stateAfterEvent: Readonly<Record<string, ConsentState>> = {
  GuardianAsked: 'asked',
  GuardianConsented: 'given',
  GuardianDeclined: 'declined',
  ConsentWithdrawn: 'withdrawn',
  GuardianRequestEnded: 'unanswered',
};

/** Returns the state after an event of this type in the writer's account. Null if no guardian was ever asked. */
export const consentAfter = (before: ConsentState | null, type: string): ConsentState | null =>
  stateAfterEvent[type] ?? before;

/** Whether a writer of this age needs a guardian's consent. `consentAge` is undefined if the journal requires none. */
export const needsConsent = (age: number, consentAge: number | undefined): boolean =>
  consentAge !== undefined && age < consentAge;

/**
 * Returns the mark of a pitch that can't be published until a guardian consents, otherwise an empty object. `consent`:
 * state of the writer's guardian's consent.
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
