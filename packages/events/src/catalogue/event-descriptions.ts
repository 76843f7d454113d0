// Plain data without a schema library, because browsers load it too.

/** Subjects of events: the data field that contains the subject's id, and the subject's heading in the audit. */
export const eventSubjects = {
  article: { idField: 'articleId', group: 'Articles' },
  submission: { idField: 'submissionId', group: 'Pitches' },
  issue: { idField: 'issueNumber', group: 'Issues' },
  mailing: { idField: 'mailingId', group: 'Mailings' },
  user: { idField: 'userId', group: 'Accounts' },
  invitation: { idField: 'invitationId', group: 'Invitations' },
  newsletter: { idField: 'subscriberId', group: 'Newsletter' },
  concern: { idField: 'concernId', group: 'Concerns' },
  page: { idField: 'pageId', group: 'Pages' },
} as const;

export type AuditEntityType = keyof typeof eventSubjects;

type EventDescription = {
  /** Kind of stream that contains the event. */
  readonly stream: string;
  /** Subject of the event. Null for technical events, which the audit omits. */
  readonly about: AuditEntityType | null;
  /** Description of the action in the audit. */
  readonly audit?: string;
  /** Description of the action in its subject's history. */
  readonly history?: string;
};

const article = { stream: 'article', about: 'article' } as const;
const submission = { stream: 'submission', about: 'submission' } as const;
const comment = { stream: 'comments', about: 'submission' } as const;
const preview = { stream: 'previews', about: 'submission' } as const;
const issue = { stream: 'issue', about: 'issue' } as const;
const mailing = { stream: 'mailing', about: 'mailing' } as const;
const user = { stream: 'user', about: 'user' } as const;
const access = { stream: 'access', about: 'user' } as const;
const invitation = { stream: 'invitation', about: 'invitation' } as const;
const concern = { stream: 'concern', about: 'concern' } as const;
const newsletter = { stream: 'newsletter', about: 'newsletter' } as const;

