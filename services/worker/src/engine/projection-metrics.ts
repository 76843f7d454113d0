import type { EventStore } from '@journal/event-store';
import type { Metrics } from '@journal/service-kit';
import type { ProjectionStatus } from './projection.ts';

type Status = Readonly<ProjectionStatus>;
type Head = string | undefined;

/**
 * Registers what projections have applied, and how far they are behind: of those that this worker leads, as others'
 * figures say nothing. There is no figure where the log can't be reached.
 */
export function registerProjectionMetrics(metrics: Metrics, store: EventStore) {
  const labels = ['projection'];
  const statuses: Status[] = [];
  const applied = metrics.counter('projection_events_applied_total', 'Events applied', labels);
  const batches = metrics.counter('projection_batches_total', 'Transactions committed', labels);
  const seconds = metrics.histogram('projection_batch_seconds', 'Time to apply a batch', labels);

  const ofEach = (name: string, help: string, value: (status: Status) => number | undefined) =>
    metrics.gauge(`projection_${name}`, help, labels, (gauge) => setEach(gauge, value));
  const ofEachAndLog = (
    name: string,
    help: string,
    value: (status: Status, head: Head) => number | undefined,
  ) =>
    metrics.gauge(`projection_${name}`, help, labels, async (gauge) => {
      const head = await store.head().catch(() => null);
      setEach(gauge, (status) => (status.leading && head !== null ? value(status, head) : undefined));
    });
  function setEach(gauge: SettableGauge, value: (status: Status) => number | undefined): void {
    gauge.reset();
    for (const status of statuses) {
      const current = value(status);
      if (current !== undefined) gauge.set({ projection: status.projection }, current);
    }
  }

  ofEach('leader', '1 where this worker applies events, 0 where it stands by', ({ leading }) =>
    Number(leading),
  );
  ofEach('stopped', '1 while an event that can not be applied stops the projection', ({ failure }) =>
    Number(failure?.poison ?? false),
  );
  ofEachAndLog(
    'lag_seconds',
    'Age of the last event applied while there are newer ones',
    ({ position, lastEventAt }, head) =>
      head === undefined || head <= position || lastEventAt === undefined
        ? 0
        : Math.max(0, (Date.now() - lastEventAt) / 1_000),
  );
  ofEachAndLog(
    'lag_events',
    'Events in the log after the checkpoint, where its positions count events',
    ({ position }, head = '') => {
      const [last, reached] = [countOf(head), countOf(position)];
      return last === undefined || reached === undefined ? undefined : Math.max(0, last - reached);
    },
  );
  ofEach('position', 'Events up to the checkpoint, where positions of the log count events', (status) =>
    status.leading ? countOf(status.position) : undefined,
  );
  metrics.gauge('log_events', 'Events in the log, where its positions count events', [], async (gauge) => {
    gauge.reset();
    const count = countOf((await store.head().catch(() => undefined)) ?? 'unknown');
    if (count !== undefined) gauge.set({}, count);
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

type SettableGauge = { set(labels: Record<string, string>, value: number): void; reset(): void };

/** Returns the events up to a position of the Postgres log, which numbers them; undefined for other logs' positions. */
function countOf(position: string): number | undefined {
  return /^[0-9]{0,19}$/.test(position) ? Number(position) : undefined;
}
