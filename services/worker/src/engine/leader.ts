import type { RecordedEvent } from '@journal/event-store';
import { isForeign } from '@journal/events';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { beginEpoch } from './checkpoint.ts';
import { keepDroppingEarlierVersions } from './earlier-versions.ts';
import { type EventBatch, type EventSource, readAhead, readBatches } from './event-batches.ts';
import { isDataFault, isPoison, ProjectionFault, type ProjectionStatus } from './projection.ts';
import { type CommittedStep, createRebuild, underwayInterval } from './rebuild.ts';
import type { ReplayTurn, TakeTurn } from './replay-turns.ts';
import { writeStep } from './step.ts';

export type LeaderOptions = Omit<EventSource, 'onForeign' | 'beforeReplay'> & {
  readonly pool: pg.Pool;
  /** The schema that it fills. */
  readonly schema: string;
  readonly status: ProjectionStatus;
  readonly log: FastifyBaseLogger;
  /** Called with the new epoch when it begins. */
  readonly onEpoch: (epoch: string) => void;
  /** Called after each committed step. */
  readonly onStep: (step: CommittedStep) => void;
  /** Interval of `onTick` (default: 5,000) or of checks for a requested rebuild (default: 30,000), in milliseconds. */
  readonly tickInterval?: number | undefined;
  /** Time to keep earlier versions once this one is live, in milliseconds. Default: 3,600,000. */
  readonly earlierKeptFor?: number | undefined;
  /** Awaited before the projection replays the log. */
  readonly takeTurn?: TakeTurn | undefined;
  /** Whether the schema is being rebuilt beside the live one, which alone can start a rebuild. */
  readonly isRebuild?: boolean;
};

/** Small enough to have two batches in memory, large enough to amortize a transaction. */
const defaultBatchSize = 1_000;

/**
 * Applies the events after the checkpoint and then follows the log until the signal is aborted. Throws if it can't
 * continue: `LeadershipLost`, a poison event (all events before it have been applied), or the error of an unavailable
 * engine.
 */
