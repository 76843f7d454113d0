import { migrate } from '@journal/postgres';
import {
  checkpointMigrations,
  checkpointSchema,
  checkSchemaName,
  readCheckpoint,
  schemaOf,
} from '@journal/read-models';
import { createBackoff } from '@journal/service-kit/async';
import { dropOrphanedCheckpoint, LeadershipLost, lockKey, recordPoison } from './checkpoint.ts';
import { type LeaderOptions, runAsLeader } from './leader.ts';
import type { LeaderElection } from './leader-election.ts';
import { isPoison, type ProjectionStatus } from './projection.ts';

export type ProjectionRunnerOptions = Omit<LeaderOptions, 'schema' | 'status' | 'onEpoch' | 'onStep'> & {
  readonly election: LeaderElection;
  /** Schema to fill. Default: that of the read model. */
  readonly schema?: string | undefined;
  readonly onStep?: (projection: string, step: Parameters<LeaderOptions['onStep']>[0]) => void;
  /** Longest wait, in milliseconds, before a stopped projection is retried. Default: 30,000. */
  readonly maxPoisonWait?: number;
};

export type ProjectionRunner = {
  readonly status: Readonly<ProjectionStatus>;
  start(): void;
  /** Resolves after the current step has finished. */
  stop(): Promise<void>;
};

/**
 * Keeps one read model up to date while it is the leader, and stands by otherwise. After any failure it restarts from
 * the checkpoint in the database; an event is never skipped and never applied twice.
 */
export function createProjectionRunner(options: ProjectionRunnerOptions): ProjectionRunner {
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
  const afterFailure = createBackoff({ initial: 100, max: 5_000 });
  const afterLoss = createBackoff({ initial: 100, max: 1_000 });
  const afterPoison = createBackoff({ initial: 1_000, max: options.maxPoisonWait ?? 30_000 });
  let finished: Promise<void> | undefined;
  let epoch: string | undefined;

  /** It leads only from here on: until its epoch has begun, another worker can still commit the next step. */
  function onEpoch(begun: string): void {
    epoch = begun;
    status.leading = true;
    log.info({ projection: schema }, 'leading');
  }

  function onStep(step: Parameters<LeaderOptions['onStep']>[0]): void {
    for (const backoff of [afterFailure, afterLoss, afterPoison]) backoff.reset();
    options.onStep?.(schema, step);
  }

  /** A worker on standby is healthy unless the projection is stopped by an event that no leader has passed yet. */
  async function clearFailure(): Promise<void> {
    if (status.failure?.poison && (await readCheckpoint(pool, schema))?.poison) return;
    if (status.leading) return;
    status.failure = undefined;
    afterFailure.reset();
  }

  async function leadOnce(): Promise<void> {
    const leadership = await options.election.campaign(lockKey(schema), {
      signal: stopping.signal,
      onStandby: () => void clearFailure().catch(() => {}),
    });
    if (!leadership) return;
    const throwIfLost = () => {
      if (leadership.lost.aborted)
        throw new LeadershipLost(`The leader lock of ${schema} was lost`, { cause: leadership.lost.reason });
    };
    try {
      await migrate(pool, checkpointSchema, checkpointMigrations);
      // A reactor has no tables that could be missing.
      if (Object.keys(projection.model.migrations).length > 0) await dropOrphanedCheckpoint(pool, schema);
      await migrate(pool, schema, projection.model.migrations);
      // Migrations may take long, and its epoch would end that of another worker.
      throwIfLost();
      const signal = AbortSignal.any([stopping.signal, leadership.lost]);
      await runAsLeader({ ...options, schema, status, onEpoch, onStep }, signal);
      throwIfLost();
    } finally {
      status.leading = false;
      await leadership.release();
    }
  }

  async function handle(error: Error): Promise<void> {
    if (stopping.signal.aborted) return;
    const context = { err: error, projection: schema, position: status.position };
    if (error instanceof LeadershipLost) {
      log.warn(context, `${error.message}; standing by`);
      return afterLoss.wait(stopping.signal);
    }
    const poison = isPoison(error);
    status.failure = { error, poison };
    if (!poison) {
      log.warn(context, 'projection failed, retrying');
      return afterFailure.wait(stopping.signal);
    }
    log.error({ ...context, position: error.position }, 'projection stopped');
    if (epoch !== undefined)
      await recordPoison(pool, { schema, epoch }, error).catch((cause: unknown) =>
        log.warn({ err: cause, projection: schema }, 'stopped projection not recorded'),
      );
    return afterPoison.wait(stopping.signal);
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
