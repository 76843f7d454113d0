import { type ApiClient, ApiError, isTemporary, reasonOf } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import {
  createTemporaryPassword,
  type EventCodec,
  type journalEvents,
  normaliseTemporaryPassword,
  userStream,
} from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import Type from 'typebox';
import { type Mailer, MailRefused } from '../mail/mailer.ts';
import { temporaryPasswordMessage } from '../mail/temporary-password.message.ts';
import { FinalFailure, handles, type JobHandler, type JobKind } from './job-kind.ts';

const MailTemporaryPasswordData = Type.Object(
  { userId: Type.String(), resetId: Type.String() },
  { additionalProperties: false },
);

export const mailTemporaryPassword = {
  name: 'mail-temporary-password',
  data: MailTemporaryPasswordData,
} as const satisfies JobKind;

export type MailTemporaryPasswordParts = {
  readonly addresses: AddressBook;
  readonly command: Pick<ApiClient, 'request'>;
  readonly keyedHash: KeyedHash;
  readonly mailer: Mailer;
  readonly journalName: string;
  readonly publicUrl: string;
  readonly now?: () => number;
};

/**
 * Makes a temporary password, has it recorded and mails it. Each run makes another that takes the place of the one
 * before, so that whichever mail came last holds the one that is valid. Ends well, without a mail, where the request
 * was superseded or the user is gone.
 */
export function mailsTemporaryPassword(parts: MailTemporaryPasswordParts): JobHandler {
  const { addresses, command, keyedHash, mailer, journalName, publicUrl, now = Date.now } = parts;
  return handles(mailTemporaryPassword, async ({ userId, resetId }, context) => {
    const to = await addresses.of(userId);
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
    const validMilliseconds = Date.parse(issued.data.expiresAt) - now();
    const message = temporaryPasswordMessage({
      userId,
      to,
      journalName,
      publicUrl,
      temporaryPassword,
      validMilliseconds,
    });
    await mailer.send(message, context.signal).catch((error: unknown) => {
      throw error instanceof MailRefused ? new FinalFailure(`no such mailbox: ${error.message}`) : error;
    });
    // Whoever was forgotten meanwhile must leave nothing here, and who forgets may have looked before we wrote.
    if ((await addresses.of(userId)) === undefined) await mailer.forget(userId);
  });
}

/** Returns undefined where a newer request, a change of the password or forgetting has come. */
function unlessSuperseded(error: unknown): undefined {
  if (!(error instanceof ApiError) || isTemporary(error)) throw error;
  if (error.code !== 'reset-superseded')
    throw new FinalFailure(`The command service refused it (${reasonOf(error)})`, { cause: error });
}

/** Where people can be written to, as the log says now. */
export type AddressBook = {
  /** The e-mail address of a user, or undefined where there is none any more. */
  of(userId: string): Promise<string | undefined>;
};

export function createAddressBook(
  store: Pick<EventStore, 'read'>,
  codec: Pick<EventCodec<typeof journalEvents>, 'open'>,
): AddressBook {
  return {
    async of(userId) {
      let email: string | undefined;
      for await (const recorded of store.read(userStream(userId))) {
        if (recorded.type === 'UserForgotten') return undefined;
        if (recorded.type !== 'UserRegistered') continue;
        const [event] = await codec.open([recorded]);
        if (event?.type === 'UserRegistered') email = event.data.email ?? undefined;
      }
      return email;
    },
  };
}
