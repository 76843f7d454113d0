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
  /** What the batch changes. The batches before it have been committed, and nobody else writes meanwhile. */
  changes(database: Pick<pg.Pool, 'query'>): Promise<Changes>;
};

/** One read model and how events become its rows. */
export type Projection<Event extends OpenedEvent = OpenedEvent> = {
  readonly model: ReadModel;
  /** The events it knows, and it is given no other; or every event there is, known or not. */
  readonly events: EventCatalogue | 'all';
  /** The work that can be done while the batch before is still being written. */
  prepare(events: readonly Event[], schema: string): PreparedBatch;
};
