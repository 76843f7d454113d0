import { uuidPattern } from '@journal/events/fields';
import Type from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { ArticleId, ClosedObject, DateTime, Uuid } from '../system/schemas.ts';
import {
  AccountErasure,
  ForgotPassword,
  Login,
  Message,
  PasswordChange,
  Registration,
  SessionUser,
} from './account.schema.ts';
import { AccountExport } from './account-export.schema.ts';

const exported = {
  headers: ['content-disposition'],
  responses: { 200: AccountExport },
} as const;
const ofUser = { access: 'service', params: { userId: Uuid } } as const;

export const accountRoutes = defineRoutes({
  'GET /api/auth/session': {
    summary: 'Who is signed in, or `null`',
    access: 'public',
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
    responses: { 200: SessionUser },
    problems: ['wrong-credentials', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/auth/logout': {
    summary: 'Signs out, signed in or not',
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
  'GET /api/me/export': {
    summary: 'All that is held about whoever is signed in, as a file',
    access: 'signed-in',
    ...exported,
  },
  'DELETE /api/me': {
    summary: 'Erases the account for good; `pieces` says whether published pieces stay, without a name',
    access: 'signed-in',
    body: AccountErasure,
    responses: { 204: null },
    problems: ['wrong-password', 'write-conflict', 'too-many-requests'],
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
    summary: 'Makes a user an administrator',
    access: 'service',
    body: ForgotPassword,
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/administrators/revoke': {
    summary: "Takes a user's administrator rights, and ends their sessions",
    access: 'service',
    body: ForgotPassword,
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
  'POST /api/operations/users/forgetting': {
    summary: 'Erases a user for good, as `DELETE /api/me` does',
    access: 'service',
    body: ClosedObject({ email: ForgotPassword.properties.email, pieces: AccountErasure.properties.pieces }),
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
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
        role: Type.Enum(['writer', 'admin', 'service']),
      }),
    }),
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
});
