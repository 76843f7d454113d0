import { type EventStore, RevisionConflict } from '@journal/event-store';
import type { Metrics } from '@journal/service-kit';

type ReadAndAppend = Pick<EventStore, 'read' | 'append'>;

/** Returns the same store, which counts appends, conflicts and failures and times appends, in seconds. */
export function measureEventStore(store: ReadAndAppend, metrics: Metrics): ReadAndAppend {
  const appends = metrics.counter('appends_total', 'Appends to the event log that succeeded');
  const conflicts = metrics.counter('append_conflicts_total', 'Appends that failed with a revision conflict');
  const failures = metrics.counter('append_failures_total', 'Appends that failed otherwise');
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
  const seconds = metrics.histogram('append_seconds', 'Time of an append to the event log', [], buckets);
  return {
    read: (stream, options) => store.read(stream, options),
    async append(stream, events, expected) {
      const end = seconds.startTimer();
      try {
        const result = await store.append(stream, events, expected);
        appends.inc();
        return result;
      } catch (error) {
        (error instanceof RevisionConflict ? conflicts : failures).inc();
        throw error;
      } finally {
        end();
      }
    },
  };
}