/** Stream, subject and descriptions of every event type, in the order of the audit's filter. */
export const eventDescriptions = {
  ArticlePublished: { ...article, audit: 'Published an article', history: 'Published' },
  ArticleEdited: { ...article, audit: 'Edited an article', history: 'Edited' },
  ArticleBylineChosen: {
    ...article,
    audit: 'Chose the byline of an article',
    history: 'Byline chosen by its writer',
  },
  ArticleUnnamed: { ...article, audit: 'Took the name off an article', history: 'Name taken off' },
  ArticleHidden: { ...article, audit: 'Hid an article of their own', history: 'Hidden by its writer' },
  ArticleHiddenByGuardian: {
    ...article,
    audit: 'Hid an article because a guardian withdrew consent',
    history: 'Hidden because a guardian withdrew consent',
  },
  ArticleShown: { ...article, audit: 'Showed an article again', history: 'Shown again by its writer' },
  ArticleRemoved: { ...article, audit: 'Removed an article for good', history: 'Removed for good' },
  ArticleErased: { ...article, audit: 'Erased an article for good', history: 'Erased for good' },
  ArticleDeleted: { ...article, audit: 'Deleted an article', history: 'Deleted' },
  ArticleRestored: { ...article, audit: 'Restored an article', history: 'Restored' },
  ArticleUnpublishScheduled: {
    ...article,
    audit: 'Planned to take an article down',
    history: 'Takedown planned',
  },
  ArticleUnpublishCancelled: {
    ...article,
    audit: 'Cancelled the plan to take an article down',
    history: 'Plan cancelled',
  },
  ArticlePaired: {
    ...article,
    audit: 'Paired an article with its opposite',
    history: 'Paired with its opposite',
  },
  ArticleUnpaired: { ...article, audit: 'Unpaired an article', history: 'Unpaired' },
  ArticleIdClaimed: { stream: 'article', about: null },
  SubmissionPitched: { ...submission, audit: 'Sent a pitch', history: 'Pitched' },
  SubmissionEdited: { ...submission, audit: 'Edited a pitch', history: 'Edited' },
  SubmissionBylineChosen: {
    ...submission,
    audit: 'Chose the byline of a pitch',
    history: 'Byline chosen by its writer',
  },
  SubmissionAssigned: { ...submission, audit: 'Assigned a pitch', history: 'Assigned to an editor' },
  SubmissionUnassigned: { ...submission, audit: 'Unassigned a pitch', history: 'Unassigned' },
  SubmissionChangesRequested: {
    ...submission,
    audit: 'Asked for changes to a pitch',
    history: 'Changes requested',
  },
  SubmissionResubmitted: { ...submission, audit: 'Sent a pitch again', history: 'Sent again' },
  SubmissionAccepted: { ...submission, audit: 'Accepted a pitch', history: 'Accepted' },
  SubmissionDeclined: { ...submission, audit: 'Declined a pitch', history: 'Declined' },
  SubmissionReopened: { ...submission, audit: 'Reopened a pitch', history: 'Reopened' },
  SubmissionScheduled: { ...submission, audit: 'Planned the publication of a pitch', history: 'Planned' },
  SubmissionUnscheduled: {
    ...submission,
    audit: 'Cancelled the planned publication of a pitch',
    history: 'Plan cancelled',
  },
  SubmissionAgreementConfirmed: {
    ...submission,
    audit: 'Noted that the people named in a pitch have agreed',
    history: 'The people named have agreed',
  },
  SubmissionAgreementRevoked: {
    ...submission,
    audit: 'Removed the note that the people named in a pitch have agreed',
    history: 'Note of the agreement removed',
  },
  SubmissionPublished: { ...submission, audit: 'Published a pitch', history: 'Published as an article' },
  SubmissionDeleted: { ...submission, audit: 'Deleted a pitch', history: 'Deleted' },
  SubmissionRestored: { ...submission, audit: 'Restored a pitch', history: 'Restored' },
  SubmissionConcernReported: {
    ...submission,
    audit: 'Reported a concern',
    history: 'A concern was reported',
  },
  SubmissionWithdrawn: { ...submission, audit: 'Withdrew a pitch', history: 'Withdrawn' },
  SubmissionErased: { ...submission, audit: 'Erased a pitch for good', history: 'Erased for good' },
  PassageCommented: { ...comment, audit: 'Commented on a pitch' },
  CommentReplied: { ...comment, audit: 'Replied to a comment on a pitch' },
  CommentResolved: { ...comment, audit: 'Resolved a comment on a pitch' },
  CommentReopened: { ...comment, audit: 'Reopened a comment on a pitch' },
  CommentDeleted: { ...comment, audit: 'Deleted a comment on a pitch' },
  PreviewLinkMade: { ...preview, audit: 'Created a preview link to a pitch' },
  PreviewLinkRevoked: { ...preview, audit: 'Revoked a preview link to a pitch' },
  IssueOpened: { ...issue, audit: 'Opened an issue', history: 'Opened' },
  IssueEdited: { ...issue, audit: 'Edited an issue', history: 'Edited' },
  IssueArranged: { ...issue, audit: 'Arranged the pieces of an issue', history: 'Pieces arranged' },
  IssueClosed: { ...issue, audit: 'Closed an issue to publish it', history: 'Closed for publication' },
  IssuePublished: { ...issue, audit: 'Published an issue', history: 'Published' },
  IssueScheduled: { ...issue, audit: 'Planned the publication of an issue', history: 'Planned' },
  IssueUnscheduled: {
    ...issue,
    audit: 'Cancelled the planned publication of an issue',
    history: 'Plan cancelled',
  },
  IssueWithdrawn: { ...issue, audit: 'Withdrew an issue', history: 'Withdrawn' },
  IssueDiscarded: { ...issue, audit: 'Discarded an issue', history: 'Discarded' },
  MailingPrepared: { ...mailing, audit: 'Prepared the mailing of an issue', history: 'Prepared' },
  MailingTested: { ...mailing, audit: 'Sent a test of a mailing', history: 'Test sent' },
  MailingStarted: { ...mailing, audit: 'Started a mailing', history: 'Started' },
  MailingFrozen: {
    ...mailing,
    audit: 'Recorded the recipients of a mailing',
    history: 'Recipients recorded',
  },
  MailingPaused: { ...mailing, audit: 'Paused a mailing', history: 'Paused' },
  MailingResumed: { ...mailing, audit: 'Resumed a mailing', history: 'Resumed' },
  MailingCancelled: { ...mailing, audit: 'Cancelled a mailing', history: 'Cancelled' },
  MailingCompleted: { ...mailing, audit: 'Completed a mailing', history: 'Completed' },
  MailingRepeated: {
    ...mailing,
    audit: 'Sent a mailing again to readers who may not have it',
    history: 'Sent again to readers who may not have it',
  },
  UserRegistered: { ...user, audit: 'Opened an account' },
  PasswordChanged: { ...user, audit: 'Changed a password' },
  PasswordResetRequested: { ...user, audit: 'Asked for a temporary password' },
  TemporaryPasswordIssued: { ...user, audit: 'Issued a temporary password' },
  TemporaryPasswordUsed: { ...user, audit: 'Signed in with a temporary password' },
  UserEmailConfirmed: { ...user, audit: 'Confirmed an email address' },
  EmailConfirmationRequested: { ...user, audit: 'Asked to confirm an email address' },
  OtherPiecesShown: { ...user, audit: 'Showed the writer’s other pieces under articles' },
  OtherPiecesHidden: { ...user, audit: 'Hid the writer’s other pieces under articles' },
  FewerMailsChosen: { ...user, audit: 'Chose to get fewer emails' },
  AllMailsChosen: { ...user, audit: 'Chose to get all emails' },
  OtherSessionsEnded: { ...user, audit: 'Signed out everywhere else' },
  PasskeyAdded: { ...user, audit: 'Added a passkey' },
  PasskeyRemoved: { ...user, audit: 'Removed a passkey' },
  PasskeysReset: { ...user, audit: 'Removed all passkeys of an account' },
  RecoveryCodesIssued: { ...user, audit: 'Created recovery codes' },
  RecoveryCodeUsed: { ...user, audit: 'Used a recovery code' },
  GuardianAsked: { ...user, audit: 'Asked a parent or guardian for consent' },
  GuardianConsented: { ...user, audit: 'Consented as a parent or guardian' },
  GuardianDeclined: { ...user, audit: 'Declined as a parent or guardian' },
  ConsentWithdrawn: { ...user, audit: 'Withdrew a guardian’s consent' },
  GuardianRequestEnded: { ...user, audit: 'Ended a request for a guardian’s consent' },
  AdminGranted: { ...user, audit: 'Made someone an administrator' },
  AdminRevoked: { ...user, audit: 'Revoked an administrator’s rights' },
  RoleGranted: { ...user, audit: 'Gave someone a role' },
  RoleRevoked: { ...user, audit: 'Removed a role from someone' },
  IdleAccountAsked: { ...user, audit: 'Asked whether an account is still wanted' },
  UserForgotten: { ...user, audit: 'Erased an account' },
  AdministratorRemovalDecided: { stream: 'user', about: null },
  RegistrationAbandoned: { stream: 'user', about: null },
  UserSignedIn: { ...access, audit: 'Signed in' },
  SignInFailed: { ...access, audit: 'Failed to sign in' },
  PasskeyUsed: { stream: 'passkey', about: null },
  SessionStarted: { stream: 'session', about: null },
  SessionEnded: { stream: 'session', about: 'user', audit: 'Signed out' },
  AddressLookedUp: { ...access, audit: 'Looked up the address of a writer' },
  AccountExported: { ...access, audit: 'Exported the data of an account' },
  InvitationSent: { ...invitation, audit: 'Invited someone to the newsroom' },
  InvitationRevoked: { ...invitation, audit: 'Revoked an invitation' },
  InvitationAccepted: { ...invitation, audit: 'Accepted an invitation' },
  InvitationExpired: { ...invitation, audit: 'Erased an invitation after its retention period' },
  SubscriptionRequested: { ...newsletter, audit: 'Requested the newsletter' },
  SubscriptionConfirmed: { ...newsletter, audit: 'Confirmed the newsletter subscription' },
  SubscriptionEnded: { ...newsletter, audit: 'Unsubscribed from the newsletter' },
  ConcernReported: { ...concern, audit: 'Reported a concern through the public form' },
  ConcernErased: { ...concern, audit: 'Erased a concern after its retention period' },
  PageEdited: { stream: 'page', about: 'page', audit: 'Edited a page', history: 'Edited' },
  ValueClaimed: { stream: 'claim', about: null },
  ValueReleased: { stream: 'claim', about: null },
  RequestAccepted: { stream: 'request', about: null },
} as const satisfies Readonly<Record<string, EventDescription>>;

type EventDescriptions = typeof eventDescriptions;

/** Event types about a kind of subject. */
export type AuditKind<About extends AuditEntityType = AuditEntityType> = {
  [Type in keyof EventDescriptions]: EventDescriptions[Type]['about'] extends About ? Type : never;
}[keyof EventDescriptions];

const kindsAbout = <About extends AuditEntityType>(about: About) =>
  (Object.keys(eventDescriptions) as (keyof EventDescriptions)[]).filter(
    (type) => eventDescriptions[type].about === about,
  ) as AuditKind<About>[];

/** Audited event types by kind of subject. */
export const auditKinds = {
  article: kindsAbout('article'),
  submission: kindsAbout('submission'),
  issue: kindsAbout('issue'),
  mailing: kindsAbout('mailing'),
  user: kindsAbout('user'),
  invitation: kindsAbout('invitation'),
  newsletter: kindsAbout('newsletter'),
  concern: kindsAbout('concern'),
  page: kindsAbout('page'),
} as const satisfies { readonly [About in AuditEntityType]: readonly AuditKind<About>[] };

export const auditEntities = Object.keys(eventSubjects) as AuditEntityType[];
export const allAuditKinds: readonly AuditKind[] = Object.values(auditKinds).flat();
