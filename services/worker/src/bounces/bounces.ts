import { type ApiClient, ApiError, isTemporary } from '@journal/contracts';
import type { createSubscriptionLinks } from '@journal/events';
import type { Deliveries, Recipient } from '@journal/read-models/delivery';
import type { BounceReport } from './bounce-report.ts';

export type BounceParts = {
  readonly deliveries: Pick<Deliveries, 'cameBack' | 'complained'>;
  readonly links: Pick<ReturnType<typeof createSubscriptionLinks>, 'unsubscribeToken'>;
  readonly command: Pick<ApiClient, 'request'>;
};

/**
 * Does what a report about somebody's copy asks for; the same again is done once. Rejects where something that it needs is
 * away: then it is to be reported again.
 */
export async function takeBounce(
  { deliveries, links, command }: BounceParts,
  recipient: Recipient,
  report: BounceReport,
): Promise<void> {
  if (report.kind === 'failed') return deliveries.cameBack(recipient, report);
  const hash = await deliveries.complained(recipient);
  // Whoever has left has no address here any more.
  if (hash === undefined) return;
  const token = await links.unsubscribeToken({ hash, subscriberId: recipient.subscriberId });
  await command
    .request('POST /api/newsletter/unsubscription', { body: { token }, repeatable: true })
    .catch((error: unknown) => {
      // The address has subscribed anew since, and has not complained of that.
      if (!(error instanceof ApiError) || isTemporary(error)) throw error;
    });
}
