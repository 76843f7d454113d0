import { createSubscriptionLinks } from '@journal/events';
import { createDeliveries } from '@journal/read-models/delivery';
import type { KeyedHash } from '@journal/vault';
import type pg from 'pg';
import type { BounceAddresses } from '../bounces/bounce-address.ts';
import type { WorkerConfig } from '../config.ts';
import { createMessageWriter, type Mailer, type Sender } from '../mail/mailer.ts';
import { createOutboxLane, createSmtpLane } from './delivery-lane.ts';
import { issueMessage } from './issue-message.ts';
import { createMailingSender, type MailingSenderParts } from './mailing-sender.ts';
import { createPace } from './pace.ts';

/** Connections to the mail server, each with one copy in flight: the most that can be uncertain after a crash. */
const lanes = 4;
/** Milliseconds for copies in flight on shutdown, out of the 10 s that a worker has in total. */
const endingTimeout = 5_000;

type SharedParts = Pick<MailingSenderParts, 'command' | 'pool' | 'store' | 'log' | 'journal' | 'onStep'>;

/** Returns the sender of mailings, to the configured mail server, or to the outbox, which needs no rate limit. */
export function openMailingSender(
  { SMTP_URL: url, MAIL_RATE: rate }: Pick<WorkerConfig, 'SMTP_URL' | 'MAIL_RATE'>,
  parts: SharedParts & {
    /** Connections of its own, so that sending leaves those of the projections free. */
    readonly deliveryPool: pg.Pool;
    readonly from: Sender;
    readonly mailer: Mailer;
    readonly keyedHash: KeyedHash;
    /** Bounce addresses of copies. Default: bounces go to the sender. */
    readonly bounceAddresses: Pick<BounceAddresses, 'addressOf'> | undefined;
    /** Aborted when the worker has to stop. */
    readonly stopping: AbortSignal;
  },
) {
  const { deliveryPool, from, mailer, keyedHash, bounceAddresses, stopping, ...shared } = parts;
  const links = createSubscriptionLinks(keyedHash);
  const writeRaw = createMessageWriter(from);
  const openLane = () => (url === undefined ? createOutboxLane(mailer) : createSmtpLane(url, writeRaw));
  return createMailingSender({
    ...shared,
    deliveries: createDeliveries(deliveryPool),
    pace: createPace(url === undefined ? undefined : rate),
    openLanes: () => Array.from({ length: lanes }, openLane),
    write: async (copy, claim) => {
      const { mailingId, subscriberId, email, addressHash: hash } = claim;
      const unsubscribeToken = await links.unsubscribeToken({ hash, subscriberId });
      const returnPath = await bounceAddresses?.addressOf(claim);
      const reader = { mailingId, subscriberId, email, unsubscribeToken, returnPath };
      return issueMessage(copy, parts.journal, reader);
    },
    ending: endingOf(stopping),
  });
}

/** Returns a signal that is aborted `endingTimeout` milliseconds after another one. */
function endingOf(stopping: AbortSignal): AbortSignal {
  const ending = new AbortController();
  const endLater = () => void setTimeout(() => ending.abort(), endingTimeout).unref();
  stopping.addEventListener('abort', endLater, { once: true });
  return ending.signal;
}
