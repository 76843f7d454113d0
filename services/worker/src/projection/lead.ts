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
};

/** Few enough to be in memory twice, enough to make a transaction worth its while. */
const replayBatch = 1_000;

/**
 * Applies what follows the checkpoint, and then what comes, until the signal is aborted. Throws where it can't go on:
 * `LeadershipLost`, a poison event (all events before it have been applied), or an engine that is away.
 */
export async function lead<Event extends OpenedEvent>(
  parts: LeadParts<Event>,
  signal: AbortSignal,
): Promise<void> {
  const { pool, schema, projection, status, onStep } = parts;
  const term = await beginTerm(pool, schema, projection.model);
  const writer: StepWriter = { pool, schema, term: term.term };
  parts.onTerm(term.term);
  status.position = term.position;
  let knownCaughtUp = term.caughtUp;

  const stopping = new AbortController();
  const batches = openBatches(parts, {
    ...(term.position === '' ? {} : { after: term.position }),
    signal: AbortSignal.any([signal, stopping.signal]),
    batchSize: replayBatch,
    onDropped: parts.onDropped,
  });
  const ahead = readAhead(batches, () => stopping.abort());
  try {
    for (;;) {
      const batch = await ahead.next();
      if (!batch || signal.aborted) return;
      if (batch.position !== status.position || (batch.caughtUp && !knownCaughtUp)) {
        const started = performance.now();
        await apply(parts, writer, batch, ahead.fetch);
        onStep({ events: batch.events.length, seconds: (performance.now() - started) / 1_000 });
        status.position = batch.position;
        status.lastEventAt = timeOf(batch.events.at(-1)) ?? status.lastEventAt;
        knownCaughtUp ||= batch.caughtUp;
      }
      if (batch.poison) throw batch.poison;
      status.trouble = undefined;
    }
  } finally {
    await ahead.end();
  }
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
