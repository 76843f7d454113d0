import { accountFields, answerProperties, roles } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { MailedToken, Message, RoleGrant } from '../account/account.schema.ts';
import { defineRoutes } from '../routes/route.ts';
import { DateTime } from '../system/schemas.ts';

/** Page linked from an invitation mail, with `?token=`. */
export const invitationPage = '/invitation';

/** An invitation that has not been accepted. */
export const Invitation = Type.Object({
  /** Id of the invited address, which has at most one invitation. */
  id: Type.String(),
  email: answerProperties(accountFields).email,
  role: Type.Enum([...roles]),
  sentAt: DateTime,
  expiresAt: DateTime,
  hasExpired: Type.Boolean(),
});
export type Invitation = Static<typeof Invitation>;

const params = { id: Type.String({ pattern: '^[0-9a-f]{64}$' }) };

export const invitationRoutes = defineRoutes({
  'GET /api/newsroom/invitations': {
    summary: 'Invitations that have not been accepted yet, newest first',
    access: 'admin-or-service',
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(Invitation) },
  },
  'POST /api/newsroom/invitations': {
    summary:
      'Invites an address to a role by mail, for 7 days; replaces an earlier invitation of the address',
    access: 'admin',
    body: RoleGrant,
    headers: ['idempotency-key'],
    responses: { 204: null },
    problems: ['own-rights', 'write-conflict', 'too-many-requests'],
  },
  'DELETE /api/newsroom/invitations/:id': {
    summary: 'Revokes the invitation of an address; has no effect if there is none, or it has ended',
    access: 'admin',
    params,
    responses: { 204: null },
    problems: ['write-conflict'],
  },
  'POST /api/me/invitation': {
    summary:
      'Accepts an invitation with the `token` from the mail, which also confirms the account’s address; only for the account with the invited address',
    access: 'signed-in',
    body: MailedToken,
    responses: { 200: Message },
    problems: ['invalid-link', 'invitation-of-another', 'user-not-found', 'write-conflict'],
  },
  'POST /api/operations/invitations/:id/finish-accepting': {
    summary: 'Grants the roles of an address’s accepted invitations that have not been granted yet',
    access: 'service',
    params,
    responses: { 204: null },
    problems: ['write-conflict'],
  },
  'POST /api/operations/invitations/:id/end-expired': {
    summary:
      'Ends and erases the invitation of an address if it expired at least 30 days ago; has no effect otherwise. Idempotent',
    access: 'service',
    params,
    responses: { 204: null },
    problems: ['write-conflict'],
  },
});
