import type { SessionUser } from '@journal/contracts';
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { apiClient } from '../../data/api.ts';

/** Result of a passkey ceremony: the journal's response, or a message why the device or the user refused. */
export type Outcome<Data> = { readonly data: Data } | { readonly refused: string };

/** `password`: required unless the session began with a passkey. */
type Adding = { readonly name: string; readonly password?: string };
type Added = { readonly recoveryCodes: string[] | null };

/** Creates a passkey on the device and adds it under this name. Rejects with the API's errors. */
export async function addPasskey({ name, password }: Adding): Promise<Outcome<Added>> {
  const { data: optionsJSON } = await apiClient.request('POST /api/me/passkeys/options', {
    body: password === undefined ? {} : { password },
  });
  const made = await runCeremony(() => startRegistration({ optionsJSON: optionsJSON as never }));
  if ('refused' in made) return made;
  const { id, response } = made.data;
  const { clientDataJSON, attestationObject, transports = [] } = response;
  const passkey = { id, response: { clientDataJSON, attestationObject, transports } };
  return apiClient.request('POST /api/me/passkeys', { body: { name, passkey } });
}

/** Signs in with the passkey that the user chooses on the device. Rejects with the API's errors. */
export async function signInWithPasskey(): Promise<Outcome<SessionUser>> {
  const { data: optionsJSON } = await apiClient.request('POST /api/auth/passkey/options');
  const shown = await runCeremony(() => startAuthentication({ optionsJSON: optionsJSON as never }));
  if ('refused' in shown) return shown;
  const { id, response } = shown.data;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (!userHandle) return { refused: 'This passkey does not name an account.' };
  return apiClient.request('POST /api/auth/passkey', {
    body: { id, response: { clientDataJSON, authenticatorData, signature, userHandle } },
  });
}

async function runCeremony<Data>(ask: () => Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await ask() };
  } catch (error) {
    return { refused: messages[(error as Error).name] ?? 'This browser can’t use passkeys here.' };
  }
}

const messages: Readonly<Record<string, string>> = {
  AbortError: 'Nothing was chosen.',
  NotAllowedError: 'Nothing was chosen, or it took too long. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
};
