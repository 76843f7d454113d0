import { hash } from 'node:crypto';
import { type ApiClient, ApiError, isTemporary, reasonOf } from '@journal/contracts';
import type { EventStore, RecordedEvent } from '@journal/event-store';
import {
  type Capability,
  type ConfirmationLink,
  createSubscriptionLinks,
  createTemporaryPassword,
  type EventCodec,
  type journalEvents,
  may,
  newsletterStream,
  normaliseTemporaryPassword,
  type Role,
  rolesAfter,
  userStream,
} from '@journal/events';
import type { KeyedHash } from '@journal/vault';
import Type from 'typebox';
import { type Mailer, MailRefused, type Message } from '../mail/mailer.ts';
import {
  emailConfirmationMessage,
  type Journal,
  messageIdOf,
  temporaryPasswordMessage,
} from '../mail/messages.ts';
import { confirmationMessage } from '../mail/newsletter-message.ts';
import {
  defineJobHandler,
  FinalFailure,
  type JobContext,
  type JobHandler,
  type JobKind,
} from './job-kind.ts';

export type MailJobParts = {
  readonly store: Pick<EventStore, 'read'>;
  readonly codec: Pick<EventCodec<typeof journalEvents>, 'open'>;
  readonly keyedHash: KeyedHash;
  readonly mailer: Mailer;
  readonly journal: Journal;
};

