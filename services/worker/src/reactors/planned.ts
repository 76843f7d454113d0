import { type ApiClient, ApiError, isTemporary, type Route, reasonOf, retention } from '@journal/contracts';
import { articleEvents, issueEvents, submissionEvents } from '@journal/events';
import { isUndefinedTable, timesAsText } from '@journal/postgres';
import {
  accountsModel,
  articlesModel,
  concernsModel,
  invitationsModel,
  newsletterModel,
  readCheckpoint,
  schemaOf,
  sessionsModel,
  submissionsModel,
} from '@journal/read-models';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { LeaderContext, Projection } from '../engine/projection.ts';

export type PlannedParts = {
  readonly command: ApiClient;
  /** Connections to the read models' database. */
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => Date;
  /** Interval between polls, in milliseconds. Default: 15,000. */
  readonly interval?: number;
};

/** A route that carries out an operation on one item. */
export type ItemOperation = Extract<Route, `POST /api/operations/${string}/:id/${string}`>;

/** A kind of planned action: a read model contains the due items, and a request carries each out. */
type Planned = {
  readonly schema: string;
  /** Query for `id` and `at` of the items that are due at $1. */
  readonly due: string;
  /** Time by which $1 precedes the current time, in milliseconds. Default: 0. */
  readonly lifetime?: number;
  /** Interval between polls of this kind, in milliseconds. Default: every poll. */
  readonly interval?: number;
  readonly request: ItemOperation;
};

const pitches = schemaOf(submissionsModel);
const articles = schemaOf(articlesModel);
const newsletter = schemaOf(newsletterModel);
const invitations = schemaOf(invitationsModel);
const accounts = schemaOf(accountsModel);
const sessions = schemaOf(sessionsModel);
const concerns = schemaOf(concernsModel);
const hour = 3_600_000;
const planned: readonly Planned[] = [
  {
    schema: pitches,
    due: `select id, publish_at as at from ${pitches}.submission
      where publish_at <= $1 and status = 'pending' and known
      order by publish_at`,
    request: 'POST /api/operations/submissions/:id/publish-as-planned',
  },
  {
    schema: articles,
    due: `select id::text, unpublish_at as at from ${articles}.article
      where unpublish_at <= $1 and deleted_at is null
      order by unpublish_at`,
    request: 'POST /api/operations/articles/:id/unpublish-as-planned',
  },
  {
    schema: articles,
    due: `select number::text as id, publish_at as at from ${articles}.issue
      where publish_at <= $1 order by publish_at`,
    request: 'POST /api/operations/issues/:id/publish-as-planned',
  },
  {
    schema: pitches,
    // A concern that its writer reports later does not keep it longer.
    due: `select id, closed.at from ${pitches}.submission as pitch
      cross join lateral (
        select at from ${pitches}.submission_version as version
        where version.submission_id = pitch.id and event <> 'SubmissionConcernReported'
        order by version.revision desc limit 1) as closed
      where status in ('declined', 'withdrawn', 'deleted') and known and closed.at < $1
      order by closed.at limit 1000`,
    lifetime: retention.closedPitch.lifetime,
    interval: hour,
    request: 'POST /api/operations/submissions/:id/erase',
  },
  {
    schema: newsletter,
    due: `select address_hash as id, requested_at as at from ${newsletter}.subscriber
      where confirmed_at is null and requested_at < $1 order by requested_at limit 1000`,
    lifetime: retention.unconfirmedSubscription.lifetime,
    interval: hour,
    request: 'POST /api/operations/subscriptions/:id/end-unconfirmed',
  },
  {
    schema: invitations,
    due: `select address_hash as id, expires_at as at from ${invitations}.invitation
      where expires_at < $1 order by expires_at limit 1000`,
    lifetime: retention.expiredInvitation.lifetime,
    interval: hour,
    request: 'POST /api/operations/invitations/:id/end-expired',
  },
  {
    schema: accounts,
    due: `select user_id as id, guardian_asked_at as at from ${accounts}.account
      where consent = 'asked' and guardian_asked_at < $1 order by guardian_asked_at limit 1000`,
    lifetime: retention.guardianRequest.lifetime,
    interval: hour,
    request: 'POST /api/operations/consents/:id/end-unanswered',
  },
  {
    schema: sessions,
    due: `select user_id as id, greatest(seen_at, asked_at) as at from ${sessions}.visit
      where greatest(seen_at, asked_at) < $1 order by greatest(seen_at, asked_at) limit 1000`,
    lifetime: retention.idleAccount.lifetime,
    interval: hour,
    request: 'POST /api/operations/users/:id/ask-idle',
  },
  {
    schema: concerns,
    due: `select concern_id as id, at from ${concerns}.concern where at < $1 order by at limit 1000`,
    lifetime: retention.reportedConcern.lifetime,
    interval: hour,
    request: 'POST /api/operations/concerns/:id/erase',
  },
];

