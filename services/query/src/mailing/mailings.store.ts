import {
  type ListedMailing,
  type Mailing,
  type MailingState,
  type MailingStep,
  toMailingState,
  type UncertainDelivery,
} from '@journal/contracts';
import { columnOf } from '@journal/events/fields';
import { countsIn, isInAudience, type MailingRow, mailingColumns } from '@journal/read-models';
import {
  acceptedLately,
  deferredCount,
  deliveryCounts,
  returnedCounts,
  uncertainDeliveries,
} from '@journal/read-models/delivery';
import type pg from 'pg';
import { openDatabase, schemas } from '../database.ts';

const columns = Object.keys(mailingColumns).map((field) => `${columnOf(field)} as "${field}"`);
const table = `${schemas.mailings}.mailing`;

const maxUncertain = 100;
/** Milliseconds: window over which the rate is measured, and its minimum. */
const minute = 60_000;
const minWindow = 5_000;

/** Returns the queries for mailings. They reject after 5 s without an answer. */
export function createMailingsStore(pool: pg.Pool) {
  const { run } = openDatabase(pool);

  /** Steps of a mailing, newest first, with people's current names. */
  const stepsOf = (id: string) =>
    run<MailingStep>(
      `select step.revision, event, at, reason,
         json_build_object('id', actor_id, 'role', actor_role, 'name', account.full_name) as actor
       from ${schemas.mailings}.mailing_step as step
       left join ${schemas.accounts}.account on account.user_id = actor_id
       where mailing_id = $1 order by step.revision desc`,
      id,
    );

  /** Number of people that a mailing would go to now. */
  async function expectedOf({ audience, issueNumber }: MailingRow): Promise<number> {
    const [found] = await run<{ count: number }>(
      `select count(*)::integer as count from ${schemas.newsletter}.subscriber
       where ${isInAudience('$1::text', '$2::integer')}`,
      audience,
      issueNumber,
    );
    return found?.count ?? 0;
  }

  async function uncertainOf(id: string, withAddresses: boolean): Promise<UncertainDelivery[]> {
    const found = await uncertainDeliveries(pool, id, maxUncertain);
    const ids = withAddresses ? found.map(({ subscriberId }) => subscriberId) : [];
    const known =
      ids.length === 0
        ? []
        : await run<{ id: string; email: string | null }>(
            `select subscriber_id as id, email from ${schemas.newsletter}.subscriber
             where subscriber_id = any ($1::text[])`,
            ids,
          );
    const emails = new Map(known.map(({ id: subscriberId, email }) => [subscriberId, email]));
    return found.map(({ subscriberId, at, smtpCode }) => ({
      at,
      smtpCode,
      email: emails.get(subscriberId) ?? null,
    }));
  }

  async function progressOf(
    row: MailingRow,
  ): Promise<Pick<Mailing, 'deliveries' | 'deferred' | 'perMinute' | 'secondsLeft'>> {
    const { mailingId, status, frozenAt, recipients } = row;
    const counted = await deliveryCounts(pool, mailingId);
    // The rows are kept for a limited time, the counts of a completed mailing permanently. An outcome can become known
    // after its end: then only the rows have it.
    const counts = countsIn(row);
    const areRowsKept = Object.values(counted).reduce((sum, count) => sum + count, 0) >= (recipients ?? 0);
    const known = counts && !areRowsKept ? { ready: 0, sending: 0, ...counts, cancelled: 0 } : counted;
    // Nothing is sent to recipients who are still ready then, even before the worker has recorded that.
    const ended = { ready: 0, cancelled: known.cancelled + known.ready };
    const deliveries = status === 'cancelled' ? { ...known, ...ended } : known;
    const deferred = deliveries.ready === 0 ? 0 : await deferredCount(pool, mailingId);
    if (status !== 'sending' || frozenAt === null)
      return { deliveries, deferred, perMinute: 0, secondsLeft: null };
    const window = Math.min(minute, Math.max(minWindow, Date.now() - Date.parse(frozenAt)));
    const sent = await acceptedLately(pool, mailingId, window);
    const perMinute = Math.round((sent * minute) / window);
    const waiting = deliveries.ready - deferred + deliveries.sending;
    const secondsLeft = perMinute === 0 || waiting <= 0 ? null : Math.ceil((waiting / perMinute) * 60);
    return { deliveries, deferred, perMinute, secondsLeft };
  }

  return {
    /** The mailings of an issue, newest first. */
    async ofIssue(issueNumber: number): Promise<ListedMailing[]> {
      const rows = await run<MailingRow>(
        `select ${columns.join(', ')} from ${table} where issue_number = $1
         order by split_part(mailing_id, '-', 2)::integer desc`,
        issueNumber,
      );
      const returned = await returnedCounts(
        pool,
        rows.map(({ mailingId }) => mailingId),
      );
      return rows.map((row) => ({ ...stateOf(row), returned: returned.get(row.mailingId) ?? 0 }));
    },

    /**
     * A mailing with all that is known about it, and the revision of its stream; undefined if there is none.
     * `withAddresses`: includes the addresses of uncertain recipients.
     */
    async mailing(
      id: string,
      withAddresses: boolean,
    ): Promise<{ mailing: Mailing; revision: number } | undefined> {
      const [row] = await run<MailingRow>(
        `select ${columns.join(', ')} from ${table} where mailing_id = $1`,
        id,
      );
      if (!row) return undefined;
      const [steps, expected, returned, progress, uncertain] = await Promise.all([
        stepsOf(id),
        row.status === 'prepared' ? expectedOf(row) : null,
        returnedCounts(pool, [id]),
        progressOf(row),
        uncertainOf(id, withAddresses),
      ]);
      const counts = { expected, returned: returned.get(id) ?? 0, ...progress };
      const mailing = { ...stateOf(row), ...counts, uncertain, steps };
      return { mailing, revision: row.revision };
    },
  };
}

const stateOf = (row: MailingRow): MailingState =>
  toMailingState({ ...row, id: row.mailingId, counts: countsIn(row) });
