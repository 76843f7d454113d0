import type { NewPasskey, PasskeyAnswer } from '@journal/contracts';
import type { Passkey } from './passkeys.decider.ts';

/** The journal as devices know it: a passkey is for a host, and works at one origin of it. */
export type RelyingParty = { readonly id: string; readonly origin: string };

export const relyingPartyOf = (origin: string): RelyingParty => ({ id: new URL(origin).hostname, origin });

/** It takes a moment to load, and most processes need it rarely. */
const load = () => import('@simplewebauthn/server');

/** What a browser's device is to sign, beside everything else that the browser is told. */
type Options = { readonly challenge: string } & Readonly<Record<string, unknown>>;

/** Milliseconds that a device may take; the cookie with the challenge lasts as long. */
export const ceremonyTimeout = 5 * 60_000;

/** EdDSA, ES256 and RS256, which all devices can. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Returns what a browser needs to make a passkey, not on a device that has one of these. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  user: { readonly userId: string; readonly email: string; readonly fullName: string },
  passkeys: readonly Passkey[],
): Promise<Options> {
  const { generateRegistrationOptions } = await load();
  const options = await generateRegistrationOptions({
    rpName: rpID,
    rpID,
    userID: new TextEncoder().encode(user.userId),
    userName: user.email,
    userDisplayName: user.fullName,
    timeout: ceremonyTimeout,
    supportedAlgorithmIDs,
    excludeCredentials: passkeys.flatMap(({ credentialId: id, transports }) =>
      id === null ? [] : [{ id, transports: [...transports] }],
    ),
    // Found without a name, and only for whoever unlocks the device.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Returns what a browser needs to sign somebody in with whichever passkey they choose. */
export async function signInOptions({ id: rpID }: RelyingParty): Promise<Options> {
  const { generateAuthenticationOptions } = await load();
  const options = await generateAuthenticationOptions({
    rpID,
    timeout: ceremonyTimeout,
    userVerification: 'required',
  });
  return { ...options };
}

const common = { type: 'public-key', clientExtensionResults: {} } as const;

/** Resolves with what a device has made for this challenge; undefined where that is not as it was asked for. */
export async function verifyNewPasskey(party: RelyingParty, challenge: string, { id, response }: NewPasskey) {
  const { verifyRegistrationResponse } = await load();
  const { transports, ...signed } = response;
  // Whatever is wrong in what a device sent is thrown.
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...common, id, rawId: id, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => ({ verified: false, registrationInfo: undefined }) as const);
  if (!verified || !registrationInfo) return undefined;
  const { credential, credentialDeviceType } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...transports],
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

/** Returns whose passkey a device says that it used; the signature is yet to be verified. */
export const claimedUser = ({ response }: PasskeyAnswer): string =>
  Buffer.from(response.userHandle, 'base64url').toString('utf8');

/**
 * Resolves with what the device has counted, where it signed this challenge with this passkey at the journal's own origin
 * for somebody who unlocked it; undefined otherwise. Whether it counted on is for `passkeyUseDecider`.
 */
export async function verifyAnswer(
  party: RelyingParty,
  challenge: string,
  { publicKey }: Passkey,
  { id, response }: PasskeyAnswer,
): Promise<number | undefined> {
  if (publicKey === null) return undefined;
  const { verifyAuthenticationResponse } = await load();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...common, id, rawId: id, response },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is compared when its stream is read.
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }) as const);
  return verified ? authenticationInfo?.newCounter : undefined;
}
