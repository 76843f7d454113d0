import { type ApiClient, ApiError, isTemporary, reasonOf } from '@journal/contracts';
import { createTemporaryPassword, normaliseTemporaryPassword, userStream } from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import Type from 'typebox';
import { temporaryPasswordMessage } from '../mail/messages.ts';
import { FinalFailure, handles, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailParts, sendUnlessForgotten } from './mail-parts.ts';

export const mailTemporaryPassword = {
  name: 'mail-temporary-password',
  data: Type.Object({ userId: Type.String(), resetId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

export type MailTemporaryPasswordParts = MailParts & {
  readonly command: Pick<ApiClient, 'request'>;
  readonly keyedHash: KeyedHash;
};

/**
 * Creates a temporary password, has it recorded and mails it. Each run replaces the one before, so that the last mail
 * holds the valid one. Succeeds without a mail where the request was superseded or the user was forgotten.
 */
export function mailsTemporaryPassword(parts: MailTemporaryPasswordParts): JobHandler {
  const { command, keyedHash, journalName, publicUrl } = parts;
  return handles(mailTemporaryPassword, async ({ userId, resetId }, context) => {
    const addressNow = () => addressOf(userId, parts);
    const to = await addressNow();
    if (to === undefined) return;
    const temporaryPassword = createTemporaryPassword();
    const temporaryPasswordHash = await keyedHash(
      'temporary-password',
      userId,
      normaliseTemporaryPassword(temporaryPassword),
    );
    const issued = await command
      .request('POST /api/operations/users/:userId/temporary-passwords', {
        params: { userId },
        body: { resetId, temporaryPasswordHash },
        repeatable: true,
        ...context,
      })
      .catch(unlessSuperseded);
    if (!issued) return;
    const validMilliseconds = Date.parse(issued.data.expiresAt) - Date.now();
    const mail = { userId, to, journalName, publicUrl, temporaryPassword, validMilliseconds };
    const isKnown = async () => (await addressNow()) !== undefined;
    await sendUnlessForgotten(parts.mailer, temporaryPasswordMessage(mail), isKnown, context.signal);
  });
}

/** Returns undefined where the request was superseded by a newer one, a new password or an erasure. */
function unlessSuperseded(error: unknown): undefined {
  if (!(error instanceof ApiError) || isTemporary(error)) throw error;
  if (error.code !== 'reset-superseded')
    throw new FinalFailure(`The command service refused it (${reasonOf(error)})`, { cause: error });
}

/** Returns the e-mail address of a user, read from the log; undefined once it was erased. */
async function addressOf(
  userId: string,
  { store, codec }: Pick<MailParts, 'store' | 'codec'>,
): Promise<string | undefined> {
  let email: string | undefined;
  for await (const recorded of store.read(userStream(userId))) {
    if (recorded.type === 'UserForgotten') return undefined;
    if (recorded.type !== 'UserRegistered') continue;
    const [event] = await codec.open([recorded]);
    if (event?.type === 'UserRegistered') email = event.data.email ?? undefined;
  }
  return email;
}
