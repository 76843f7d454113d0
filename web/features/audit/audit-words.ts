import type { AuditEntityType, AuditEntry, AuditKind } from '@journal/contracts';
import { versionNumber } from '../history/version-words.ts';

/** What each kind of event is called. */
export const auditWords: Readonly<Record<AuditKind, string>> = {
  ArticlePublished: 'Published an article',
  ArticleEdited: 'Edited an article',
  ArticleDeleted: 'Deleted an article',
  ArticleRestored: 'Restored an article',
  SubmissionPitched: 'Sent a pitch',
  SubmissionEdited: 'Edited a pitch',
  SubmissionPublished: 'Published a pitch',
  SubmissionDeleted: 'Deleted a pitch',
  SubmissionRestored: 'Restored a pitch',
  UserRegistered: 'Opened an account',
  UserSignedIn: 'Signed in',
  SignInFailed: 'Failed to sign in',
  PasswordChanged: 'Changed a password',
  PasswordResetRequested: 'Asked for a temporary password',
  TemporaryPasswordIssued: 'Issued a temporary password',
  TemporaryPasswordUsed: 'Signed in with a temporary password',
  AdminGranted: 'Made someone an administrator',
  AdminRevoked: "Ended an administrator's rights",
  AccountExported: 'Exported the data of an account',
  UserForgotten: 'Erased an account',
  SubscriptionRequested: 'Asked for the newsletter',
  SubscriptionConfirmed: 'Confirmed the newsletter',
  SubscriptionEnded: 'Ended the newsletter',
};

/** What somebody did: an edit that brought an earlier text back says which. */
export function entryWords({
  kind,
  entity,
  restoredRevision,
}: Pick<AuditEntry, 'kind' | 'entity' | 'restoredRevision'>): string {
  if (restoredRevision === null) return auditWords[kind];
  const piece = entity.type === 'article' ? 'an article' : 'a pitch';
  return `Restored version ${versionNumber(restoredRevision)} of ${piece}`;
}

/** What the events about each kind of thing are called together. */
export const auditGroups: Readonly<Record<AuditEntityType, string>> = {
  article: 'Articles',
  submission: 'Pitches',
  user: 'Accounts',
  newsletter: 'Newsletter',
};
