import type { RecordedEvent } from '@journal/event-store';
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
import type { EventSource } from './event-batches.ts';
import { type LeaderOptions, runAsLeader } from './leader.ts';
import type { LeaderElection } from './leader-election.ts';
import type { ProjectionStatus } from './projection.ts';
import { isPoison } from './projection-fault.ts';

export type ProjectionRunnerOptions<Event extends OpenedEvent | RecordedEvent> = EventSource<Event> & {
  readonly election: LeaderElection;
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  /** Default: the read model's own. */
  readonly schema?: string | undefined;
  readonly onStep?: (projection: string, step: Parameters<LeaderOptions<Event>['onStep']>[0]) => void;
  readonly tickInterval?: LeaderOptions<Event>['tickInterval'];
  readonly takeTurn?: LeaderOptions<Event>['takeTurn'];
  /** Longest wait, in milliseconds, before a stopped projection is tried again; default 30 s. */
  readonly maxPoisonWait?: number;
};

export type ProjectionRunner = {
  readonly status: Readonly<ProjectionStatus>;
  start(): void;
  /** Resolves after the step under way. */
  stop(): Promise<void>;
};

/**
 * Keeps one read model up to date while it is the leader, and stands by otherwise. Whatever goes wrong, it begins
 * again from the checkpoint in the database; an event is never skipped and never applied twice.
 */
export function createProjectionRunner<Event extends OpenedEvent | RecordedEvent>(
  options: ProjectionRunnerOptions<Event>,
): ProjectionRunner {
  const { pool, log, projection } = options;
  const schema = checkSchemaName(options.schema ?? schemaOf(projection.model));
  const status: ProjectionStatus = {
    projection: schema,
    leading: false,
    position: '',
    lastEventAt: undefined,
    failure: undefined,
  };
  const stopping = new AbortController();
  const failureBackoff = createBackoff({ initial: 100, max: 5_000 });
  const lossBackoff = createBackoff({ initial: 100, max: 1_000 });
  const poisonBackoff = createBackoff({ initial: 1_000, max: options.maxPoisonWait ?? 30_000 });
  let finished: Promise<void> | undefined;
  let epoch: string | undefined;

  async function prepareTables(): Promise<void> {
    await migrate(pool, checkpointSchema, checkpointMigrations);
    await dropOrphanedCheckpoint(pool, schema);
    await migrate(pool, schema, projection.model.migrations);
  }

  /** A worker on standby is well, but for an event that no leader has got past yet. */
  async function clearFailure(): Promise<void> {
    if (status.failure?.poison && (await readCheckpoint(pool, schema))?.poison) return;
    if (status.leading) return;
    status.failure = undefined;
    failureBackoff.reset();
  }

  async function leadOnce(): Promise<void> {
    const leadership = await options.election.campaign(lockKey(schema), {
      signal: stopping.signal,
      onStandby: () => void clearFailure().catch(() => {}),
    });
    if (!leadership) return;
    try {
      await prepareTables();
      status.leading = true;
      log.info({ projection: schema }, 'leading');
      await runAsLeader(
        {
          ...options,
          schema,
          status,
          onDropped: (error) => log.warn({ err: error, projection: schema }, 'subscription dropped'),
          onStep: (step) => {
            failureBackoff.reset();
            lossBackoff.reset();
            poisonBackoff.reset();
            options.onStep?.(schema, step);
          },
          onEpoch: (begun) => {
            epoch = begun;
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
    status.failure = { error, poison };
    if (!poison) {
      log.warn({ err: error, projection: schema, position: status.position }, 'projection waits');
      return failureBackoff.wait(stopping.signal);
    }
    log.error({ err: error, projection: schema, position: error.position }, 'projection stopped');
    if (epoch !== undefined)
      await recordPoison(pool, { schema, epoch }, error).catch((cause: unknown) =>
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
