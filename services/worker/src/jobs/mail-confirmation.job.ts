import type { SubscriptionLinks } from '@journal/events';
import Type from 'typebox';
import { confirmationMessage } from '../mail/confirmation.message.ts';
import { type Mailer, MailRefused } from '../mail/mailer.ts';
import { FinalFailure, handles, type JobHandler, type JobKind } from './job-kind.ts';
import type { WaitingSubscriptions } from './waiting-subscriptions.ts';

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
