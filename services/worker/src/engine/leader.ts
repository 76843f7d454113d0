import type { RecordedEvent } from '@journal/event-store';
import type { OpenedEvent } from '@journal/events';
import { beginEpoch } from './checkpoint.ts';
import { type EventBatch, type EventSource, readAhead, readBatches } from './event-batches.ts';
import type { Projection, ProjectionStatus } from './projection.ts';
import { isDataFault, isPoison, ProjectionFault } from './projection-fault.ts';
import type { ReplayTurn, TakeTurn } from './replay-turns.ts';
import { type StepWriter, writeStep } from './step.ts';

export type LeaderOptions<Event extends OpenedEvent | RecordedEvent> = EventSource<Event> & {
  readonly pool: StepWriter['pool'];
  /** The schema it fills. */
  readonly schema: string;
  readonly status: ProjectionStatus;
  /** Called for each lost connection of the subscription, which reconnects by itself. */
  readonly onDropped: (error: Error) => void;
  /** Called with the epoch that has begun. */
  readonly onEpoch: (epoch: string) => void;
  /** Called after each committed step. */
  readonly onStep: (batch: { events: number; seconds: number }) => void;
  /** Milliseconds between two calls of the projection's `onTick`; default 5 s. */
  readonly tickInterval?: number | undefined;
  /** Waited for while the projection replays the log. */
  readonly takeTurn?: TakeTurn | undefined;
};

/** Few enough to be in memory twice, enough to make a transaction worth its while. */
const defaultBatchSize = 1_000;
const defaultTickInterval = 5_000;

type Epoch = {
  readonly writer: StepWriter;
  readonly signal: AbortSignal;
  knownCaughtUp: boolean;
};

/**
 * Applies what follows the checkpoint, and then what comes, until the signal is aborted. Throws where it can't go on:
 * `LeadershipLost`, a poison event (all events before it have been applied), or an engine that is away.
 */
export async function runAsLeader<Event extends OpenedEvent | RecordedEvent>(
  options: LeaderOptions<Event>,
  signal: AbortSignal,
): Promise<void> {
  const { pool, schema, projection, status } = options;
  const { epoch, position, caughtUp } = await beginEpoch(pool, schema, projection.model);
  options.onEpoch(epoch);
  status.position = position;
  const current: Epoch = { writer: { pool, schema, epoch, signal }, signal, knownCaughtUp: caughtUp };
  try {
    await tick(options, current);
    while (await follow(options, current)) signal.throwIfAborted();
  } catch (error) {
    // What waited for something else was told to stop, and that is all.
    if (!signal.aborted || (error !== signal.reason && !isAbort(error))) throw error;
  }
}

/** Resolves with whether events are to be read again, because a tick has moved the checkpoint; else it was aborted. */
async function follow<Event extends OpenedEvent | RecordedEvent>(
  options: LeaderOptions<Event>,
  epoch: Epoch,
): Promise<boolean> {
  const { projection, status, onStep } = options;
  const { writer, signal } = epoch;
  const batchSize = projection.batchSize ?? defaultBatchSize;
  const stopping = new AbortController();
  const batches = readBatches(options, {
    ...(status.position === '' ? {} : { after: status.position }),
    signal: AbortSignal.any([signal, stopping.signal]),
    batchSize,
    onDropped: options.onDropped,
  });
  const ahead = readAhead(batches, () => stopping.abort());
  const interval = options.tickInterval ?? defaultTickInterval;
  let tickedAt = performance.now();
  let turn: ReplayTurn | undefined;
  try {
    for (;;) {
      if (projection.onTick) {
        const left = tickedAt + interval - performance.now();
        if (left <= 0 || !(await ahead.waitForNext(left))) {
          if (await tick(options, epoch)) return true;
          tickedAt = performance.now();
          continue;
        }
      }
      const batch = await ahead.next();
      if (!batch || signal.aborted) return false;
      // What has effects elsewhere, or waits for other projections, must not hold them up.
      const isReplay = !batch.caughtUp && batch.events.length >= batchSize && !batch.prepared.before;
      if (isReplay) turn ??= await options.takeTurn?.(signal);
      if (batch.position !== status.position || (batch.caughtUp && !epoch.knownCaughtUp)) {
        const startedAt = performance.now();
        await applyBatch(options, writer, batch);
        onStep({ events: batch.events.length, seconds: (performance.now() - startedAt) / 1_000 });
        status.position = batch.position;
        const last = batch.events.at(-1);
        if (last) status.lastEventAt = Date.parse(last.metadata.at);
        epoch.knownCaughtUp ||= batch.caughtUp;
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

/** Resolves with whether it has moved the checkpoint. */
async function tick<Event extends OpenedEvent | RecordedEvent>(
  { projection, status }: LeaderOptions<Event>,
  { writer, signal }: Epoch,
): Promise<boolean> {
  const { position } = status;
  status.position = (await projection.onTick?.({ ...writer, signal, position })) ?? position;
  return status.position !== position;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

async function applyBatch<Event extends OpenedEvent | RecordedEvent>(
  { projection, status }: LeaderOptions<Event>,
  writer: StepWriter,
  { events, prepared, position, caughtUp }: EventBatch<Event>,
): Promise<void> {
  const from = status.position;
  try {
    await writeStep(writer, { from, to: position, applied: events.length, caughtUp }, prepared);
  } catch (error) {
    if (!isPoison(error) && !isDataFault(error)) throw error;
    const reached = await writeOneByOne(writer, projection, from, events);
    await writeStep(writer, { from: reached, to: position, applied: 0, caughtUp }, {});
  }
}

/**
 * Applies events one by one, each in a step of its own, to find the one that can't be. Throws its `ProjectionFault`;
 * resolves with the position of the last where all went well after all.
 */
async function writeOneByOne<Event extends OpenedEvent | RecordedEvent>(
  writer: StepWriter,
  projection: Projection<Event>,
  from: string,
  events: readonly Event[],
): Promise<string> {
  let position = from;
  for (const event of events) {
    const step = { from: position, to: event.position, applied: 1, caughtUp: false };
    try {
      await writeStep(writer, step, projection.prepare([event]));
    } catch (error) {
      throw isDataFault(error) ? new ProjectionFault(event, error) : error;
    }
    position = event.position;
  }
  return position;
}
