import type { OpenedEvent } from '@journal/events';
import { migrate } from '@journal/postgres';
import {
  checkpointMigrations,
  checkpointSchema,
  checkSchemaName,
  readCheckpoint,
  schemaOf,
} from '@journal/read-models';
import { createBackoff } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { dropOrphanedCheckpoint, LeadershipLost, lockKey, recordPoison } from './checkpoint.ts';
import { type LeadParts, lead } from './lead.ts';
import { acquireLeadership } from './leader-lock.ts';
import type { Source } from './opened-batch.ts';
import { isPoison } from './projection-fault.ts';
import { newStatus, type ProjectionStatus } from './projection-status.ts';

export type ProjectionRunnerOptions<Event extends OpenedEvent> = Omit<Source<Event>, 'schema'> & {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  /** Default: the read model's own. */
  readonly schema?: string;
  readonly onStep?: LeadParts<Event>['onStep'];
  readonly attendEvery?: LeadParts<Event>['attendEvery'];
  /** Longest wait, in milliseconds, before a stopped projection is tried again; default 30 s. */
  readonly longestPoisonWait?: number;
};

export type ProjectionRunner = {
  readonly status: Readonly<ProjectionStatus>;
  start(): void;
  /** Ends after the step under way. */
  stop(): Promise<void>;
};

/**
 * Keeps one read model up to date while it is the leader, and stands by otherwise. Whatever goes wrong, it begins
 * again from the checkpoint in the database; an event is never skipped and never applied twice.
 */
export function createProjectionRunner<Event extends OpenedEvent>(
  options: ProjectionRunnerOptions<Event>,
): ProjectionRunner {
  const { pool, log, projection } = options;
  const schema = checkSchemaName(options.schema ?? schemaOf(projection.model));
  const status = newStatus(schema);
  const stopping = new AbortController();
  const troubleBackoff = createBackoff({ initial: 100, max: 5_000 });
  const lossBackoff = createBackoff({ initial: 100, max: 1_000 });
  const poisonBackoff = createBackoff({ initial: 1_000, max: options.longestPoisonWait ?? 30_000 });
  let finished: Promise<void> | undefined;
  let term: string | undefined;

  async function prepareTables(): Promise<void> {
    await migrate(pool, checkpointSchema, checkpointMigrations);
    await dropOrphanedCheckpoint(pool, schema);
    await migrate(pool, schema, projection.model.migrations);
  }

  /** Whoever stands by is well, but for an event that nobody has got past yet. */
  async function forgetTrouble(): Promise<void> {
    if (status.trouble?.poison && (await readCheckpoint(pool, schema))?.poison) return;
    status.trouble = undefined;
    troubleBackoff.reset();
  }

  async function leadOnce(): Promise<void> {
    const leadership = await acquireLeadership({
      url: options.databaseUrl,
      key: lockKey(schema),
      applicationName: `journal worker ${schema} leader`,
      signal: stopping.signal,
      onStandBy: forgetTrouble,
    });
    if (!leadership) return;
    try {
      await prepareTables();
      status.leading = true;
      log.info({ projection: schema }, 'leading');
      await lead(
        {
          ...options,
          schema,
          status,
          onDropped: (error) => log.warn({ err: error, projection: schema }, 'subscription dropped'),
          onStep: (step) => {
            troubleBackoff.reset();
            lossBackoff.reset();
            poisonBackoff.reset();
            options.onStep?.(step);
          },
          onTerm: (begun) => {
            term = begun;
          },
        },
        AbortSignal.any([stopping.signal, leadership.lost]),
      );
      if (leadership.lost.aborted)
        throw new LeadershipLost(`The leader lock of ${schema} is gone`, { cause: leadership.lost.reason });
    } finally {
      status.leading = false;
      await leadership.release();
    }
  }

  async function handle(error: Error): Promise<void> {
    const poison = isPoison(error);
    if (stopping.signal.aborted) return;
    if (error instanceof LeadershipLost) {
      log.warn(
        { err: error, projection: schema, position: status.position },
        `${error.message}; standing by`,
      );
      return lossBackoff.wait(stopping.signal);
    }
    status.trouble = { error, poison };
    if (!poison) {
      log.warn({ err: error, projection: schema, position: status.position }, 'projection waits');
      return troubleBackoff.wait(stopping.signal);
    }
    log.error({ err: error, projection: schema, position: error.position }, 'projection stopped');
    if (term !== undefined)
      await recordPoison(pool, schema, term, error).catch((cause: unknown) =>
        log.warn({ err: cause, projection: schema }, 'the stop could not be recorded'),
      );
    return poisonBackoff.wait(stopping.signal);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted)
      await leadOnce().catch((error: unknown) =>
        handle(error instanceof Error ? error : new Error(String(error))),
      );
  }

  return {
    status,
    start() {
      finished ??= run();
    },
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
