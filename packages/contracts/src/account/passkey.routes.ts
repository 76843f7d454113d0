import Type from 'typebox';
import { defineRoutes } from '../routes/route.ts';
import { nullable, Uuid } from '../system/schemas.ts';
import { ForgotPassword, SessionUser } from './account.schema.ts';
import {
  CeremonyOptions,
  GivenRecoveryCode,
  OwnPasskeys,
  PasskeyAddition,
  PasskeyAnswer,
  PasskeyBeginning,
  PasskeyReset,
  RecoveryCodes,
} from './passkey.schema.ts';

export const passkeyRoutes = defineRoutes({
  'POST /api/auth/passkey/options': {
    summary: 'Options for signing in with a passkey in a browser, valid once within five minutes',
    access: 'public',
    responses: { 200: CeremonyOptions },
  },
  'POST /api/auth/passkey': {
    summary: 'Signs in with a passkey',
    access: 'public',
    body: PasskeyAnswer,
    responses: { 200: SessionUser },
    problems: ['wrong-passkey', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/auth/recovery-code': {
    summary:
      'Accepts a recovery code in place of a passkey, after signing in with a password; ends all other sessions',
    access: 'signed-in',
    body: GivenRecoveryCode,
    responses: { 200: SessionUser },
    problems: ['wrong-recovery-code', 'write-conflict', 'too-many-requests'],
  },
  'GET /api/me/passkeys': {
    summary: 'Passkeys of the signed-in user',
    access: 'signed-in',
    responses: { 200: OwnPasskeys },
  },
  'POST /api/me/passkeys/options': {
    summary: 'Options for creating a passkey in a browser, valid once within five minutes',
    access: 'signed-in',
    body: PasskeyBeginning,
    responses: { 200: CeremonyOptions },
    problems: ['wrong-password', 'passkey-required', 'too-many-passkeys', 'too-many-requests'],
  },
  'POST /api/me/passkeys': {
    summary: 'Adds a passkey; the first one comes with recovery codes',
    access: 'signed-in',
    body: PasskeyAddition,
    responses: {
      201: Type.Object({ id: Uuid, recoveryCodes: nullable(RecoveryCodes.properties.recoveryCodes) }),
    },
    problems: [
      'passkey-not-added',
      'passkey-required',
      'too-many-passkeys',
      'write-conflict',
      'too-many-requests',
    ],
  },
  'DELETE /api/me/passkeys': {
    summary:
      'Removes all passkeys and recovery codes by password, within a week of the first passkey; ends all other sessions',
    access: 'signed-in',
    body: PasskeyReset,
    responses: { 204: null },
    problems: ['wrong-password', 'passkey-required', 'no-passkey', 'write-conflict', 'too-many-requests'],
  },
  'DELETE /api/me/passkeys/:passkeyId': {
    summary: 'Removes a passkey and ends all other sessions',
    access: 'signed-in',
    params: { passkeyId: Uuid },
    responses: { 204: null },
    problems: ['passkey-not-found', 'passkey-required', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/me/recovery-codes': {
    summary: 'Issues ten new recovery codes and voids the previous ones',
    access: 'signed-in',
    responses: { 200: RecoveryCodes },
    problems: ['no-passkey', 'passkey-required', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/operations/users/passkeys/reset': {
    summary: 'Removes all passkeys and recovery codes of a user and ends their sessions',
    access: 'service',
    body: ForgotPassword,
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
});
