import type { Metrics } from '@journal/service-kit';
import type { TrackedModel } from '../tracker/tracked-model.ts';

/** Registers the search metrics. */
export function registerSearchMetrics(metrics: Metrics, articles: TrackedModel, index: TrackedModel) {
  const searches = metrics.counter('searches_total', 'Search responses', ['outcome']);
  // Counted from zero, so that the first failure is an increase.
  searches.inc({ outcome: 'failed' }, 0);
  const seconds = metrics.histogram(
    'search_seconds',
    'Time for the engine to answer a search that was not cached',
    [],
    [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
  );
  const lag = watchIndexLag(articles, index);
  metrics.value('search_index_lag_seconds', 'Lag of the search index behind the articles, in seconds', lag);
  metrics.value('search_index_ready', '1 once the search index has been complete', () => Number(index.ready));
  return {
    answered: (outcome: 'found' | 'nothing' | 'failed') => searches.inc({ outcome }),
    /** Settles as `search` does, and observes how long it took. */
    timed<T>(search: Promise<T>): Promise<T> {
      const end = seconds.startTimer();
      return search.finally(() => end());
    },
  };
}

/**
 * Returns a function that returns for how many seconds the index has been behind the articles' tables; 0 if it is not.
 * `now` returns milliseconds.
 */
export function watchIndexLag(
  articles: Pick<TrackedModel, 'position' | 'onChange'>,
  index: Pick<TrackedModel, 'position' | 'onChange'>,
  now: () => number = () => performance.now(),
): () => number {
  /** A position that the index had not reached when it was first seen. */
  let awaited: { readonly position: string; readonly since: number } | undefined;

  function measureLag(): number {
    if (awaited === undefined || awaited.position <= index.position)
      awaited =
        articles.position > index.position ? { position: articles.position, since: now() } : undefined;
    return awaited === undefined ? 0 : (now() - awaited.since) / 1_000;
  }

  articles.onChange(measureLag);
  index.onChange(measureLag);
  return measureLag;
}
