import { type ApiClient, ApiError, isTemporary, type Route, reasonOf } from '@journal/contracts';
import { articleEvents, submissionEvents } from '@journal/events';
import { timesAsText } from '@journal/postgres';
import { articlesModel, readCheckpoint, schemaOf, submissionsModel } from '@journal/read-models';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { LeaderContext, Projection } from '../engine/projection.ts';

export type PlannedParts = {
  readonly command: ApiClient;
  /** Of the read models. */
  readonly pool: pg.Pool;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly now?: () => Date;
};

/** What can be planned: what of it is due is in a read model, and a request carries it out. */
type Planned = {
  readonly schema: string;
  /** Selects `id` and `at` of what is due at $1. */
  readonly due: string;
  readonly request: Extract<Route, `POST /api/operations/${string}/:id/${string}-as-planned`>;
};

const pitches = schemaOf(submissionsModel);
const articles = schemaOf(articlesModel);
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
];

/**
 * Has what is due carried out. The leader looks into the read models, every 5 s, and the command service decides: whether a
 * plan stands and its time has come, so it makes no difference how old the tables are, nor how often it is asked. What it
 * refuses for good is left alone by this leader; the newsroom shows that it is overdue.
 */
export function createPlannedReactor(parts: PlannedParts): Projection {
  const { command, pool, log, now = () => new Date() } = parts;
  /** Each with its time: another plan for the same piece is another. */
  const refused = new Map<string, string>();

  async function carryOut({ request, due }: Planned, { signal }: LeaderContext): Promise<void> {
    const values = [now().toISOString()];
    const { rows } = await pool.query<{ id: string; at: string }>({ text: due, values, types: timesAsText });
    for (const { id, at } of rows.filter((row) => refused.get(row.id) !== row.at)) {
      signal.throwIfAborted();
      await command.request(request, { params: { id }, repeatable: true, signal }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || isTemporary(error)) throw error;
        refused.set(id, at);
        log.warn({ request, id, at, reason: reasonOf(error) }, 'what was planned was refused');
      });
    }
  }

  return {
    model: { name: 'reactor_planned', version: 1, migrations: {} },
    events: {
      SubmissionScheduled: submissionEvents.SubmissionScheduled,
      ArticleUnpublishScheduled: articleEvents.ArticleUnpublishScheduled,
    },
    prepare: () => ({}),
    async onTick(leader) {
      for (const kind of planned)
        if ((await readCheckpoint(pool, kind.schema))?.caughtUp) await carryOut(kind, leader);
      return leader.position;
    },
  };
}
