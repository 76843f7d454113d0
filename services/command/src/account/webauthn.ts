import type { NewPasskey, PasskeyAnswer } from '@journal/contracts';
import type { Passkey } from './passkeys.decider.ts';

/** The journal as devices know it: a passkey is for a host, and works at one of its origins. */
export type RelyingParty = { readonly id: string; readonly origin: string };

export const relyingPartyOf = (origin: string): RelyingParty => ({ id: new URL(origin).hostname, origin });

/** Loaded on demand: it takes a moment to load, and most processes rarely need it. */
const load = () => import('@simplewebauthn/server');

/** Options for the browser, with the challenge that the device is to sign. */
type Options = { readonly challenge: string } & Readonly<Record<string, unknown>>;

/** Time that a device may take, in milliseconds; the cookie with the challenge lasts as long. */
export const ceremonyTimeout = 5 * 60_000;

/** EdDSA, ES256 and RS256, which together cover all devices. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Returns what a browser needs to create a passkey, except on a device that already has one of these. */
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
    // Discoverable without a user name, and only for a person who unlocks the device.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

/** Returns what a browser needs to sign a user in with a passkey of their choice. */
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

/** Resolves with the passkey that a device created for this challenge; undefined if it does not match the request. */
export async function verifyNewPasskey(party: RelyingParty, challenge: string, { id, response }: NewPasskey) {
  const { verifyRegistrationResponse } = await load();
  const { transports, ...signed } = response;
  // The library throws for any fault in what a device sent.
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

/** Returns the id of the user whose passkey a device claims to have used; the signature is yet to be verified. */
export const claimedUser = ({ response }: PasskeyAnswer): string =>
  Buffer.from(response.userHandle, 'base64url').toString('utf8');

/**
 * Resolves with the device's signature counter, if it signed this challenge with this passkey at the journal's own
 * origin for a person who unlocked it; undefined otherwise. `passkeyUseDecider` checks whether the counter increased.
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