export async function runAsLeader(options: LeaderOptions, signal: AbortSignal): Promise<void> {
  const { pool, schema, projection, status, log, onStep } = options;
  const { batchSize = defaultBatchSize, onTick } = projection;
  // An operator can wait for a rebuild to begin; frequent polling by every model would burden an idle database.
  const { tickInterval = onTick ? 5_000 : 30_000 } = options;
  const { epoch, position: begun, caughtUp, idle } = await beginEpoch(pool, schema, projection.model);
  options.onEpoch(epoch);
  const writer = { pool, schema, epoch, signal };
  // A rebuild needs a step that says so even if an earlier attempt has committed it.
  let isKnownCaughtUp = caughtUp && !options.isRebuild;
  const rebuild = canBeRebuilt(options)
    ? createRebuild({ ...options, writer, model: projection.model, fill: fillRebuild })
    : undefined;

  async function fillRebuild(
    rebuildSchema: string,
    onRebuildStep: LeaderOptions['onStep'],
    stopping: AbortSignal,
  ) {
    const building = { ...status, projection: rebuildSchema, failure: undefined };
    const parts = { schema: rebuildSchema, status: building, onStep: onRebuildStep, isRebuild: true };
    await runAsLeader({ ...options, ...parts, onEpoch: () => {} }, stopping);
  }

  /** Resolves with whether the tick has moved the checkpoint. */
  async function tick(): Promise<boolean> {
    const { position } = status;
    const moved = onTick?.({ ...writer, position }) ?? rebuild?.tick(position);
    status.position = (await moved) ?? position;
    return status.position !== position;
  }

  async function apply({ events, prepared, position, caughtUp }: EventBatch): Promise<void> {
    const step = { from: status.position, to: position, applied: events.length, caughtUp };
    try {
      await writeStep(writer, step, prepared);
    } catch (error) {
      if (!isPoison(error) && !isDataFault(error)) throw error;
      const from = await applyOneByOne(events);
      await writeStep(writer, { ...step, from, applied: 0 }, {});
    }
  }

  /**
   * Applies events one by one, each in its own step, to find the one that fails. Throws its `ProjectionFault`; resolves
   * with the position of the last event if all succeed after all.
   */
  async function applyOneByOne(events: EventBatch['events']): Promise<string> {
    let { position } = status;
    for (const event of events) {
      const step = { from: position, to: event.position, applied: 1, caughtUp: false };
      try {
        await writeStep(writer, step, projection.prepare([event as never]));
      } catch (error) {
        throw isDataFault(error) ? new ProjectionFault(event, error) : error;
      }
      position = event.position;
    }
    return position;
  }

  function warnOfForeign({ position, stream, revision, type }: RecordedEvent): void {
    const what = { projection: schema, position, stream, revision, type };
    log.warn(what, 'skipped an event that the journal did not write');
  }

  /** Resolves with true if a tick has moved the checkpoint, so events must be read again, and with false if aborted. */
  async function follow(): Promise<boolean> {
    const stopping = new AbortController();
    const reading = AbortSignal.any([signal, stopping.signal]);
    let turn: ReplayTurn | undefined;
    const takeTurn = async () => {
      turn ??= await options.takeTurn?.(reading);
    };
    const endTurn = () => {
      turn?.end();
      turn = undefined;
    };
    const source: EventSource = {
      ...options,
      onForeign: warnOfForeign,
      // While the first has its turn, all others would read and open their first batches, and keep them in memory.
      beforeReplay: isKnownCaughtUp ? undefined : takeTurn,
    };
    const batches = readBatches(source, {
      ...(status.position === '' ? {} : { after: status.position }),
      signal: reading,
      batchSize,
      onDropped: (error) =>
        log.warn({ err: error, projection: schema, dependency: 'event-store' }, 'subscription dropped'),
    });
    const ahead = readAhead(batches, () => stopping.abort());
    let tickedAt = performance.now();
    try {
      for (;;) {
        if (onTick || rebuild) {
          const interval = rebuild?.isUnderway ? Math.min(underwayInterval, tickInterval) : tickInterval;
          const left = tickedAt + interval - performance.now();
          if (left <= 0 || !(await ahead.waitForNext(left))) {
            if (await tick()) return true;
            tickedAt = performance.now();
            continue;
          }
        }
        const batch = await ahead.next();
        if (!batch || signal.aborted) return false;
        const replays = !batch.caughtUp && (!isKnownCaughtUp || batch.events.length >= batchSize);
        if (replays) await takeTurn();
        // A batch with side effects, or that waits for other projections, must not block those by holding its turn.
        if (batch.prepared.before) endTurn();
        if (batch.position !== status.position || (batch.caughtUp && !isKnownCaughtUp)) {
          const startedAt = performance.now();
          await apply(batch);
          const { events, position, caughtUp } = batch;
          onStep({
            events: events.length,
            seconds: (performance.now() - startedAt) / 1_000,
            position,
            caughtUp,
          });
          status.position = batch.position;
          const last = batch.events.findLast((event) => !isForeign(event));
          if (last) status.lastEventAt = Date.parse(last.metadata.at);
          // Otherwise a projection of rare events would seem far behind whenever any other event is appended.
          else if (batch.caughtUp) status.lastEventAt = Date.now();
          isKnownCaughtUp ||= batch.caughtUp;
        }
        if (!replays || turn?.shouldYield) endTurn();
        if (batch.poison) throw batch.poison;
        status.failure = undefined;
      }
    } finally {
      await ahead.end();
      endTurn();
    }
  }

  status.position = begun;
  status.lastEventAt = Date.now() - idle * 1_000;
  const ending = new AbortController();
  const dropping = keepDroppingEarlierVersions(
    { ...writer, signal: AbortSignal.any([signal, ending.signal]) },
    projection.model,
    { keptFor: options.earlierKeptFor ?? 3_600_000, log },
  );
  try {
    await tick();
    while (await follow()) signal.throwIfAborted();
  } catch (error) {
    // Waits that rejected only because of the abort are no failure.
    if (!signal.aborted || (error !== signal.reason && !isAbort(error))) throw error;
  } finally {
    ending.abort();
    await Promise.all([dropping, rebuild?.end()]);
  }
}

/** Whether the model's tables derive from the log alone and the projection has no rebuild of its own. */
function canBeRebuilt({ projection: { model, onTick }, isRebuild = false }: LeaderOptions): boolean {
  return !isRebuild && !onTick && !model.keepsEarlier && Object.keys(model.migrations).length > 0;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
