import { randomUUID } from 'node:crypto';
import {
  type ApiAnswer,
  type ApiClient,
  ApiError,
  isTemporary,
  type MailingTrouble,
  reasonOf,
} from '@journal/contracts';
import {
  articlesModel,
  type MailingRow,
  mailingsModel,
  newsletterModel,
  readCheckpoint,
  schemaOf,
} from '@journal/read-models';
import { type Claim, deliveryCounts, type MailingCopy, type Repeat } from '@journal/read-models/delivery';
import { sleep } from '@journal/service-kit/async';
import type pg from 'pg';
import { waitForPosition } from '../engine/wait-for-model.ts';
import type { Message } from '../mail/mailer.ts';
import type { Journal } from '../mail/messages.ts';
import type { DeliveryLane } from './delivery-lane.ts';
import { copyOfIssue } from './issue-message.ts';
import { readMailedIssue } from './mailed-issue.ts';
import { createTroubleWatch, type TroubleWatch } from './mailing-troubles.ts';
import { type RecipientStep, type SendToRecipientsParts, sendToRecipients } from './send-to-recipients.ts';

/** A completed step of a mailing, after which tests can let a worker die. */
export type MailingStep = 'copied' | 'frozen' | 'reported' | 'completed' | RecipientStep;

export type MailingSenderParts = Omit<SendToRecipientsParts, 'onStep'> & {
  readonly command: ApiClient;
  /** Connections to the read models' database. */
  readonly pool: pg.Pool;
  readonly journal: Journal;
  readonly openLanes: () => readonly DeliveryLane[];
  readonly write: (copy: MailingCopy, claim: Claim) => Promise<Message>;
  readonly onStep?: ((step: MailingStep) => Promise<void>) | undefined;
  /** Milliseconds after which another sender's unsettled claims are no longer considered in flight. Default: 15,000. */
  readonly claimTimeout?: number;
  /** Interval between checks whether a mailing is to continue, in milliseconds. Default: 1,000. */
  readonly pollInterval?: number;
};

type ActiveMailing = Pick<
  MailingRow,
  'mailingId' | 'issueNumber' | 'audience' | 'status' | 'recipients' | 'revision'
> & {
  /** An editor's last request to send to the uncertain recipients again. */
  readonly repeat: Repeat | null;
};

const mailings = schemaOf(mailingsModel);
const schemas = { articles: schemaOf(articlesModel), newsletter: schemaOf(newsletterModel) };
/** In milliseconds. By then, a stopping worker has finished its copies in flight. */
const defaultClaimTimeout = 15_000;
/** Longest wait for a read model, in milliseconds. */
const modelTimeout = 5_000;

export type MailingSender = ReturnType<typeof createMailingSender>;

/**
 * Returns the sender that advances active mailings. Any number of senders may run concurrently: each recipient is
 * claimed in the database before delivery, so that nobody receives two copies. Each step is idempotent.
 */
