import type { EventCatalogue, OpenedEvent } from '@journal/events';
import type { ReadModel } from '@journal/read-models';
import type pg from 'pg';

/** What a projection has made of a batch without looking at its tables. */
export type PreparedBatch = {
  /**
   * Writes the batch with statements of the transaction that `client` is in, and gives the topics of what readers
   * may see differently. The batches before it have been committed.
   */
  write(client: pg.ClientBase): Promise<ReadonlySet<string>>;
};

/** One read model and how events become its rows. */
export type Projection<Event extends OpenedEvent = OpenedEvent> = {
  readonly model: ReadModel;
  /** The events it knows; it is given no other. */
  readonly events: EventCatalogue;
  /** The work that can be done while the batch before is still being written. */
  prepare(events: readonly Event[], schema: string): PreparedBatch;
};
