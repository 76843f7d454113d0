import type { Metrics } from '@journal/service-kit';
import { createBackoff, sleep, withTimeout } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type { Static, TObject } from 'typebox';
import { Check } from 'typebox/value';
import { type Bull, type JobRecord, openBull, pauseOnError } from './bull-engine.ts';
import { defaultRetries, type JobHandler, type JobKind, type JobRetries } from './job-kind.ts';
import { createProcessor } from './job-processor.ts';

export type JobQueueOptions = {
  /** URL of the Redis or Postgres that stores the jobs. */
  readonly url: string;
  readonly handlers: readonly JobHandler[];
  readonly log: FastifyBaseLogger;
  /** Receives the number of jobs per state and the outcomes of this worker's attempts. */
  readonly metrics: Metrics;
  readonly retries?: JobRetries | undefined;
  /** Milliseconds after which the job of an unresponsive worker is given to another. Default: 30,000. */
  readonly stallTimeout?: number;
  /** Milliseconds that running jobs and connections have to end on shutdown. Default: 3,000. */
  readonly shutdownTimeout?: number;
  /** Number of jobs that `remove` reads at a time. Default: 500. */
  readonly pageSize?: number;
};

export type NewJob<Data extends TObject> = {
  /** Deduplication key: while a job is stored, another job with the same key is not added. */
  readonly key: string;
  readonly requestId: string;
  /** Milliseconds before the job is due. Default: 0. */
  readonly delay?: number;
  readonly data: Static<Data>;
};

/** Milliseconds that adding or removing jobs waits for the queue's first connection. */
const firstConnection = 5_000;

/** States of a job. Permanently failed jobs are stored for 30 days. */
const jobStates = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;
type JobState = (typeof jobStates)[number];

export type JobQueue = {
  /** Connects, reconnects after each loss, and begins to process jobs. */
  start(): void;
  /** Resolves once the job is stored. Rejects while the queue is unreachable; the caller retries. */
  add<Data extends TObject>(kind: JobKind<Data>, job: NewJob<Data>): Promise<void>;
  /** Removes the jobs whose data matches, except running ones. */
  remove(matches: (data: unknown) => boolean): Promise<void>;
  /** Resolves with the number of jobs in each state. Rejects while the queue is unreachable. */
  counts(): Promise<Readonly<Record<JobState, number>>>;
  /** Aborts running jobs, which other workers then retry, and closes the queue. */
  stop(): Promise<void>;
};

/** The queue can't be reached at the moment. */
export class QueueUnreachable extends Error {
  override readonly name = 'QueueUnreachable';
  readonly code = 'queue unreachable';
}

/** Returns the queue of all kinds of jobs with the worker that processes them. Any number of processes may share it. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { url, log, metrics, retries = defaultRetries, stallTimeout = 30_000, pageSize = 500 } = options;
  const stopping = new AbortController();
  const attempts = metrics.counter('job_attempts_total', 'Job attempts', ['kind', 'outcome']);
  // So that an alert sees the first failure as an increase.
  for (const { kind } of options.handlers) attempts.inc({ kind: kind.name, outcome: 'failed for good' }, 0);
  const work = createProcessor({
    ...options,
    stopping: stopping.signal,
    onOutcome: (kind, outcome) => attempts.inc({ kind, outcome }),
  });
  let opened: Bull | undefined;
  const opening = Promise.withResolvers<void>();
  let finished: Promise<void> | undefined;

  async function open(): Promise<Bull> {
    const bull = await openBull(url, { work, retries, stallTimeout });
    const { queue, worker } = bull;
    queue.on('error', () => {});
    pauseOnError(worker, log, stopping.signal);
    const unanswered = () => new QueueUnreachable('The queue did not respond');
    try {
      await withTimeout(5_000, Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]), unanswered);
      return bull;
    } catch (error) {
      void Promise.allSettled([worker.close(true), queue.close()]);
      throw error;
    }
  }

  async function run(): Promise<void> {
    const backoff = createBackoff({ initial: 100, max: 5_000 });
    while (!stopping.signal.aborted && !opened)
      try {
        opened = await open();
        opening.resolve();
        void opened.worker.run().catch((error: Error) => log.error({ err: error }, 'jobs stopped'));
      } catch (error) {
        log.warn({ err: error, dependency: 'queue' }, 'queue unreachable');
        await backoff.wait(stopping.signal);
      }
  }

  function queueNow(): Bull['queue'] {
    if (!opened) throw new QueueUnreachable('The queue is not connected yet');
    return opened.queue;
  }

  /** Callers that start together with the queue wait for its first connection. */
  async function firstOpened(): Promise<Bull['queue']> {
    if (finished) await Promise.race([opening.promise, sleep(firstConnection, stopping.signal)]);
    return queueNow();
  }

  const counts: JobQueue['counts'] = async () =>
    (await queueNow().getJobCounts(...jobStates)) as Record<JobState, number>;

  metrics.gauge('queue_jobs', 'Jobs in the queue', ['state'], async (gauge) => {
    gauge.reset();
    const now = await counts().catch(() => ({}));
    for (const [state, count] of Object.entries(now)) gauge.set({ state }, count);
  });

  return {
    start() {
      finished ??= run();
    },
    async add(kind, { key, requestId, delay = 0, data }) {
      if (!Check(kind.data, data))
        throw new Error(`The data of a "${kind.name}" job does not match its schema`);
      const record: JobRecord = { requestId, data };
      // A colon separates the parts of the engine's own keys.
      const jobId = `${kind.name}-${encodeURIComponent(key)}`;
      await (await firstOpened()).add(kind.name, record, { jobId, delay });
    },
    async remove(matches) {
      const queue = await firstOpened();
      for (const state of jobStates) {
        if (state === 'active') continue;
        for (let start = 0; ; ) {
          const page = await queue.getJobs([state], start, start + pageSize - 1);
          const removed = page.filter((job) => job && matches(job.data.data));
          // A job that has just started can't be removed; its handler detects the change.
          await Promise.all(removed.map((job) => job.remove().catch(() => {})));
          if (page.length < pageSize) break;
          start += page.length - removed.length;
        }
      }
    },
    counts,
    async stop() {
      stopping.abort();
      await finished;
      if (!opened) return;
      // An unreachable engine can delay closing; other workers take over its jobs once they stall.
      for (const client of [opened.worker, opened.queue])
        await withTimeout(options.shutdownTimeout ?? 3_000, client.close()).catch(() => disconnect(client));
    },
  };
}

/** Breaks the connections, which would otherwise keep reconnecting. */
async function disconnect(client: { disconnect(): Promise<void> }): Promise<void> {
  await withTimeout(500, client.disconnect()).catch(() => {});
}
