import type { EventStore } from '@journal/event-store';
import { newsletterStream } from '@journal/events';
import type { Claim, Deliveries, MailingCopy, Settlement } from '@journal/read-models/delivery';
import { createBackoff } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type { Message } from '../mail/mailer.ts';
import type { DeliveryLane } from './delivery-lane.ts';
import type { DeliveryOutcome } from './delivery-outcome.ts';
import type { TroubleWatch } from './mailing-troubles.ts';
import type { Pace } from './pace.ts';

/** A completed step for one recipient, after which tests can let a worker die. */
export type RecipientStep = 'claimed' | 'delivered' | 'settled';

export type SendToRecipientsParts = {
  readonly deliveries: Deliveries;
  readonly store: Pick<EventStore, 'read'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly pace: Pace;
  /** Aborted when copies in flight can't be awaited any longer. */
  readonly ending: AbortSignal;
  /** Backoff, in milliseconds, after failures unrelated to a recipient. Default: 5,000 up to 60,000. */
  readonly backoff?: { readonly initial: number; readonly max: number } | undefined;
  /** Delays before retries after a temporary failure, in milliseconds. Default: about a day in total. */
  readonly delays?: readonly number[] | undefined;
  readonly onStep?: ((step: RecipientStep) => Promise<void>) | undefined;
};

export type MailingRun = {
  readonly mailingId: string;
  /** Unique per turn; identifies claims that a sender has left behind. */
  readonly claimedBy: string;
  readonly copy: MailingCopy;
  readonly write: (copy: MailingCopy, claim: Claim) => Promise<Message>;
  readonly troubles: TroubleWatch;
  /** Aborted when no further recipients are to be claimed. */
  readonly signal: AbortSignal;
};

const minute = 60_000;
/** Suited to greylisting and full mailboxes. */
const defaultDelays = [2, 8, 20, 60, 120, 240, 480, 480].map((minutes) => minutes * minute);
const backoffAfterFailure = { initial: 5_000, max: minute };
/** Longest time to retry recording an outcome while the database is unavailable, in milliseconds. */
const settleTimeout = 10 * minute;

/**
 * Sends a mailing to its ready recipients over all lanes concurrently, until none is left, the signal is aborted or
 * there is trouble. Resolves with whether all claims are settled, which they are unless the database was unavailable
 * for too long, and with the error that prevented further claims.
 */
export async function sendToRecipients(
  parts: SendToRecipientsParts,
  lanes: readonly DeliveryLane[],
  run: MailingRun,
): Promise<{ readonly isSettled: boolean; readonly failure?: unknown }> {
  const open = new Set<Claim>();
  const ended = await Promise.allSettled(lanes.map((lane) => sendByLane(parts, lane, run, open)));
  const failed = ended.find((end) => end.status === 'rejected');
  return { isSettled: open.size === 0, ...(failed ? { failure: failed.reason } : {}) };
}

async function sendByLane(
  parts: SendToRecipientsParts,
  lane: DeliveryLane,
  run: MailingRun,
  open: Set<Claim>,
): Promise<void> {
  const { deliveries, pace, onStep } = parts;
  const { mailingId, claimedBy, troubles, signal } = run;
  const backoff = createBackoff(parts.backoff ?? backoffAfterFailure);
  for (;;) {
    await pace.next(signal);
    if (signal.aborted || troubles.trouble()) return;
    const claim = await deliveries.claim(mailingId, claimedBy);
    if (claim === undefined) return;
    if (claim === 'skipped') continue;
    open.add(claim);
    await onStep?.('claimed');
    const outcome = await sendTo(parts, lane, run, claim);
    await onStep?.('delivered');
    await settle(parts, claim, settlementOf(outcome, claim, parts.delays));
    open.delete(claim);
    await onStep?.('settled');
    if (outcome.kind === 'unknown') await backoff.wait(signal);
    if (outcome.kind === 'left' || outcome.kind === 'unknown') continue;
    troubles.record(outcome.kind);
    if ('isBusy' in outcome && outcome.isBusy) pace.slowDown();
    if (outcome.kind === 'accepted') {
      pace.speedUp();
      backoff.reset();
    }
    if (outcome.kind === 'failed' || outcome.kind === 'uncertain') await backoff.wait(signal);
  }
}

/**
 * Outcome for a recipient who is not sent to. `unknown`: because the event store was unavailable, which says nothing
 * about the mail server.
 */
type Unsent = { readonly kind: 'left' | 'unknown' };

/** Never rejects: nothing was sent if it fails before contacting the server. */
async function sendTo(
  { store, log, ending }: SendToRecipientsParts,
  lane: DeliveryLane,
  { copy, write }: MailingRun,
  claim: Claim,
): Promise<DeliveryOutcome | Unsent> {
  try {
    // The table of subscribers can lag briefly; readers who unsubscribed a second ago must receive nothing.
    if (!(await isSubscribed(store, claim))) return { kind: 'left' };
  } catch (err) {
    log.warn({ err, dependency: 'event-store' }, 'subscription not read yet, retrying');
    return { kind: 'unknown' };
  }
  try {
    const outcome = await lane.deliver(await write(copy, claim), ending);
    if (outcome.kind === 'failed') log.warn({ reason: outcome.reason }, 'mail server did not accept a copy');
    return outcome;
  } catch (err) {
    log.warn({ err }, 'copy not created');
    return { kind: 'failed', reason: 'internal', isBusy: false };
  }
}

async function isSubscribed(store: SendToRecipientsParts['store'], { addressHash, subscriberId }: Claim) {
  let isActive = false;
  for await (const { type, data } of store.read(newsletterStream(addressHash)))
    isActive = type !== 'SubscriptionEnded' && data['subscriberId'] === subscriberId;
  return isActive;
}

function settlementOf(
  outcome: DeliveryOutcome | Unsent,
  { attempts }: Claim,
  delays: readonly number[] = defaultDelays,
): Settlement {
  switch (outcome.kind) {
    case 'accepted':
    case 'uncertain':
      return { status: outcome.kind, ...('smtpCode' in outcome ? { smtpCode: outcome.smtpCode } : {}) };
    case 'refused':
      return { status: 'refused', smtpCode: outcome.smtpCode, bounce: outcome.bounce };
    case 'left':
      return { status: 'left' };
    case 'failed':
    case 'unknown':
      return { status: 'ready', delay: 0, isAnswered: false };
    case 'later': {
      const { smtpCode } = outcome;
      const delay = delays[attempts];
      if (delay === undefined) return { status: 'refused', smtpCode, bounce: 'soft' };
      return { status: 'ready', delay, isAnswered: true, smtpCode };
    }
    default:
      return outcome satisfies never;
  }
}

/** Records an outcome, with retries: until then only this process knows that the copy is in flight or has arrived. */
async function settle(
  { deliveries, log, ending }: SendToRecipientsParts,
  claim: Claim,
  settlement: Settlement,
): Promise<void> {
  const backoff = createBackoff({ initial: 100, max: 5_000 });
  const deadline = performance.now() + settleTimeout;
  for (;;)
    try {
      return await deliveries.settle(claim, settlement);
    } catch (err) {
      if (ending.aborted || performance.now() > deadline) throw err;
      log.warn({ err, dependency: 'database' }, 'delivery outcome not recorded yet, retrying');
      await backoff.wait(ending);
    }
}
