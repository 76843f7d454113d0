import type { RecordedEvent } from '@journal/event-store';
import { type EventCatalogue, type OpenedEvent, PoisonEvent, type StoredEvent } from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';
import type { PreparedBatch } from './step.ts';

/** A leader between two of its steps. */
export type LeaderContext = {
  readonly pool: pg.Pool;
  /** The schema that it fills. */
  readonly schema: string;
  /** Fencing token: a leader can move the checkpoint only while this is the current epoch. */
  readonly epoch: string;
  /** The checkpoint; '' before the first event. */
  readonly position: string;
  /** Aborted when the leader has to stop or has lost its lock. */
  readonly signal: AbortSignal;
};

type Reads =
  /** Events with sealed data decrypted, upcast to their newest version. */
  | { readonly events: EventCatalogue; readonly reads?: 'opened' }
  /** Events as stored in the log: those of the catalogue, or all of them, including unknown types. */
  | { readonly events: EventCatalogue | 'all'; readonly reads: 'recorded' };

/** One read model and how events become its rows. The engine passes it only the events listed in `events`. */
export type Projection<Event extends OpenedEvent | RecordedEvent = OpenedEvent> = Reads & {
  readonly model: ReadModel;
  /** Prepares a batch while the previous one is still being written. Pure. */
  prepare(events: readonly Event[]): PreparedBatch;
  /** Maximum number of events per batch, for projections that would need too much memory. Default: 1,000. */
  readonly batchSize?: number;
  /**
   * Work of a leader other than applying events. Called when its epoch begins, before the first event, and every 5 s
   * between steps; no step is written meanwhile. Resolves with the current checkpoint: if it was moved, the events
   * after it are read again. If it rejects, the epoch ends as after a failed step.
   */
  onTick?(leader: LeaderContext): Promise<string>;
};

/** A projection of any type of events, for lists. */
export type AnyProjection = Projection<never>;

/** Status of a projection's runner, for health checks and metrics. Written only by the engine. */
export type ProjectionStatus = {
  /** The schema that it fills. */
  readonly projection: string;
  leading: boolean;
  /** The checkpoint when this worker last moved or read it; '' before the first event. */
  position: string;
  /**
   * Timestamp of the last applied event by its writer's clock or, if it was later, of the last time at which there was
   * no further event for it, in milliseconds since 1970. Before the first batch, when the checkpoint was last moved.
   */
  lastEventAt: number | undefined;
  /** Why the projection is stopped or waiting; undefined once it continues. */
  failure: { readonly error: Error; readonly poison: boolean } | undefined;
};

/** Rejects while the projection is stopped or waiting; standby counts as healthy. The health check shows the code. */
export async function checkProjection({ failure }: Readonly<ProjectionStatus>): Promise<void> {
  if (!failure) return;
  throw Object.assign(new Error(failure.error.message, { cause: failure.error }), { code: codeOf(failure) });
}

function codeOf({ error, poison }: NonNullable<ProjectionStatus['failure']>): string {
  if (poison && 'position' in error) return `stopped at position ${error.position}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** An event that a projection can't apply. Names its position in the log and contains none of its data. */
export class ProjectionFault extends Error {
  override readonly name = 'ProjectionFault';
  readonly position: string;
  constructor(event: Pick<StoredEvent, 'type' | 'stream' | 'revision' | 'position'>, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `Event ${event.type} at position ${event.position} (${event.stream}@${event.revision}) cannot be applied: ${reason}`,
      { cause },
    );
    this.position = event.position;
  }
}

/** Whether the event would fail on every retry. Skipping it would lose it, so the projection has to stop. */
export function isPoison(error: unknown): error is PoisonEvent | ProjectionFault {
  return error instanceof PoisonEvent || error instanceof ProjectionFault;
}

/** Whether it is a data exception (22…) or constraint violation (23…): retries can't store the rows either. */
export function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^2[23]...$/.test(code);
}
