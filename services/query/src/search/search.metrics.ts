import type { Metrics } from '@journal/service-kit';
import type { TrackedModel } from '../tracker/tracked-model.ts';
import { watchIndexLag } from './index-lag.ts';

export type SearchFigures = {
  /** Counts an answer. */
  answered(outcome: 'found' | 'nothing' | 'failed'): void;
  /** Gives what `asking` gives, and counts how long it took, also where it fails. */
  timed<Result>(asking: Promise<Result>): Promise<Result>;
};

/** Figures of the search; `readSide` is that of the articles. */
export function registerSearchMetrics(
  metrics: Metrics,
  readSide: TrackedModel,
  searchSide: TrackedModel,
): SearchFigures {
  const searches = metrics.counter('searches_total', 'ResponseCache to searches', ['outcome']);
  const seconds = metrics.histogram(
    'search_seconds',
    'Time until the engine has answered a search that was not told from memory',
    [],
    [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
  );
  const lag = watchIndexLag(readSide, searchSide);
  metrics.gauge(
    'search_index_lag_seconds',
    'How long the search index has lacked what the articles have',
    [],
    (gauge) => gauge.set(lag()),
  );
  metrics.gauge('search_index_ready', '1 once the search index has been whole', [], (gauge) =>
    gauge.set(searchSide.ready ? 1 : 0),
  );
  return {
    answered: (outcome) => searches.inc({ outcome }),
    timed(asking) {
      const end = seconds.startTimer();
      return asking.finally(() => end());
    },
  };
}
