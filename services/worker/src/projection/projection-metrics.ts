import type { EventStore } from '@journal/event-store';
import type { Metrics } from '@journal/service-kit';
import type { LeadParts } from './lead.ts';
import type { ProjectionStatus } from './projection-status.ts';

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
    eachStatus((status) => Number(status.trouble?.poison ?? false)),
  );
  metrics.gauge(
    'projection_lag_seconds',
    'Age of the last event applied while there are newer ones',
    labels,
    async (gauge) => {
      gauge.reset();
      const head = await store.head();
      for (const status of statuses)
        if (status.leading) gauge.set({ projection: status.projection }, secondsBehind(status, head));
    },
  );
  metrics.gauge(
    'projection_lag_events',
    'Events after the checkpoint, in the unit of the log’s positions',
    labels,
    async (gauge) => {
      gauge.reset();
      const head = await store.head();
      for (const status of statuses)
        if (status.leading) gauge.set({ projection: status.projection }, distance(status.position, head));
    },
  );
  return {
    watch: (status: Readonly<ProjectionStatus>) => void statuses.push(status),
    stepOf(projection: string): LeadParts<never>['onStep'] {
      return (step) => {
        applied.inc({ projection }, step.events);
        batches.inc({ projection });
        seconds.observe({ projection }, step.seconds);
      };
    },
  };
}

type SettableGauge = { set(labels: Record<string, string>, value: number): void };

function secondsBehind(status: Readonly<ProjectionStatus>, head: string | undefined): number {
  if (head === undefined || head <= status.position) return 0;
  return status.lastEventAt === undefined ? 0 : Math.max(0, (Date.now() - status.lastEventAt) / 1_000);
}

function distance(position: string, head: string | undefined): number {
  if (head === undefined || head <= position) return 0;
  return Number(BigInt(head) - BigInt(position === '' ? 0 : position));
}
