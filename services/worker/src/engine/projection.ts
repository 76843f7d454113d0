import type { RecordedEvent } from '@journal/event-store';
import { type EventCatalogue, type OpenedEvent, PoisonEvent, type StoredEvent } from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import type { PreparedBatch } from './step.ts';

/** A leader between two of its steps. */
export type LeaderContext = {
  readonly pool: pg.Pool;
  /** The schema it fills. */
  readonly schema: string;
  /** Its number: a leader moves the checkpoint only while this is still the epoch. */
  readonly epoch: string;
  /** Where the checkpoint is; '' before the first event. */
  readonly position: string;
  /** Aborted when the leader is to stop, or has lost its lock. */
  readonly signal: AbortSignal;
};

type Reads =
  /** Sealed data is opened, and events are in their newest version. */
  | { readonly events: EventCatalogue; readonly reads?: 'opened' }
  /** Events come as the log has them: those of the catalogue, or all there are, of unknown types too. */
  | { readonly events: EventCatalogue | 'all'; readonly reads: 'recorded' };

/** One read model and how events become its rows. The engine gives it no events but those that it names. */
export type Projection<Event extends OpenedEvent | RecordedEvent = OpenedEvent> = Reads & {
  readonly model: ReadModel;
  /** Prepares a batch while the one before is still being written. Pure. */
  prepare(events: readonly Event[]): PreparedBatch;
  /** Most events of one batch, where a thousand would take too much memory; default 1,000. */
  readonly batchSize?: number;
  /**
   * What a leader looks after besides events. Called when its epoch begins, before the first event, and every 5 s
   * between two steps; no step is written meanwhile. Resolves with where the checkpoint is now: where it was moved, the
   * events after it are read again. Where it rejects, the epoch ends as with a step that failed.
   */
  onTick?(leader: LeaderContext): Promise<string>;
};

/** A projection of any kind of events, as a list has it. */
export type AnyProjection = Projection<never>;

/** What a projection's runner tells health and metrics. Written by the engine alone. */
export type ProjectionStatus = {
  /** The schema it fills. */
  readonly projection: string;
  leading: boolean;
  /** The checkpoint as this worker last moved or read it; '' before the first event. */
  position: string;
  /** The writer's time of the last event applied, in milliseconds since 1970. */
  lastEventAt: number | undefined;
  /** Why it does not go on, until it does. */
  failure: { readonly error: Error; readonly poison: boolean } | undefined;
};

/** Rejects while the projection is stopped or waits; standing by is fine. The code is what health shows. */
export async function checkProjection({ failure }: Readonly<ProjectionStatus>): Promise<void> {
  if (!failure) return;
  throw Object.assign(new Error(failure.error.message, { cause: failure.error }), { code: codeOf(failure) });
}

function codeOf({ error, poison }: NonNullable<ProjectionStatus['failure']>): string {
  if (poison && 'position' in error) return `stopped at position ${error.position}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** An event that a projection can't apply, whose place is known; nothing of its data. */
export class ProjectionFault extends Error {
  override readonly name = 'ProjectionFault';
  readonly position: string;
  constructor(event: Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'position'>, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) can't be applied: ${reason}`,
      { cause },
    );
    this.position = event.position;
  }
}

/** Whether this event will fail again and again: skipping it would lose it, so the projection has to stop. */
export function isPoison(error: unknown): error is PoisonEvent | ProjectionFault {
  return error instanceof PoisonEvent || error instanceof ProjectionFault;
}

/** Data exceptions (22…) and broken constraints (23…): the rows can't be stored, however often it is tried. */
export function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^2[23]...$/.test(code);
}
