import type { Metrics } from '@journal/service-kit';
import type { ChangeStreams } from './changes/change-streams.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import type { PositionWaits } from './tracker/read-your-writes.ts';

/** Figures of the kept answers, of the change streams and of who waits for a position. */
export function registerQueryMetrics(
  metrics: Metrics,
  parts: { readonly answers: ResponseCache; readonly streams: ChangeStreams; readonly waits: PositionWaits },
): void {
  const { answers, streams, waits } = parts;
  metrics.gauge('answers_kept_hits', 'ResponseCache told from memory since the start', [], (gauge) =>
    gauge.set(answers.stats.hits),
  );
  metrics.gauge('answers_kept_misses', 'ResponseCache asked of the tables since the start', [], (gauge) =>
    gauge.set(answers.stats.misses),
  );
  metrics.gauge('answers_kept_bytes', 'Bytes of answers in memory', [], (gauge) =>
    gauge.set(answers.stats.bytes),
  );
  metrics.gauge('change_streams_open', 'Open streams of GET /api/changes', [], (gauge) =>
    gauge.set(streams.open),
  );
  metrics.gauge('change_streams_dropped', 'Streams cut off since the start, for being slow', [], (gauge) =>
    gauge.set(streams.dropped),
  );
  metrics.gauge('position_waits_open', 'Requests that wait for a position', [], (gauge) =>
    gauge.set(waits.waiting),
  );
  metrics.gauge(
    'position_waits_turned_away',
    'Requests answered at once since the start because too many waited for a position',
    [],
    (gauge) => gauge.set(waits.rejected),
  );
}
