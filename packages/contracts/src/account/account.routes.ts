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
  /** Texts that this person has typed but not sent. */
  drafts: Type.Array(NamedDraft),
  /** Newsletter subscription of the account's address; null if there is none. Nothing is sent until it is confirmed. */
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
    summary: 'Who is signed in, or `null`',
    access: 'public',
    headers: ['journal-passkey', 'journal-password-minutes'],
    responses: { 200: Type.Union([SessionUser, Type.Null()]) },
  },
  'POST /api/auth/register': {
    summary: 'Registers somebody, who is then signed in',
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
    summary: 'Signs out, signed in or not; the session is over',
    access: 'public',
    responses: { 204: null },
  },
  'POST /api/auth/forgot-password': {
    summary: 'Has a temporary password mailed; the same answer for every address',
    access: 'public',
    body: ForgotPassword,
    responses: { 200: Message },
    problems: ['too-many-requests'],
  },
  'POST /api/auth/change-password': {
    summary: 'Changes the password; all other sessions are over',
    access: 'signed-in',
    body: PasswordChange,
    headers: ['idempotency-key'],
    responses: { 200: Message },
    problems: ['wrong-password', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/auth/email-confirmation': {
    summary: 'Confirms the address of an account with the `token` of the mail',
    access: 'public',
    body: MailedToken,
    takesForms: true,
    responses: { 200: Message },
    problems: ['invalid-link', 'write-conflict'],
  },
  'GET /api/me/email': {
    summary: 'Since when the address of whoever is signed in is confirmed',
    access: 'signed-in',
    responses: { 200: EmailStatus },
  },
  'POST /api/me/email/confirmation-mail': {
    summary: 'Mails the link that confirms the address once more',
    access: 'signed-in',
    responses: { 202: Message },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'GET /api/me/settings': {
    summary: 'What whoever is signed in has chosen about their account',
    access: 'signed-in',
    responses: { 200: AccountSettings },
  },
  'PUT /api/me/settings': {
    summary:
      'Changes what is named of it; `showsOtherPieces`: whether readers are led from each of their articles to their others; `fewerMails`: whether they are mailed only what asks something of them or ends a pitch’s way',
    access: 'signed-in',
    body: ChangedSettings,
    responses: { 204: null },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'GET /api/me/sessions': {
    summary:
      'Where whoever is signed in is signed in, newest first: the last 100 sessions that are not known to be over',
    access: 'signed-in',
    responses: { 200: Type.Array(OwnSession) },
  },
  'DELETE /api/me/sessions': {
    summary: 'Ends every other session, those too that are not in the list',
    access: 'signed-in',
    responses: { 204: null },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'DELETE /api/me/sessions/:sessionId': {
    summary: 'Ends one session; the own one is signed out of',
    access: 'signed-in',
    params: { sessionId: Uuid },
    responses: { 204: null },
    problems: ['session-not-found', 'write-conflict', 'too-many-requests'],
  },
  'GET /api/me/export': {
    summary: 'All that is held about whoever is signed in, as a file',
    access: 'signed-in',
    ...exported,
    problems: ['other-origin', 'too-many-requests'],
  },
  'DELETE /api/me': {
    summary: 'Erases the account for good; `pieces` says whether published pieces stay, without a name',
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
    summary: 'Who has which role in the newsroom, administrators too, by name',
    access: 'admin-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(NewsroomPerson) },
  },
  'POST /api/newsroom/people': {
    summary: 'Gives a role to somebody whose address is confirmed',
    access: 'admin',
    body: RoleGrant,
    responses: { 204: null },
    problems: ['user-not-found', 'email-unconfirmed', 'own-rights', 'write-conflict'],
  },
  'DELETE /api/newsroom/people/:userId': {
    summary: 'Takes a role from somebody, and ends their sessions',
    access: 'admin',
    params: { userId: Uuid },
    body: RoleRemoval,
    responses: { 204: null },
    problems: ['user-not-found', 'own-rights', 'write-conflict'],
  },
  'GET /api/operations/users/export': {
    summary: 'All that is held about one user, as a file',
    access: 'service',
    query: ClosedObject({
      email: Type.String({ minLength: 1, maxLength: 1_000, message: 'Say whose account it is' }),
    }),
    ...exported,
    problems: ['user-not-found'],
  },
  'POST /api/operations/administrators/grant': {
    summary: 'Makes a user an administrator, and says in a header where their address is not confirmed',
    access: 'service',
    body: ForgotPassword,
    headers: ['journal-email'],
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/administrators/revoke': {
    summary: "Takes a user's administrator rights, and ends their sessions",
    access: 'service',
    body: ClosedObject({ email, last }),
    responses: { 204: null },
    problems: ['user-not-found', 'last-administrator', 'write-conflict'],
  },
  'POST /api/operations/users/forgetting': {
    summary: 'Erases a user for good, as `DELETE /api/me` does',
    access: 'service',
    body: ClosedObject({ email, last, pieces: AccountErasure.properties.pieces }),
    responses: { 204: null },
    problems: ['user-not-found', 'last-administrator', 'write-conflict'],
  },
  'POST /api/operations/users/:userId/finish-forgetting': {
    summary: 'Completes the erasure of a user, with the articles that are known to be theirs',
    ...ofUser,
    body: ClosedObject({ articleIds: Type.Array(ArticleId, { maxItems: 1_000 }) }),
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/users/:userId/temporary-passwords': {
    summary: 'Records the keyed hash of the temporary password that was made for a request',
    ...ofUser,
    body: ClosedObject({
      resetId: Type.String({ minLength: 1, maxLength: 100 }),
      temporaryPasswordHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    responses: { 200: Type.Object({ expiresAt: DateTime }) },
    problems: ['user-not-found', 'reset-superseded', 'write-conflict'],
  },
  'POST /api/operations/users/:userId/exports': {
    summary: 'Records who was given all that is held about a user; each time',
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
