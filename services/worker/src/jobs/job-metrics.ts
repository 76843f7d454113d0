import type { Metrics } from '@journal/service-kit';
import type { JobOutcome } from './job-processor.ts';
import type { JobQueue } from './job-queue.ts';

/** How many jobs are in each state, and what came of those that this worker has done. */
export function registerJobMetrics(metrics: Metrics, queue: () => JobQueue) {
  metrics.gauge('queue_jobs', 'Jobs in the queue', ['state'], async (gauge) => {
    gauge.reset();
    const counts = await queue()
      .counts()
      .catch(() => undefined);
    for (const [state, count] of Object.entries(counts ?? {})) gauge.set({ state }, count);
  });
  const attempts = metrics.counter('job_attempts_total', 'Attempts at jobs', ['kind', 'outcome']);
  return {
    onOutcome: (kind: string, outcome: JobOutcome) => void attempts.inc({ kind, outcome }),
  };
}
