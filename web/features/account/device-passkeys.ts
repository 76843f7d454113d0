import type { SessionUser } from '@journal/contracts';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { apiClient } from '../../data/api.ts';

/** What came of a passkey: what the journal said, or in words why the device or the person refused. */
export type Outcome<Data> = { readonly data: Data } | { readonly refused: string };

/** `password`: unless the session began with a passkey. */
type Adding = { readonly name: string; readonly password?: string };
type Added = { readonly recoveryCodes: string[] | null };

/** Has the device make a passkey, and adds it by this name. Rejects as the API does. */
export async function addPasskey({ name, password }: Adding): Promise<Outcome<Added>> {
  const { data: optionsJSON } = await apiClient.request('POST /api/me/passkeys/options', {
    body: password === undefined ? {} : { password },
  });
  const made = await asked(() => startRegistration({ optionsJSON: optionsJSON as never }));
  if ('refused' in made) return made;
  const { id, response } = made.data;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const passkey = { id, response: { clientDataJSON, attestationObject, transports } };
  return apiClient.request('POST /api/me/passkeys', { body: { name, passkey } });
}

/** Has the device show whichever passkey the person chooses, and signs in with it. Rejects as the API does. */
export async function signInWithPasskey(): Promise<Outcome<SessionUser>> {
  const { data: optionsJSON } = await apiClient.request('POST /api/auth/passkey/options');
  const shown = await asked(() => startAuthentication({ optionsJSON: optionsJSON as never }));
  if ('refused' in shown) return shown;
  const { id, response } = shown.data;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (!userHandle) return { refused: 'This passkey does not name an account.' };
  return apiClient.request('POST /api/auth/passkey', {
    body: { id, response: { clientDataJSON, authenticatorData, signature, userHandle } },
  });
}

async function asked<Data>(ask: () => Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await ask() };
  } catch (error) {
    return { refused: words[(error as Error).name] ?? 'This browser can’t use passkeys here.' };
  }
}

const words: Readonly<Record<string, string>> = {
  AbortError: 'Nothing was chosen.',
  NotAllowedError: 'Nothing was chosen, or it took too long. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
};