export const temporaryPasswordMailKind = {
  name: 'mail-temporary-password',
  data: Type.Object({ userId: Type.String(), resetId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

/**
 * Creates a temporary password, records it through the command service and mails it. Each run replaces the previous
 * password, so the last mail contains the valid one. Succeeds without a mail if the request was superseded or the user
 * was forgotten.
 */
export function createTemporaryPasswordMailHandler(
  parts: MailJobParts & { readonly command: Pick<ApiClient, 'request'> },
): JobHandler {
  return defineJobHandler(temporaryPasswordMailKind, async ({ userId, resetId }, context) =>
    mailUser(parts, userId, context, async (to) => {
      const temporaryPassword = createTemporaryPassword();
      const normalised = normaliseTemporaryPassword(temporaryPassword);
      const temporaryPasswordHash = await parts.keyedHash('temporary-password', userId, normalised);
      const issued = await parts.command
        .request('POST /api/operations/users/:userId/temporary-passwords', {
          params: { userId },
          body: { resetId, temporaryPasswordHash },
          repeatable: true,
          ...context,
        })
        .catch(unlessSuperseded);
      if (!issued) return;
      const validMilliseconds = Date.parse(issued.data.expiresAt) - Date.now();
      return temporaryPasswordMessage(parts.journal, { userId, to, temporaryPassword, validMilliseconds });
    }),
  );
}

/** Returns undefined if the request was superseded by a newer one, a new password or an erasure; throws otherwise. */
function unlessSuperseded(error: unknown): undefined {
  if (!(error instanceof ApiError) || isTemporary(error)) throw error;
  if (error.code !== 'reset-superseded')
    throw new FinalFailure(`The command service refused the request (${reasonOf(error)})`, { cause: error });
}

/** Resolves with the email address of a user; undefined once it was erased. */
export async function addressOf(
  userId: string,
  parts: Pick<MailJobParts, 'store' | 'codec'>,
): Promise<string | undefined> {
  let registered: RecordedEvent[] = [];
  for await (const recorded of parts.store.read(userStream(userId))) {
    if (recorded.type === 'UserForgotten') return undefined;
    if (recorded.type === 'UserRegistered') registered = [recorded];
  }
  const [event] = await parts.codec.open(registered);
  return event?.type === 'UserRegistered' ? (event.data.email ?? undefined) : undefined;
}

/** Resolves with whether a user currently has a capability. */
export async function isAbleTo(
  userId: string,
  capability: Capability,
  { store }: Pick<MailJobParts, 'store'>,
): Promise<boolean> {
  let roles: readonly Role[] = [];
  for await (const event of store.read(userStream(userId)))
    roles = event.type === 'UserForgotten' ? [] : rolesAfter(roles, event);
  return may(roles, capability);
}

/** Resolves with whether a user wants only mails that require an action or report the final decision about a pitch. */
export async function wantsFewerMails(
  userId: string,
  { store }: Pick<MailJobParts, 'store'>,
): Promise<boolean> {
  let isChosen = false;
  for await (const { type } of store.read(userStream(userId))) {
    if (type === 'FewerMailsChosen') isChosen = true;
    if (type === 'AllMailsChosen') isChosen = false;
  }
  return isChosen;
}

export const emailConfirmationMailKind = {
  name: 'mail-email-confirmation',
  data: Type.Object({ userId: Type.String() }, { additionalProperties: false }),
} as const satisfies JobKind;

/** Mails the link that confirms an account's address, the same in each attempt; no mail if it is already confirmed. */
export function createEmailConfirmationMailHandler(parts: MailJobParts): JobHandler {
  const links = createSubscriptionLinks(parts.keyedHash);
  return defineJobHandler(emailConfirmationMailKind, async ({ userId }, context) => {
    if (await isConfirmed(userId, parts)) return;
    await mailUser(parts, userId, context, async (to) => {
      const token = await links.accountToken({ hash: await parts.keyedHash('email', to), userId });
      return emailConfirmationMessage(parts.journal, { userId, to, token });
    });
  });
}

async function isConfirmed(userId: string, { store }: MailJobParts): Promise<boolean> {
  for await (const { type } of store.read(userStream(userId))) if (type === 'UserEmailConfirmed') return true;
  return false;
}

export const newsletterConfirmationMailKind = {
  name: 'mail-newsletter-confirmation',
  data: Type.Object(
    { hash: Type.String(), subscriberId: Type.String(), requestId: Type.String() },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

/**
 * Mails the links that confirm a newsletter subscription, the same in each attempt for a request. Succeeds without a
 * mail if the subscription is confirmed, has ended or was requested again.
 */
export function createNewsletterConfirmationMailHandler(parts: MailJobParts): JobHandler {
  const links = createSubscriptionLinks(parts.keyedHash);
  return defineJobHandler(newsletterConfirmationMailKind, async (request, context) => {
    const { subscriberId, requestId } = request;
    const asked = await latestOf(request, parts);
    if (asked?.type !== 'SubscriptionRequested' || asked.data.requestId !== requestId) return;
    const { email, section = null } = asked.data;
    const readAddress = async () => ((await latestOf(request, parts)) && email) ?? undefined;
    await mailWhileKnown(parts, readAddress, context, async (to) => {
      const confirmationToken = await links.confirmationToken(request);
      const unsubscribeToken = await links.unsubscribeToken(request);
      const mail = { subscriberId, to, section, confirmationToken, unsubscribeToken };
      return confirmationMessage(parts.journal, mail);
    });
  });
}

/** Resolves with the last event of an address if it belongs to this subscription and the subscription has not ended. */
async function latestOf({ hash, subscriberId }: ConfirmationLink, parts: MailJobParts) {
  let last: RecordedEvent[] = [];
  for await (const recorded of parts.store.read(newsletterStream(hash))) last = [recorded];
  const [event] = await parts.codec.open(last);
  if (event?.type !== 'SubscriptionRequested' && event?.type !== 'SubscriptionConfirmed') return undefined;
  return event.data.subscriberId === subscriberId ? event : undefined;
}

/** Returns the message to an address, or undefined if there is none to send. */
type WriteMessage = (to: string) => Message | undefined | Promise<Message | undefined>;

/** Sends a user the message that `write` returns for their address; no mail to forgotten users. */
export const mailUser = (
  parts: MailJobParts,
  userId: string,
  context: JobContext,
  write: WriteMessage,
): Promise<void> => mailWhileKnown(parts, () => addressOf(userId, parts), context, write);

/**
 * Sends a message to the address with which `readAddress` resolves; no mail if there is none. Removes the message from
 * the outbox if the address has gone meanwhile: an erasure may have searched the outbox before the message was written.
 * A job that runs again sends the same text with the same Message-ID, so that recipients' mail programs recognise the
 * duplicate. Throws `FinalFailure` if there is no such mailbox.
 */
export async function mailWhileKnown(
  { mailer, journal }: Pick<MailJobParts, 'mailer' | 'journal'>,
  readAddress: () => Promise<string | undefined>,
  { jobId, signal }: JobContext,
  write: WriteMessage,
): Promise<void> {
  const to = await readAddress();
  const message = to === undefined ? undefined : await write(to);
  if (!message) return;
  const contentHash = hash('sha256', JSON.stringify([jobId, message.to, message.subject, message.text]));
  const messageId = messageIdOf(journal, contentHash.slice(0, 32));
  await mailer.send({ ...message, messageId }, signal).catch((error: unknown) => {
    throw error instanceof MailRefused ? new FinalFailure(`no such mailbox: ${error.message}`) : error;
  });
  if ((await readAddress()) === undefined) await mailer.forget(message.subjectId);
}
