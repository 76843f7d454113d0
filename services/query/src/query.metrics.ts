import type { Metrics } from '@journal/service-kit';
import type { Answers } from './answers/answers.ts';
import type { ChangeStreams } from './changes/change-streams.ts';

/** Figures of the kept answers and of the change streams. */
export function registerQueryMetrics(
  metrics: Metrics,
  parts: { readonly answers: Answers; readonly streams: ChangeStreams },
): void {
  const { answers, streams } = parts;
  metrics.gauge('answers_kept_hits', 'Answers told from memory since the start', [], (gauge) =>
    gauge.set(answers.stats.hits),
  );
  metrics.gauge('answers_kept_misses', 'Answers asked of the tables since the start', [], (gauge) =>
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
}
