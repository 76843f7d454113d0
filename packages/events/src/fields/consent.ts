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
