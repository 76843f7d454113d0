import type { EventStore } from '@journal/event-store';
import type { Metrics } from '@journal/service-kit';
import type { ProjectionStatus } from './projection.ts';

/**
 * Figures of projections: what they have applied, and how far they are behind. Only the leader's lag says something;
 * a worker that stands by reports none.
 */
export function registerProjectionMetrics(metrics: Metrics, store: EventStore) {
  const labels = ['projection'];
  const statuses: Readonly<ProjectionStatus>[] = [];
  const applied = metrics.counter('projection_events_applied_total', 'Events applied', labels);
  const batches = metrics.counter('projection_batches_total', 'Transactions committed', labels);
  const seconds = metrics.histogram('projection_batch_seconds', 'Time to apply a batch', labels);
  const eachStatus = (value: (status: Readonly<ProjectionStatus>) => number) => (gauge: SettableGauge) => {
    for (const status of statuses) gauge.set({ projection: status.projection }, value(status));
  };
  metrics.gauge(
    'projection_leader',
    '1 where this worker applies events, 0 where it stands by',
    labels,
    eachStatus((status) => Number(status.leading)),
  );
  metrics.gauge(
    'projection_stopped',
    '1 while an event that can not be applied stops the projection',
    labels,
    eachStatus((status) => Number(status.failure?.poison ?? false)),
  );
  /** Nothing is said where the log can't be asked. */
  const eachLag =
    (lag: (status: Readonly<ProjectionStatus>, head: string | undefined) => number | undefined) =>
    async (gauge: SettableGauge) => {
      gauge.reset();
      const head = await store.head().catch(() => null);
      if (head === null) return;
      for (const status of statuses) {
        const value = status.leading ? lag(status, head) : undefined;
        if (value !== undefined) gauge.set({ projection: status.projection }, value);
      }
    };
  metrics.gauge(
    'projection_lag_seconds',
    'Age of the last event applied while there are newer ones',
    labels,
    eachLag(secondsBehind),
  );
  metrics.gauge(
    'projection_lag_events',
    'Events in the log after the checkpoint, where its positions count events',
    labels,
    eachLag(eventsBehind),
  );
  metrics.gauge(
    'projection_position',
    'Events up to the checkpoint, where positions of the log count events',
    labels,
    (gauge: SettableGauge) => {
      gauge.reset();
      for (const { leading, projection, position } of statuses) {
        const counted = leading ? countOf(position) : undefined;
        if (counted !== undefined) gauge.set({ projection }, counted);
      }
    },
  );
  metrics.gauge('log_events', 'Events in the log, where its positions count events', [], async (gauge) => {
    gauge.reset();
    const counted = countOf((await store.head().catch(() => undefined)) ?? 'unknown');
    if (counted !== undefined) gauge.set({}, counted);
  });
  return {
    watch: (status: Readonly<ProjectionStatus>) => void statuses.push(status),
    onStep(projection: string, step: { readonly events: number; readonly seconds: number }) {
      applied.inc({ projection }, step.events);
      batches.inc({ projection });
      seconds.observe({ projection }, step.seconds);
    },
  };
}

type SettableGauge = { set(labels: Record<string, string>, value: number): void; reset(): void };

function secondsBehind(status: Readonly<ProjectionStatus>, head: string | undefined): number {
  if (head === undefined || head <= status.position || status.lastEventAt === undefined) return 0;
  return Math.max(0, (Date.now() - status.lastEventAt) / 1_000);
}

/** The Postgres log numbers its events; other logs' positions are no numbers of that kind. */
function eventsBehind({ position }: Readonly<ProjectionStatus>, head = ''): number | undefined {
  const [last, applied] = [countOf(head), countOf(position)];
  return last === undefined || applied === undefined ? undefined : Math.max(0, last - applied);
}

function countOf(position: string): number | undefined {
  return /^[0-9]{0,19}$/.test(position) ? Number(position) : undefined;
}
