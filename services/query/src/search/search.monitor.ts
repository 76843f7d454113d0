import type { Metrics } from '@journal/service-kit';
import type { FastifyBaseLogger } from 'fastify';
import type { TrackedModel } from '../tracker/tracked-model.ts';

export type SearchFigures = {
  /** Counts an answer. */
  answered(outcome: 'found' | 'nothing' | 'failed'): void;
  /** Resolves or rejects as `search` does, and observes how long that took. */
  timed<T>(search: Promise<T>): Promise<T>;
};

/** Registers the metrics of the search; `readSide` is that of the articles. */
export function registerSearchMetrics(
  metrics: Metrics,
  readSide: TrackedModel,
  searchSide: TrackedModel,
): SearchFigures {
  const searches = metrics.counter('searches_total', 'Answers to searches', ['outcome']);
  const seconds = metrics.histogram(
    'search_seconds',
    'Time until the engine has answered a search that was not cached',
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
    timed(search) {
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
  readSide: Pick<TrackedModel, 'position' | 'onChange'>,
  searchSide: Pick<TrackedModel, 'position' | 'onChange'>,
  now: () => number = () => performance.now(),
): () => number {
  /** A position that the index had not reached when it was first seen. */
  let awaited: { readonly position: string; readonly since: number } | undefined;

  function look(): number {
    if (awaited === undefined || awaited.position <= searchSide.position)
      awaited =
        readSide.position > searchSide.position ? { position: readSide.position, since: now() } : undefined;
    return awaited === undefined ? 0 : (now() - awaited.since) / 1_000;
  }

  readSide.onChange(look);
  searchSide.onChange(look);
  return look;
}

/** Milliseconds between two lines about the same outage. */
const reminderInterval = 600_000;
/** Milliseconds without a failure, after which an answer ends the outage. */
const recoveryTime = 10_000;

export type OutageLog = {
  failed(error: unknown, log: Pick<FastifyBaseLogger, 'warn'>): void;
  answered(log: Pick<FastifyBaseLogger, 'info'>): void;
};

/**
 * Logs once that searches fail and why, however many do, and once that they are answered again. While they go on failing
 * it logs that every ten minutes, with how many it has left out. `now` returns milliseconds.
 */
export function createOutageLog(now: () => number = () => performance.now()): OutageLog {
  let failures = 0;
  let told = 0;
  let lastTold = 0;
  let lastFailure = 0;

  return {
    failed(error, log) {
      lastFailure = now();
      failures++;
      if (failures > 1 && lastFailure - lastTold < reminderInterval) return;
      log.warn({ err: error, leftOut: failures - 1 - told }, 'searches fail');
      told = failures;
      lastTold = lastFailure;
    },
    answered(log) {
      if (failures === 0 || now() - lastFailure < recoveryTime) return;
      log.info({ failed: failures }, 'searches are answered again');
      failures = 0;
      told = 0;
    },
  };
}
