import type { EventStore } from '@journal/event-store';
import {
  type Confirming,
  type EventCodec,
  type journalEvents,
  newsletterStream,
  type SubscriptionLinks,
} from '@journal/events';
import Type from 'typebox';
import { confirmationMessage } from '../mail/confirmation.message.ts';
import { type Mailer, MailRefused } from '../mail/mailer.ts';
import { FinalFailure, handles, type JobHandler, type JobKind } from './job-kind.ts';

const MailConfirmationData = Type.Object(
  { hash: Type.String(), subscriberId: Type.String(), requestId: Type.String() },
  { additionalProperties: false },
);

export const mailConfirmation = {
  name: 'mail-newsletter-confirmation',
  data: MailConfirmationData,
} as const satisfies JobKind;

export type MailConfirmationParts = {
  readonly subscriptions: WaitingSubscriptions;
  readonly links: SubscriptionLinks;
  readonly mailer: Mailer;
  readonly journalName: string;
  readonly publicUrl: string;
};

/**
 * Asks an address whether it wants the newsletter. Ends well, without a mail, where it has been confirmed, has ended
 * or waits for a newer mail. Each run for a request mails the same links.
 */
export function mailsConfirmation(parts: MailConfirmationParts): JobHandler {
  const { subscriptions, links, mailer, journalName, publicUrl } = parts;
  return handles(mailConfirmation, async (asked, { signal }) => {
    const to = await subscriptions.addressOf(asked);
    if (to === undefined) return;
    const { subscriberId } = asked;
    const [confirmationToken, unsubscribeToken] = await Promise.all([
      links.confirmationToken(asked),
      links.unsubscribeToken(asked),
    ]);
    const mail = { subscriberId, to, journalName, publicUrl, confirmationToken, unsubscribeToken };
    await mailer.send(confirmationMessage(mail), signal).catch((error: unknown) => {
      throw error instanceof MailRefused ? new FinalFailure(`no such mailbox: ${error.message}`) : error;
    });
    // Whoever has left meanwhile must leave nothing here, and who forgets may have looked before we wrote.
    if (!(await subscriptions.stands(asked))) await mailer.forget(subscriberId);
  });
}

/** The subscriptions that wait for a mail to be answered, as the log says now. */
export type WaitingSubscriptions = {
  /** The address to ask, where this is the newest mail that it waits for; else undefined. */
  addressOf(asked: Confirming): Promise<string | undefined>;
  /** Whether this subscription has not ended. */
  stands(asked: Confirming): Promise<boolean>;
};

export function createWaitingSubscriptions(
  store: Pick<EventStore, 'read'>,
  codec: Pick<EventCodec<typeof journalEvents>, 'open'>,
): WaitingSubscriptions {
  async function lastEventOf(hash: string) {
    let last: Parameters<typeof codec.open>[0][number] | undefined;
    for await (const recorded of store.read(newsletterStream(hash))) last = recorded;
    const [event] = last ? await codec.open([last]) : [];
    return event;
  }
  return {
    async addressOf({ hash, subscriberId, requestId }) {
      const event = await lastEventOf(hash);
      if (event?.type !== 'SubscriptionRequested') return undefined;
      const { data } = event;
      const isThis = data.subscriberId === subscriberId && data.requestId === requestId;
      return isThis ? (data.email ?? undefined) : undefined;
    },
    async stands({ hash, subscriberId }) {
      const event = await lastEventOf(hash);
      return (
        (event?.type === 'SubscriptionRequested' || event?.type === 'SubscriptionConfirmed') &&
        event.data.subscriberId === subscriberId
      );
    },
  };
}
