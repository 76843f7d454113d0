import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '@journal/contracts';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { sampleOrigin } from './samples.ts';

/** Deviations of a device from what it should send. */
type Said = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isUnlocked?: boolean;
  readonly challenge?: string;
};

type Options = { readonly challenge: string; readonly user?: { readonly id: string } };

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;
const base64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Returns a device with one passkey for ES256, which does automatically what a person does in a browser. */
export function createAuthenticator() {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let userHandle = base64Url(Buffer.from('nobody'));

  function publicKeyInCose(): Uint8Array {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    );
  }

  function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, said: Said): Buffer {
    const origin = said.origin ?? sampleOrigin;
    return Buffer.from(
      JSON.stringify({ type, challenge: said.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }

  function head(said: Said, more: number): Buffer {
    const { rpId = new URL(sampleOrigin).hostname, isUnlocked = true } = said;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said.counter ?? counter);
    const set = flags.present | (isUnlocked ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Uint8Array.of(set), count]);
  }

  return {
    /** Answers the options of `POST /api/me/passkeys/options`. */
    create({ challenge, user }: Options, said: Said = {}): NewPasskey {
      userHandle = user?.id ?? '';
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, publicKeyInCose()]);
      const authData = Uint8Array.from(Buffer.concat([head(said, flags.attested), attested]));
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: base64Url(id),
        response: {
          clientDataJSON: base64Url(clientData('webauthn.create', challenge, said)),
          attestationObject: base64Url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of `POST /api/auth/passkey/options`; increments the counter. */
    answer({ challenge }: Options, said: Said & { readonly userHandle?: string } = {}): PasskeyAnswer {
      counter += 1;
      const data = clientData('webauthn.get', challenge, said);
      const authenticatorData = head(said, 0);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      return {
        id: base64Url(id),
        response: {
          clientDataJSON: base64Url(data),
          authenticatorData: base64Url(authenticatorData),
          signature: base64Url(signature),
          userHandle: said.userHandle ?? userHandle,
        },
      };
    },
  };
}
