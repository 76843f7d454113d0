import type { Metrics } from '@journal/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { TrackedModel } from '../tracker/tracked-model.ts';

/** Registers the metrics of the search. */
export function registerSearchMetrics(metrics: Metrics, articles: TrackedModel, index: TrackedModel) {
  const searches = metrics.counter('searches_total', 'Answers to searches', ['outcome']);
  const seconds = metrics.histogram(
    'search_seconds',
    'Time until the engine has answered a search that was not cached',
    [],
    [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
  );
  const lag = watchIndexLag(articles, index);
  metrics.gauge(
    'search_index_lag_seconds',
    'How long the search index has lacked what the articles have',
    [],
    (gauge) => gauge.set(lag()),
  );
  metrics.gauge('search_index_ready', '1 once the search index has been whole', [], (gauge) =>
    gauge.set(index.ready ? 1 : 0),
  );
  return {
    answered: (outcome: 'found' | 'nothing' | 'failed') => searches.inc({ outcome }),
    /** Resolves or rejects as `search` does, and observes how long that took. */
    timed<T>(search: Promise<T>): Promise<T> {
      const end = seconds.startTimer();
      return search.finally(() => end());
    },
  };
}

/**
 * Returns a function that returns for how many seconds the index has lacked what the articles' tables have; 0 where it
 * lacks nothing. `now` returns milliseconds.
 */
export function watchIndexLag(
  articles: Pick<TrackedModel, 'position' | 'onChange'>,
  index: Pick<TrackedModel, 'position' | 'onChange'>,
  now: () => number = () => performance.now(),
): () => number {
  /** A position that the index had not reached when it was first seen. */
  let awaited: { readonly position: string; readonly since: number } | undefined;

  function look(): number {
    if (awaited === undefined || awaited.position <= index.position)
      awaited =
        articles.position > index.position ? { position: articles.position, since: now() } : undefined;
    return awaited === undefined ? 0 : (now() - awaited.since) / 1_000;
  }

  articles.onChange(look);
  index.onChange(look);
  return look;
}

/** Milliseconds between two lines about the same outage. */
const reminderInterval = 600_000;
/** Milliseconds without a failure, after which an answer ends the outage. */
const recoveryTime = 10_000;

/**
 * Logs once that searches fail and why, however many do, and once that they are answered again. While they go on failing
 * it logs that every ten minutes, with how many it has left out. `now` returns milliseconds.
 */
export function createOutageLog(now: () => number = () => performance.now()) {
  let failures = 0;
  let reported = 0;
  let lastReport = 0;
  let lastFailure = 0;

  return {
    failed(error: unknown, log: Pick<FastifyBaseLogger, 'warn'>) {
      lastFailure = now();
      failures++;
      if (failures > 1 && lastFailure - lastReport < reminderInterval) return;
      log.warn({ err: error, leftOut: failures - 1 - reported }, 'searches fail');
      reported = failures;
      lastReport = lastFailure;
    },
    answered(log: Pick<FastifyBaseLogger, 'info'>) {
      if (failures === 0 || now() - lastFailure < recoveryTime) return;
      log.info({ failed: failures }, 'searches are answered again');
      failures = 0;
      reported = 0;
    },
  };
}
