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

/** Connections to the mail server, each with one copy on its way: so many are uncertain after a crash, at most. */
const lanes = 4;
/** Milliseconds for what is on its way once the worker is to stop, of the ten that it has for all. */
const endingTimeout = 5_000;

type SharedParts = Pick<MailingSenderParts, 'command' | 'pool' | 'store' | 'log' | 'journal' | 'onStep'>;

/** Returns the sender of mailings by the mail server of the configuration, or to the outbox, which needs no patience. */
export function openMailingSender(
  { SMTP_URL: url, MAIL_RATE: rate }: Pick<WorkerConfig, 'SMTP_URL' | 'MAIL_RATE'>,
  parts: SharedParts & {
    /** Of a database that waits for its disk. */
    readonly deliveryPool: pg.Pool;
    readonly from: Sender;
    readonly mailer: Mailer;
    readonly keyedHash: KeyedHash;
    /** Where copies come back to; left out: to the sender. */
    readonly bounceAddresses: Pick<BounceAddresses, 'addressOf'> | undefined;
    /** Aborted when the worker is to stop. */
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

/** Returns a signal that is aborted some time after another one. */
function endingOf(stopping: AbortSignal): AbortSignal {
  const ending = new AbortController();
  const endLater = () => void setTimeout(() => ending.abort(), endingTimeout).unref();
  stopping.addEventListener('abort', endLater, { once: true });
  return ending.signal;
}
