import { type ApiClient, ApiError, isTemporary } from '@journal/contracts';
import type { createSubscriptionLinks } from '@journal/events';
import type { Deliveries, Recipient } from '@journal/read-models/delivery';
import type { BounceReport } from './bounce-report.ts';

export type BounceParts = {
  readonly deliveries: Pick<Deliveries, 'recordBounce' | 'recordComplaint'>;
  readonly links: Pick<ReturnType<typeof createSubscriptionLinks>, 'unsubscribeToken'>;
  readonly command: Pick<ApiClient, 'request'>;
};

/**
 * Handles a report about a recipient's copy. Idempotent. Rejects if a service that it needs is unavailable; the sender
 * then has to report again.
 */
export async function handleBounce(
  { deliveries, links, command }: BounceParts,
  recipient: Recipient,
  report: BounceReport,
): Promise<void> {
  if (report.kind === 'failed') return deliveries.recordBounce(recipient, report);
  const hash = await deliveries.recordComplaint(recipient);
  // The address of an unsubscribed reader is no longer stored.
  if (hash === undefined) return;
  const token = await links.unsubscribeToken({ hash, subscriberId: recipient.subscriberId });
  await command
    .request('POST /api/newsletter/unsubscription', { body: { token }, repeatable: true })
    .catch((error: unknown) => {
      // The address has subscribed again since then and has not complained about the new subscription.
      if (!(error instanceof ApiError) || isTemporary(error)) throw error;
    });
}
