import { topics } from '@journal/contracts';
import { type ConcernEvent, concernEvents, type OpenedEvent } from '@journal/events';
import { type ConcernRow, concernColumns, concernsModel } from '@journal/read-models';
import type { Projection } from '../../engine/projection.ts';
import { deleteRows, replaceRows, type Table } from '../../engine/rows.ts';

const concerns: Table<ConcernRow> = { name: 'concern', columns: concernColumns };

/** Concerns that were reported with the public form, except erased ones. */
export const concernsProjection: Projection<OpenedEvent<ConcernEvent>> = {
  model: concernsModel,
  events: concernEvents,
  prepare: (events) => ({
    async apply(transaction) {
      if (events.length === 0) return [];
      const after = new Map(events.map((event) => [event.data.concernId, rowOf(event)]));
      const kept = [...after.values()].filter((row) => row !== undefined);
      const over = [...after.keys()].filter((id) => after.get(id) === undefined);
      replaceRows(transaction, concerns, 'concernId', kept);
      deleteRows(transaction, concerns, 'concernId', over);
      return [topics.concerns];
    },
  }),
};

function rowOf(event: OpenedEvent<ConcernEvent>): ConcernRow | undefined {
  return event.type === 'ConcernReported' ? { ...event.data, at: event.metadata.at } : undefined;
}
