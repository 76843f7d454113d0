import { auditKinds, roles, uuidPattern } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { Article, Section } from '../article/article.schema.ts';
import { HistoryVersion } from '../audit/history.routes.ts';
import { ExportedComment } from '../comment/comment.schema.ts';
import { OwnConsent } from '../consent/consent.routes.ts';
import { NamedDraft } from '../draft/draft.schema.ts';
import { defineRoutes } from '../routes/route.ts';
import { OwnSubmission } from '../submission/submission.schema.ts';
import { ArticleId, ClosedObject, DateTime, nullable, Uuid } from '../system/schemas.ts';
import {
  AccountErasure,
  AccountSession,
  AccountSettings,
  ChangedSettings,
  EmailStatus,
  ForgotPassword,
  Login,
  MailedToken,
  Message,
  NewsroomPerson,
  OwnSession,
  PasswordChange,
  Registration,
  RoleGrant,
  RoleRemoval,
  SessionUser,
} from './account.schema.ts';
import { Passkey } from './passkey.schema.ts';

/** A version of a piece with the values that it introduced; null if a value has been erased. */
export const ExportedVersion = Type.Object({
  ...Type.Pick(HistoryVersion, ['revision', 'event', 'at', 'changed']).properties,
  event: Type.Enum([...auditKinds.article]),
  values: Type.Record(Type.String(), Type.Unknown()),
});

export const ExportedArticle = Type.Object({
  ...Article.properties,
  deletedAt: nullable(DateTime),
  /** Oldest first. */
  versions: Type.Array(ExportedVersion),
});

export const ExportedSubmission = Type.Object({
  ...OwnSubmission.properties,
  /** Oldest first. */
  versions: Type.Array(Type.Object({ ...ExportedVersion.properties, event: Type.String() })),
  /** Includes comments among editors; oldest first. */
  comments: Type.Array(ExportedComment),
  /** Concerns that the writer reported; oldest first. */
  concerns: Type.Array(Type.Object({ at: DateTime, text: Type.String() })),
});

/** All data held about a person. */
export const AccountExport = Type.Object({
  exportedAt: DateTime,
  account: SessionUser,
  settings: AccountSettings,
  /** Answer of their parent or guardian to publication. */
  consent: Type.Omit(OwnConsent, ['consentAge']),
  /** Sessions in which they are signed in, newest first. */
  sessions: Type.Array(AccountSession),
  /** Passkeys, oldest first. No meaningful data is held about recovery codes. */
  passkeys: Type.Array(Passkey),
  /** Events of the account, oldest first. */
  events: Type.Array(
    Type.Object({
      type: Type.String(),
      at: DateTime,
      requestId: Type.String(),
    }),
  ),
  /** Pieces under this person's name, including deleted ones. */
  articles: Type.Array(ExportedArticle),
  /** This person's pitches in any status, oldest first. */
  submissions: Type.Array(ExportedSubmission),
  /** Concerns that they reported about pitches which have been erased since; oldest first. */
  concerns: Type.Array(Type.Object({ submissionId: Type.String(), at: DateTime, text: Type.String() })),
  /** Texts that this person has typed but not sent. */
  drafts: Type.Array(NamedDraft),
  /** Newsletter subscription of the address; null if there is none or, for its owner, while that is unconfirmed. */
  newsletter: Type.Union([
    Type.Object({
      email: nullable(Type.String()),
      confirmedAt: nullable(DateTime),
      /** Set if only issues with pieces from that section are wanted. */
      onlySection: nullable(Section),
    }),
    Type.Null(),
  ]),
});
export type AccountExport = Static<typeof AccountExport>;

const exported = {
  headers: ['content-disposition'],
  responses: { 200: AccountExport },
} as const;
const ofUser = { access: 'service', params: { userId: Uuid } } as const;

const { email } = ForgotPassword.properties;
/** Whether the journal may be left without an administrator. */
const last = Type.Optional(Type.Boolean());

