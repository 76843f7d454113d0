/** What can be read of in the audit: the events about each kind of thing. Those of the machinery alone are in none. */
export const auditKinds = {
  article: ['ArticlePublished', 'ArticleEdited', 'ArticleDeleted', 'ArticleRestored'],
  submission: [
    'SubmissionPitched',
    'SubmissionEdited',
    'SubmissionPublished',
    'SubmissionDeleted',
    'SubmissionRestored',
  ],
  user: [
    'UserRegistered',
    'PasswordChanged',
    'PasswordResetRequested',
    'TemporaryPasswordIssued',
    'TemporaryPasswordUsed',
    'AdminGranted',
    'AdminRevoked',
    'UserForgotten',
    'UserSignedIn',
    'SignInFailed',
    'AccountExported',
  ],
  newsletter: ['SubscriptionRequested', 'SubscriptionConfirmed', 'SubscriptionEnded'],
} as const;

/** What an entry of the audit is about. */
export type AuditEntityType = keyof typeof auditKinds;
export type AuditKind = (typeof auditKinds)[AuditEntityType][number];

export const auditEntities = Object.keys(auditKinds) as AuditEntityType[];
export const allAuditKinds: readonly AuditKind[] = Object.values(auditKinds).flat();
