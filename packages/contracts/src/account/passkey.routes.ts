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
    summary: 'What a browser needs to sign somebody in with a passkey, within five minutes and once',
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
      'Takes a recovery code in the place of a passkey, of whoever has signed in with a password; all other sessions are over',
    access: 'signed-in',
    body: GivenRecoveryCode,
    responses: { 200: SessionUser },
    problems: ['wrong-recovery-code', 'write-conflict', 'too-many-requests'],
  },
  'GET /api/me/passkeys': {
    summary: 'The passkeys of whoever is signed in',
    access: 'signed-in',
    responses: { 200: OwnPasskeys },
  },
  'POST /api/me/passkeys/options': {
    summary: 'What a browser needs to make a passkey, within five minutes and once',
    access: 'signed-in',
    body: PasskeyBeginning,
    responses: { 200: CeremonyOptions },
    problems: ['wrong-password', 'passkey-required', 'too-many-passkeys', 'too-many-requests'],
  },
  'POST /api/me/passkeys': {
    summary: 'Adds a passkey; with the first one come recovery codes',
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
      'Removes all passkeys and recovery codes by the password, within a week of the first; all other sessions are over',
    access: 'signed-in',
    body: PasskeyReset,
    responses: { 204: null },
    problems: ['wrong-password', 'passkey-required', 'no-passkey', 'write-conflict', 'too-many-requests'],
  },
  'DELETE /api/me/passkeys/:passkeyId': {
    summary: 'Removes a passkey; all other sessions are over',
    access: 'signed-in',
    params: { passkeyId: Uuid },
    responses: { 204: null },
    problems: ['passkey-not-found', 'passkey-required', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/me/recovery-codes': {
    summary: 'Makes ten recovery codes anew; those before are void',
    access: 'signed-in',
    responses: { 200: RecoveryCodes },
    problems: ['no-passkey', 'passkey-required', 'write-conflict', 'too-many-requests'],
  },
  'POST /api/operations/users/passkeys/reset': {
    summary: 'Removes all passkeys and recovery codes of a user, and ends their sessions',
    access: 'service',
    body: ForgotPassword,
    responses: { 204: null },
    problems: ['user-not-found', 'write-conflict'],
  },
});