/**
 * Returns the reactor that carries out due items: plans of editors, and the end of retention periods. The leader polls
 * the read models every 15 s. The command service decides whether a plan still applies and is due, so stale tables and
 * repeated requests do no harm. This leader does not retry items that are permanently refused; the newsroom shows them
 * as overdue. A temporary failure delays only its own item.
 */
export function createPlannedReactor(parts: PlannedParts): Projection {
  const { command, pool, log, now = () => new Date(), interval: pollInterval = 15_000 } = parts;
  /** Refused items with their planned times: a new plan for the same piece has a different time. */
  const refused = new Map<string, string>();
  /** Time of the last completed poll of each kind, by the clock `now`. */
  const lastPolledAt = new Map<Planned, number>();
  let nextPollAt = 0;

  async function carryOut(kind: Planned, { signal }: LeaderContext): Promise<void> {
    const { schema, request, due, lifetime = 0, interval = 0 } = kind;
    const time = now().getTime();
    const last = lastPolledAt.get(kind);
    if (last !== undefined && Math.abs(time - last) < interval) return;
    const isWhole = async () => (await readCheckpoint(pool, schema))?.caughtUp ?? false;
    // Checked before the rows are read; otherwise rows applied in between would be missed until the next poll.
    if (interval > 0 && !(await isWhole())) return;
    const values = [new Date(time - lifetime).toISOString()];
    const asked = { text: due, values, types: timesAsText };
    const found = await pool.query<{ id: string; at: string }>(asked).catch((error: unknown) => {
      // The read model has not been built yet.
      if (isUndefinedTable(error)) return undefined;
      throw error;
    });
    if (!found) return;
    const { rows } = found;
    // For frequently polled kinds, checked only if something is due, to keep the database of an idle journal idle.
    if (interval === 0 && rows.length > 0 && !(await isWhole())) return;
    let failure: ApiError | undefined;
    let unanswered = 0;
    for (const { id, at } of rows.filter((row) => refused.get(`${request} ${row.id}`) !== row.at)) {
      signal.throwIfAborted();
      await command.request(request, { params: { id }, repeatable: true, signal }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (error.isUnanswered) unanswered++;
        // A second unanswered request: the service is unavailable, and each further request would also time out.
        if (unanswered > 1) throw error;
        if (isTemporary(error)) {
          // The failure may concern only this item.
          failure ??= error;
          return;
        }
        // Overdue; carried out once a guardian has consented.
        if (error.code === 'consent-missing') return;
        refused.set(`${request} ${id}`, at);
        log.warn({ request, id, at, reason: reasonOf(error) }, 'planned action refused');
      });
    }
    if (failure) throw failure;
    lastPolledAt.set(kind, time);
  }

  return {
    model: { name: 'reactor_planned', version: 1, migrations: {} },
    events: {
      SubmissionScheduled: submissionEvents.SubmissionScheduled,
      ArticleUnpublishScheduled: articleEvents.ArticleUnpublishScheduled,
      IssueScheduled: issueEvents.IssueScheduled,
    },
    prepare: () => ({}),
    async onTick(leader) {
      if (performance.now() < nextPollAt) return leader.position;
      const failures: unknown[] = [];
      for (const kind of planned)
        await carryOut(kind, leader).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
      nextPollAt = performance.now() + pollInterval;
      return leader.position;
    },
  };
}
