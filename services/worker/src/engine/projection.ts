import type { EventCatalogue, OpenedEvent } from '@journal/events';
import type { Write } from '@journal/postgres';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';

export type Changes = {
  readonly writes: readonly Write[];
  /** What readers may see differently afterwards. */
  readonly topics: ReadonlySet<string>;
};

/** What a projection has made of a batch without looking at its tables. */
export type PreparedBatch = {
  /**
   * What the batch changes. The batches before it have been committed, and nobody else writes meanwhile. The signal is
   * aborted when the leader is to stop: what waits here must not keep it.
   */
  changes(database: Pick<pg.Pool, 'query'>, signal?: AbortSignal): Promise<Changes>;
};

/** A leader between two of its steps. */
export type LeadersTerm = {
  readonly pool: pg.Pool;
  /** The schema it fills. */
  readonly schema: string;
  /** Its number: whoever moves the checkpoint does so only where this is still the term. */
  readonly term: string;
  /** Where the checkpoint is; '' before the first event. */
  readonly position: string;
  /** Aborted when the leader is to stop, or has lost its lock. */
  readonly signal: AbortSignal;
};

/** One read model and how events become its rows. */
export type Projection<Event extends OpenedEvent = OpenedEvent> = {
  readonly model: ReadModel;
  /** The events it knows, and it is given no other; or every event there is, known or not. */
  readonly events: EventCatalogue | 'all';
  /** The work that can be done while the batch before is still being written. */
  prepare(events: readonly Event[], schema: string): PreparedBatch;
  /** Most events of one batch, where a thousand would be too much to hold; default 1,000. */
  readonly batchSize?: number;
  /**
   * What a leader has to look after beside events. Called when its term begins, before the first event, and every 5 s
   * between two steps; no step is written meanwhile. It may move the checkpoint, and gives where that is now: where it
   * was moved, the events after it are read anew. Where it rejects, the term ends as with a step that failed.
   */
  attend?(leader: LeadersTerm): Promise<string>;
};
