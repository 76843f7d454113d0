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

export type LeaderOptions = Omit<EventSource, 'onForeign'> & {
  readonly pool: pg.Pool;
  /** The schema it fills. */
  readonly schema: string;
  readonly status: ProjectionStatus;
  readonly log: FastifyBaseLogger;
  /** Called with the epoch that has begun. */
  readonly onEpoch: (epoch: string) => void;
  /** Called after each committed step. */
  readonly onStep: (step: CommittedStep) => void;
  /** Milliseconds between two calls of the projection's `onTick`, default 5 s, or looks for a rebuild, default 30 s. */
  readonly tickInterval?: number | undefined;
  /** Milliseconds for which the version before is kept once this one is live; default 1 hour. */
  readonly earlierKeptFor?: number | undefined;
  /** Waited for while the projection replays the log. */
  readonly takeTurn?: TakeTurn | undefined;
  /** Whether the schema is built beside the one that is read: that one alone has this done. */
  readonly isBeside?: boolean;
};

/** Few enough to be in memory twice, enough to make a transaction worth its while. */
const defaultBatchSize = 1_000;

/**
 * Applies what follows the checkpoint, and then what comes, until the signal is aborted. Throws where it can't go on:
 * `LeadershipLost`, a poison event (all events before it have been applied), or an engine that is away.
 */
export async function runAsLeader(options: LeaderOptions, signal: AbortSignal): Promise<void> {
  const { pool, schema, projection, status, log, onStep } = options;
  const { batchSize = defaultBatchSize, onTick } = projection;
  // An operator can wait for a rebuild to begin; an idle database shouldn't be asked by every model all the time.
  const { tickInterval = onTick ? 5_000 : 30_000 } = options;
  const { epoch, position: begun, caughtUp } = await beginEpoch(pool, schema, projection.model);
  options.onEpoch(epoch);
  const writer = { pool, schema, epoch, signal };
  let isKnownCaughtUp = caughtUp;
  const rebuild = canBeRebuilt(options)
    ? createRebuild({ ...options, writer, model: projection.model, fill: fillBeside })
    : undefined;

  async function fillBeside(beside: string, onStepBeside: LeaderOptions['onStep'], stopping: AbortSignal) {
    const building = { ...status, projection: beside, failure: undefined };
    const parts = { schema: beside, status: building, onStep: onStepBeside, isBeside: true };
    await runAsLeader({ ...options, ...parts, onEpoch: () => {} }, stopping);
  }

  /** Resolves with whether it has moved the checkpoint. */
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
   * Applies events one by one, each in a step of its own, to find the one that can't be. Throws its `ProjectionFault`;
   * resolves with the position of the last where all went well after all.
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
    log.warn(what, 'left out an event that was not written by the journal');
  }

  /** Resolves with whether events are to be read again, because a tick has moved the checkpoint; else it was aborted. */
  async function follow(): Promise<boolean> {
    const stopping = new AbortController();
    const source = { ...options, onForeign: warnOfForeign };
    const batches = readBatches(source, {
      ...(status.position === '' ? {} : { after: status.position }),
      signal: AbortSignal.any([signal, stopping.signal]),
      batchSize,
      onDropped: (error) =>
        log.warn({ err: error, projection: schema, dependency: 'event-store' }, 'subscription dropped'),
    });
    const ahead = readAhead(batches, () => stopping.abort());
    let tickedAt = performance.now();
    let turn: ReplayTurn | undefined;
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
        // What has effects elsewhere, or waits for other projections, must not hold them up.
        const isReplay = !batch.caughtUp && batch.events.length >= batchSize && !batch.prepared.before;
        if (isReplay) turn ??= await options.takeTurn?.(signal);
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
          isKnownCaughtUp ||= batch.caughtUp;
        }
        if (turn && (!isReplay || turn.isOver)) {
          turn.end();
          turn = undefined;
        }
        if (batch.poison) throw batch.poison;
        status.failure = undefined;
      }
    } finally {
      turn?.end();
      await ahead.end();
    }
  }

  status.position = begun;
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
    // What waited for something else was told to stop, and that is all.
    if (!signal.aborted || (error !== signal.reason && !isAbort(error))) throw error;
  } finally {
    ending.abort();
    await Promise.all([dropping, rebuild?.end()]);
  }
}

/** Whether it has tables that are made from the log alone, and no way of its own to make them again. */
function canBeRebuilt({ projection: { model, onTick }, isBeside = false }: LeaderOptions): boolean {
  return !isBeside && !onTick && !model.keepsEarlier && Object.keys(model.migrations).length > 0;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
