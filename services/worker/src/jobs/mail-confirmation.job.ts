import { type Confirming, newsletterStream, type SubscriptionLinks } from '@journal/events';
import Type from 'typebox';
import { confirmationMessage } from '../mail/messages.ts';
import { handles, type JobHandler, type JobKind } from './job-kind.ts';
import { type MailParts, sendUnlessForgotten } from './mail-parts.ts';

export const mailConfirmation = {
  name: 'mail-newsletter-confirmation',
  data: Type.Object(
    { hash: Type.String(), subscriberId: Type.String(), requestId: Type.String() },
    { additionalProperties: false },
  ),
} as const satisfies JobKind;

export type MailConfirmationParts = MailParts & { readonly links: SubscriptionLinks };

/**
 * Mails the links that confirm a newsletter subscription. Succeeds without a mail where it is confirmed, has ended or was
 * requested again since. Each run for a request mails the same links.
 */
export function mailsConfirmation(parts: MailConfirmationParts): JobHandler {
  const { links, journalName, publicUrl } = parts;
  return handles(mailConfirmation, async (request, { signal }) => {
    const to = await addressToAsk(request, parts);
    if (to === undefined) return;
    const { subscriberId } = request;
    const [confirmationToken, unsubscribeToken] = await Promise.all([
      links.confirmationToken(request),
      links.unsubscribeToken(request),
    ]);
    const mail = { subscriberId, to, journalName, publicUrl, confirmationToken, unsubscribeToken };
    await sendUnlessForgotten(parts.mailer, confirmationMessage(mail), () => isOpen(request, parts), signal);
  });
}

type Reading = Pick<MailParts, 'store' | 'codec'>;

/** Returns the address, read from the log, where this is the newest request and it is unconfirmed. */
async function addressToAsk(
  { hash, subscriberId, requestId }: Confirming,
  reading: Reading,
): Promise<string | undefined> {
  const event = await lastEventOf(hash, reading);
  if (event?.type !== 'SubscriptionRequested') return undefined;
  const { data } = event;
  const isThis = data.subscriberId === subscriberId && data.requestId === requestId;
  return isThis ? (data.email ?? undefined) : undefined;
}

/** Returns whether this subscription has not ended. */
async function isOpen({ hash, subscriberId }: Confirming, reading: Reading): Promise<boolean> {
  const event = await lastEventOf(hash, reading);
  return (
    (event?.type === 'SubscriptionRequested' || event?.type === 'SubscriptionConfirmed') &&
    event.data.subscriberId === subscriberId
  );
}

async function lastEventOf(hash: string, { store, codec }: Reading) {
  let last: Parameters<typeof codec.open>[0] = [];
  for await (const recorded of store.read(newsletterStream(hash))) last = [recorded];
  const [event] = await codec.open(last);
  return event;
}
