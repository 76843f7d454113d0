import type { OpenedEvent } from '@journal/events';
import type pg from 'pg';
import { beginTerm } from './checkpoint.ts';
import { type OpenedBatch, openBatches, type Source } from './opened-batch.ts';
import { isDataFault, isPoison } from './projection-fault.ts';
import type { ProjectionStatus } from './projection-status.ts';
import { readAhead } from './read-ahead.ts';
import { type StepWriter, writeOneByOne, writeStep } from './step-writer.ts';

export type LeadParts<Event extends OpenedEvent> = Source<Event> & {
  readonly pool: pg.Pool;
  readonly status: ProjectionStatus;
  /** Told of each lost connection of the subscription, which comes back by itself. */
  readonly onDropped: (error: Error) => void;
  /** The term that has begun. */
  readonly onTerm: (term: string) => void;
  /** After each committed step. */
  readonly onStep: (batch: { events: number; seconds: number }) => void;
  /** Milliseconds between two times that the projection is let attend to what it has to; default 5 s. */
  readonly attendEvery?: number | undefined;
};

/** Few enough to be in memory twice, enough to make a transaction worth its while. */
const replayBatch = 1_000;
const attendEvery = 5_000;

type Leading = {
  readonly writer: StepWriter;
  readonly signal: AbortSignal;
  knownCaughtUp: boolean;
};

/**
 * Applies what follows the checkpoint, and then what comes, until the signal is aborted. Throws where it can't go on:
 * `LeadershipLost`, a poison event (all events before it have been applied), or an engine that is away.
 */
export async function lead<Event extends OpenedEvent>(
  parts: LeadParts<Event>,
  signal: AbortSignal,
): Promise<void> {
  const { pool, schema, projection, status } = parts;
  const { term, position, caughtUp } = await beginTerm(pool, schema, projection.model);
  parts.onTerm(term);
  status.position = position;
  const leading: Leading = { writer: { pool, schema, term, signal }, signal, knownCaughtUp: caughtUp };
  try {
    await attend(parts, leading);
    while (await follow(parts, leading)) signal.throwIfAborted();
  } catch (error) {
    // What waited for something else was told to stop, and that is all.
    if (!signal.aborted || (error !== signal.reason && !isAbort(error))) throw error;
  }
}

/** Whether events are to be read anew, because attending has moved the checkpoint; otherwise the signal was aborted. */
async function follow<Event extends OpenedEvent>(
  parts: LeadParts<Event>,
  leading: Leading,
): Promise<boolean> {
  const { projection, status, onStep } = parts;
  const { writer, signal } = leading;
  const stopping = new AbortController();
  const batches = openBatches(parts, {
    ...(status.position === '' ? {} : { after: status.position }),
    signal: AbortSignal.any([signal, stopping.signal]),
    batchSize: projection.batchSize ?? replayBatch,
    onDropped: parts.onDropped,
  });
  const ahead = readAhead(batches, () => stopping.abort());
  const every = parts.attendEvery ?? attendEvery;
  let attended = performance.now();
  try {
    for (;;) {
      if (projection.attend) {
        const left = attended + every - performance.now();
        if (left <= 0 || !(await ahead.comesWithin(left))) {
          if (await attend(parts, leading)) return true;
          attended = performance.now();
          continue;
        }
      }
      const batch = await ahead.next();
      if (!batch || signal.aborted) return false;
      if (batch.position !== status.position || (batch.caughtUp && !leading.knownCaughtUp)) {
        const started = performance.now();
        await apply(parts, writer, batch, ahead.fetch);
        onStep({ events: batch.events.length, seconds: (performance.now() - started) / 1_000 });
        status.position = batch.position;
        status.lastEventAt = timeOf(batch.events.at(-1)) ?? status.lastEventAt;
        leading.knownCaughtUp ||= batch.caughtUp;
      }
      if (batch.poison) throw batch.poison;
      status.trouble = undefined;
    }
  } finally {
    await ahead.end();
  }
}

/** Whether it has moved the checkpoint. */
async function attend<Event extends OpenedEvent>(
  { projection, status }: LeadParts<Event>,
  { writer, signal }: Leading,
): Promise<boolean> {
  const { position } = status;
  status.position = (await projection.attend?.({ ...writer, signal, position })) ?? position;
  return status.position !== position;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Calls `onSent` once the database is at work on the batch: what is done then costs no time of its own. */
async function apply<Event extends OpenedEvent>(
  { projection, status }: LeadParts<Event>,
  writer: StepWriter,
  batch: OpenedBatch<Event>,
  onSent: () => void,
): Promise<void> {
  const { events, position, caughtUp } = batch;
  const from = status.position;
  try {
    await writeStep(writer, { from, to: position, applied: events.length, caughtUp }, batch.prepared, onSent);
  } catch (error) {
    if (!isPoison(error) && !isDataFault(error)) throw error;
    const reached = await writeOneByOne(writer, projection, from, events);
    const rest = projection.prepare([], writer.schema);
    await writeStep(writer, { from: reached, to: position, applied: 0, caughtUp }, rest);
  }
}

function timeOf(event: OpenedEvent | undefined): number | undefined {
  return event ? Date.parse(event.metadata.at) : undefined;
}