export const accountRoutes = defineRoutes({
  'GET /api/auth/session': {
    summary: 'The signed-in user, or `null`',
    access: 'public',
    headers: ['journal-passkey', 'journal-password-minutes'],
    responses: { 200: Type.Union([SessionUser, Type.Null()]) },
  },
  'POST /api/auth/register': {
    summary: 'Registers a user and signs them in',
    access: 'public',
    body: Registration,
    headers: ['idempotency-key'],
    responses: { 201: SessionUser },
    problems: ['email-taken', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/auth/login': {
    summary: 'Signs in',
    access: 'public',
    body: Login,
    headers: ['journal-passkey', 'journal-password-minutes'],
    responses: { 200: SessionUser },
    problems: ['wrong-credentials', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/auth/logout': {
    summary: 'Ends the session; also succeeds if nobody is signed in',
    access: 'public',
    responses: { 204: null },
  },
  'POST /api/auth/forgot-password': {
    summary: 'Requests a temporary password by mail; the response is the same for every address',
    access: 'public',
    body: ForgotPassword,
    responses: { 200: Message },
    problems: ['too-many-requests'],
  },
  'POST /api/auth/change-password': {
    summary: 'Changes the password and ends all other sessions',
    access: 'signed-in',
    body: PasswordChange,
    headers: ['idempotency-key'],
    responses: { 200: Message },
    problems: ['wrong-password', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/auth/email-confirmation': {
    summary: 'Confirms the address of an account with the `token` from the mail',
    access: 'public',
    body: MailedToken,
    acceptsForms: true,
    responses: { 200: Message },
    problems: ['invalid-link', 'write-conflict'],
  },
  'GET /api/me/email': {
    summary: 'Time at which the signed-in user’s address was confirmed',
    access: 'signed-in',
    responses: { 200: EmailStatus },
  },
  'POST /api/me/email/confirmation-mail': {
    summary: 'Sends the confirmation mail again',
    access: 'signed-in',
    responses: { 202: Message },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'GET /api/me/settings': {
    summary: 'Account settings of the signed-in user',
    access: 'signed-in',
    responses: { 200: AccountSettings },
  },
  'PUT /api/me/settings': {
    summary:
      'Changes the given settings. `showsOtherPieces`: whether each of the user’s articles links to their others; `fewerMails`: whether they are mailed only requests for action and a pitch’s final outcome',
    access: 'signed-in',
    body: ChangedSettings,
    responses: { 204: null },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'GET /api/me/sessions': {
    summary: 'Sessions of the signed-in user, newest first: the latest 100 that are not known to have ended',
    access: 'signed-in',
    responses: { 200: Type.Array(OwnSession) },
  },
  'DELETE /api/me/sessions': {
    summary: 'Ends all other sessions, including those that are not listed',
    access: 'signed-in',
    responses: { 204: null },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'DELETE /api/me/sessions/:sessionId': {
    summary: 'Ends one session; ending the current one signs out',
    access: 'signed-in',
    params: { sessionId: Uuid },
    responses: { 204: null },
    problems: ['session-not-found', 'write-conflict', 'too-many-requests'],
  },
  'GET /api/me/export': {
    summary: 'All data held about the signed-in user, as a file',
    access: 'signed-in',
    ...exported,
    problems: ['other-origin', 'too-many-requests'],
  },
  'DELETE /api/me': {
    summary:
      'Permanently erases the account; `pieces`: whether published pieces stay, without a name, or are removed',
    access: 'signed-in',
    body: AccountErasure,
    responses: { 204: null },
    problems: [
      'wrong-password',
      'passkey-required',
      'last-administrator',
      'write-conflict',
      'too-many-requests',
    ],
  },
  'GET /api/newsroom/people': {
    summary: 'Users with roles in the newsroom, including administrators, by name',
    access: 'admin-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(NewsroomPerson) },
  },
  'POST /api/newsroom/people': {
    summary: 'Grants a role to a user whose address is confirmed',
    access: 'admin',
    body: RoleGrant,
    responses: { 204: null },
    problems: ['user-not-found', 'email-unconfirmed', 'own-rights', 'write-conflict'],
  },
  'DELETE /api/newsroom/people/:userId': {
    summary: 'Revokes a role and ends the user’s sessions',
    access: 'admin',
    params: { userId: Uuid },
    body: RoleRemoval,
    responses: { 204: null },
    problems: ['user-not-found', 'own-rights', 'write-conflict'],
  },
  'GET /api/operations/users/export': {
    summary: 'All data held about one user, as a file',
    access: 'service',
    query: ClosedObject({
      email: Type.String({ minLength: 1, maxLength: 1_000, message: 'Say whose account it is' }),
    }),
    ...exported,
    problems: ['user-not-found'],
  },
  'POST /api/operations/administrators/grant': {
    summary: 'Makes a user an administrator; a header reports whether their address is unconfirmed',
    access: 'service',
    body: ForgotPassword,
    headers: ['journal-email'],
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/administrators/revoke': {
    summary: 'Revokes a user’s administrator rights and ends their sessions',
    access: 'service',
    body: ClosedObject({ email, last }),
    responses: { 204: null },
    problems: ['user-not-found', 'last-administrator', 'write-conflict'],
  },
  'POST /api/operations/users/forgetting': {
    summary: 'Permanently erases a user, like `DELETE /api/me`',
    access: 'service',
    body: ClosedObject({ email, last, pieces: AccountErasure.properties.pieces }),
    responses: { 204: null },
    problems: ['user-not-found', 'last-administrator', 'write-conflict'],
  },
  'POST /api/operations/users/:userId/finish-forgetting': {
    summary: 'Completes the erasure of a user, including the articles that are known to be theirs',
    ...ofUser,
    body: ClosedObject({ articleIds: Type.Array(ArticleId, { maxItems: 1_000 }) }),
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/users/:userId/temporary-passwords': {
    summary: 'Records the keyed hash of the temporary password that was created for a request',
    ...ofUser,
    body: ClosedObject({
      resetId: Type.String({ minLength: 1, maxLength: 100 }),
      temporaryPasswordHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    responses: { 200: Type.Object({ expiresAt: DateTime }) },
    problems: ['user-not-found', 'reset-superseded', 'write-conflict'],
  },
  'POST /api/operations/users/:userId/exports': {
    summary: 'Records each export of a user’s data and its recipient',
    ...ofUser,
    body: ClosedObject({
      actor: ClosedObject({
        id: Type.String({ pattern: `^(${uuidPattern}|service)$` }),
        role: Type.Enum(['writer', ...roles, 'service']),
      }),
    }),
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict', 'too-many-requests'],
  },
});