export function createMailingSender(parts: MailingSenderParts) {
  const { pool, deliveries, command, log, onStep } = parts;
  /** Failure statistics of the current mailing since it was started or resumed by an editor. */
  let currentWatch: { key: string; troubles: TroubleWatch } | undefined;

  /** Turns in which all claims known to this process were settled: nothing was sent for the turn's other claims. */
  const settled = new Set<{ readonly mailingId: string; readonly claimedBy: string }>();

  const reached = (schema: string, position: string) =>
    waitForPosition(position, { database: pool, schema, timeout: modelTimeout });

  function troublesOf({ mailingId, revision }: ActiveMailing): TroubleWatch {
    const key = `${mailingId}@${revision}`;
    if (currentWatch?.key !== key) currentWatch = { key, troubles: createTroubleWatch() };
    return currentWatch.troubles;
  }

  /** Resolves with the active mailings, oldest first; with `behind` if their table has not reached the position yet. */
  async function readActive(position: string): Promise<readonly ActiveMailing[] | 'behind'> {
    const checkpoint = await readCheckpoint(pool, mailings);
    if (!checkpoint?.caughtUp || checkpoint.position < position) return 'behind';
    const { rows } = await pool.query<ActiveMailing>(
      `select mailing_id as "mailingId", issue_number as "issueNumber", audience, status, recipients, revision,
        (select json_build_object('revision', step.revision, 'at', at) from ${mailings}.mailing_step as step
         where step.mailing_id = mailing.mailing_id and event = 'MailingRepeated'
         order by step.revision desc limit 1) as repeat
        from ${mailings}.mailing
        where status in ('freezing', 'sending', 'cancelled') order by started_at, mailing_id`,
    );
    const cancelled = rows.filter(({ status }) => status === 'cancelled');
    if (cancelled.length > 0) await deliveries.cancel(cancelled.map(({ mailingId }) => mailingId));
    const active = rows.filter(({ status }) => status !== 'cancelled');
    if (active.length === 0) return [];
    // So that an issue published before the mailing started is published in that model too.
    await reached(schemas.articles, checkpoint.position);
    return active;
  }

  /** Resolves once the table of mailings reflects what the command service has appended. */
  async function awaitApplied(request: Promise<ApiAnswer>): Promise<void> {
    const { position } = await request;
    await onStep?.('reported');
    if (position) await reached(mailings, position);
  }

  /** Pauses a mailing at the revision that was read, until an editor resumes it. */
  const pause = ({ mailingId, revision }: ActiveMailing, reason: MailingTrouble, signal: AbortSignal) => {
    log.warn({ mailing: mailingId, reason }, 'pausing a mailing');
    return awaitApplied(
      command.request('POST /api/operations/mailings/:id/pause', {
        params: { id: mailingId },
        body: { revision, reason },
        repeatable: true,
        signal,
      }),
    );
  };

  /**
   * Resolves with a mailing's copy: the stored one, otherwise one of the issue's current state; undefined if readers
   * can't see the issue. A copy is discarded if the issue changed meanwhile, because the change may have removed a
   * name.
   */
  async function copyFor({ mailingId, issueNumber }: ActiveMailing): Promise<MailingCopy | undefined> {
    const renderCopy = async () => {
      const issue = await readMailedIssue(pool, issueNumber);
      return issue && copyOfIssue(issue, parts.journal);
    };
    for (;;) {
      const kept = await deliveries.copyOf(mailingId);
      if (kept) return kept;
      const copy = await renderCopy();
      if (!copy) return undefined;
      const stored = await deliveries.storeCopy(mailingId, copy);
      if ((await renderCopy())?.contentHash === copy.contentHash) return stored;
      await deliveries.dropCopy(mailingId);
    }
  }

  /** Records the copy and the recipients; resolves with whether sending can begin now. */
  async function freeze(mailing: ActiveMailing, signal: AbortSignal): Promise<boolean> {
    const { mailingId, revision } = mailing;
    if (!(await readCheckpoint(pool, schemas.newsletter))?.caughtUp) return false;
    // Nobody who confirmed before the mailing started may be left out.
    await reached(schemas.newsletter, (await readCheckpoint(pool, mailings))?.position ?? '');
    const copy = await copyFor(mailing);
    if (!copy) {
      await pause(mailing, 'issue-withdrawn', signal);
      return false;
    }
    await onStep?.('copied');
    const recipients = await deliveries.freeze(mailingId, mailing.audience, signal);
    await onStep?.('frozen');
    await awaitApplied(
      command.request('POST /api/operations/mailings/:id/frozen', {
        params: { id: mailingId },
        body: { revision, recipients, contentHash: copy.contentHash },
        repeatable: true,
        signal,
      }),
    );
    return true;
  }

  /** Sends to all ready recipients. Reports the mailing as complete after the last one, or pauses it on trouble. */
  async function send(
    mailing: ActiveMailing,
    lanes: readonly DeliveryLane[],
    signal: AbortSignal,
  ): Promise<void> {
    const { mailingId, issueNumber, recipients, repeat, revision } = mailing;
    if (!(await readMailedIssue(pool, issueNumber))) return pause(mailing, 'issue-withdrawn', signal);
    if (repeat) await deliveries.repeat(mailingId, repeat);
    for (const turn of settled) {
      await deliveries.releaseClaims(turn.mailingId, turn.claimedBy);
      settled.delete(turn);
    }
    const claimedBy = randomUUID();
    await deliveries.markOthersUncertain(mailingId, claimedBy, parts.claimTimeout ?? defaultClaimTimeout);
    const written = await deliveryCounts(pool, mailingId);
    const total = Object.values(written).reduce((sum, count) => sum + count, 0);
    if (total < (recipients ?? 0)) return pause(mailing, 'rows-missing', signal);
    const copy = written.ready > 0 ? await copyFor(mailing) : undefined;
    const troubles = troublesOf(mailing);
    const stopping = new AbortController();
    const watching = stopOnceChanged(mailing, stopping);
    try {
      const sendSignal = AbortSignal.any([signal, stopping.signal]);
      if (copy) {
        const run = { mailingId, claimedBy, copy, write: parts.write, troubles, signal: sendSignal };
        const { isSettled, failure } = await sendToRecipients(parts, lanes, run);
        if (isSettled) settled.add({ mailingId, claimedBy });
        if (failure !== undefined) throw failure;
      }
    } finally {
      stopping.abort();
      await watching;
    }
    const trouble = troubles.trouble();
    if (trouble) return pause(mailing, trouble, signal);
    const { ready, sending, ...counts } = await deliveryCounts(pool, mailingId);
    if (ready + sending > 0) return;
    const { accepted, refused, uncertain, left, suppressed } = counts;
    await awaitApplied(
      command.request('POST /api/operations/mailings/:id/complete', {
        params: { id: mailingId },
        body: { revision, counts: { accepted, refused, uncertain, left, suppressed } },
        repeatable: true,
        signal,
      }),
    );
    await deliveries.dropCopy(mailingId);
    await onStep?.('completed');
  }

  /** Stops sending if the mailing changes (is paused, cancelled), the issue is withdrawn or the copy is dropped. */
  async function stopOnceChanged(mailing: ActiveMailing, stopping: AbortController): Promise<void> {
    const { mailingId, issueNumber, revision } = mailing;
    for (;;) {
      await sleep(parts.pollInterval ?? 1_000, stopping.signal);
      if (stopping.signal.aborted) return;
      const found = await pool
        .query(
          `select from ${mailings}.mailing, ${schemas.articles}.issue
           where mailing_id = $1 and mailing.revision = $2 and issue.number = $3 and issue.status = 'published'`,
          [mailingId, revision, issueNumber],
        )
        .catch(() => undefined);
      if (found?.rowCount === 0) return stopping.abort();
      if (!(await deliveries.hasCopy(mailingId).catch(() => true))) return stopping.abort();
    }
  }

  /** Resolves with whether sending can begin now. */
  async function advance(
    mailing: ActiveMailing,
    lanes: readonly DeliveryLane[],
    signal: AbortSignal,
  ): Promise<boolean> {
    if (await deliveries.wasRestored(mailing.mailingId, mailing.revision))
      await pause(mailing, 'restored', signal);
    else if (mailing.status === 'freezing') return freeze(mailing, signal);
    else await send(mailing, lanes, signal);
    return false;
  }

  async function advanceAll(signal: AbortSignal, position: string): Promise<boolean> {
    const active = await readActive(position);
    if (active === 'behind') return true;
    if (active.length === 0) return false;
    const lanes = parts.openLanes();
    let isFrozen = false;
    try {
      for (const mailing of active) {
        if (signal.aborted) break;
        const isNowFrozen = await advance(mailing, lanes, signal).catch((error: unknown) => {
          if (signal.aborted) return;
          if (!(error instanceof ApiError) || isTemporary(error)) throw error;
          log.warn(
            { mailing: mailing.mailingId, reason: reasonOf(error) },
            'mailing step refused by the command service',
          );
        });
        isFrozen ||= isNowFrozen === true;
      }
    } finally {
      for (const lane of lanes) lane.close();
    }
    return isFrozen && !signal.aborted ? advanceAll(signal, position) : true;
  }

  const turns = new Set<Promise<boolean>>();
  return {
    /**
     * Advances each active mailing in turn, as far as possible until the signal is aborted. Resolves with whether one
     * may still be active, which includes a table of mailings that has not reached `position` yet. Rejects if a service
     * that it needs is unavailable; nothing is lost by that.
     */
    async advanceAll(signal: AbortSignal, position: string): Promise<boolean> {
      const turn = advanceAll(signal, position);
      turns.add(turn);
      return turn.finally(() => turns.delete(turn));
    },
    /** Resolves when nothing is in flight any more; the signals of all turns have to be aborted. */
    async ended(): Promise<void> {
      await Promise.allSettled(turns);
    },
  };
}
