import type { EventStore } from '@journal/event-store';
import type { Metrics } from '@journal/service-kit';
import type { ProjectionStatus } from './projection.ts';

type Status = Readonly<ProjectionStatus>;
/** The end of the log: undefined if the log is empty, null if it can't be reached. */
type Head = string | undefined | null;

/**
 * Registers the metrics of all watched projections: whether this worker leads them, whether they are stopped, and what
 * it has applied. Lag is reported only for projections that it leads, and only while the log can be reached.
 */
export function registerProjectionMetrics(metrics: Metrics, store: EventStore) {
  const labels = ['projection'];
  const statuses: Status[] = [];
  const applied = metrics.counter('projection_events_applied_total', 'Events applied', labels);
  const batches = metrics.counter('projection_batches_total', 'Transactions committed', labels);
  const seconds = metrics.histogram('projection_batch_seconds', 'Time to apply a batch', labels);

  let asked: Promise<Head> | undefined;
  /** Resolves with the end of the log. The gauges of one scrape share one read. */
  const readHead = (): Promise<Head> => {
    asked ??= store
      .head()
      .catch(() => null)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  const ofEach = (name: string, help: string, value: (status: Status, head: Head) => number | undefined) =>
    metrics.gauge(name, help, labels, async (gauge) => {
      const head = await readHead();
      gauge.reset();
      for (const status of statuses) {
        const current = value(status, head);
        if (current !== undefined) gauge.set({ projection: status.projection }, current);
      }
    });

  ofEach('projection_leader', '1 if this worker leads the projection, 0 if it stands by', ({ leading }) =>
    Number(leading),
  );
  ofEach(
    'projection_stopped',
    '1 while the projection is stopped by an event that cannot be applied',
    ({ failure }) => Number(failure?.poison ?? false),
  );
  const lagHelp =
    'Seconds since the last applied event, or since there was no further one, while newer ones exist';
  ofEach('projection_lag_seconds', lagHelp, (status, head) => {
    const { leading, position, lastEventAt } = status;
    if (!leading || head === null) return undefined;
    const isBehind = head !== undefined && head > position && lastEventAt !== undefined;
    return isBehind ? Math.max(0, (Date.now() - lastEventAt) / 1_000) : 0;
  });
  ofEach(
    'projection_lag_events',
    'Events in the log after the checkpoint, if log positions count events',
    ({ leading, position }, head = '') => {
      if (!leading || head === null) return undefined;
      const [last, reached] = [countOf(head), countOf(position)];
      return last === undefined || reached === undefined ? undefined : Math.max(0, last - reached);
    },
  );
  ofEach(
    'projection_position',
    'Events up to the checkpoint, if log positions count events',
    ({ leading, position }) => (leading ? countOf(position) : undefined),
  );
  metrics.gauge('log_events', 'Events in the log, if log positions count events', [], async (gauge) => {
    const head = await readHead();
    const count = head === null ? undefined : countOf(head ?? '');
    // Resetting a gauge without labels would report 0.
    if (count === undefined) gauge.remove();
    else gauge.set(count);
  });
  return {
    watch: (status: Status) => void statuses.push(status),
    onStep(projection: string, step: { readonly events: number; readonly seconds: number }) {
      applied.inc({ projection }, step.events);
      batches.inc({ projection });
      seconds.observe({ projection }, step.seconds);
    },
  };
}

/** Returns the number of events up to a position of the Postgres log; undefined for positions of other logs. */
function countOf(position: string): number | undefined {
  return /^[0-9]{0,19}$/.test(position) ? Number(position) : undefined;
}
