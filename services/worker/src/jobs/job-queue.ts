import type { Metrics } from '@journal/service-kit';
import { createBackoff, withTimeout } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type { Static, TObject } from 'typebox';
import { Check } from 'typebox/value';
import {
  type BullQueue,
  type BullWorker,
  type JobRecord,
  pauseOnError,
  type QueueEngine,
} from './bull-engine.ts';
import { defaultRetries, type JobHandler, type JobKind, type JobRetries } from './job-kind.ts';
import { createProcessor, type JobOutcome } from './job-processor.ts';

export type JobQueueOptions = {
  readonly engine: QueueEngine;
  readonly handlers: readonly JobHandler[];
  readonly log: FastifyBaseLogger;
  readonly retries?: JobRetries;
  /** Milliseconds after which the job of a silent worker is given to another; default 30,000. */
  readonly stallTimeout?: number;
  /** Milliseconds that jobs under way and connections get to end; default 3,000. */
  readonly shutdownTimeout?: number;
  readonly onOutcome?: (kind: string, outcome: JobOutcome) => void;
};

export type NewJob<Data extends TObject> = {
  /** Deduplicates: while a job is stored, another with its key is not added. */
  readonly key: string;
  readonly requestId: string;
  readonly data: Static<Data>;
};

export type JobQueue = {
  /** Connects, again after each loss, and begins to work. */
  start(): void;
  /** Resolves once the job is stored. Rejects while the queue is unreachable; the caller retries. */
  add<Data extends TObject>(kind: JobKind<Data>, job: NewJob<Data>): Promise<void>;
  /** Removes the jobs whose data matches, except those under way. */
  remove(matches: (data: unknown) => boolean): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** Rejects where the queue can't be reached. */
  check(): Promise<void>;
  /** Aborts the jobs under way, which other workers then retry, and closes. */
  stop(): Promise<void>;
};

/** The queue can't be reached at the moment. */
export class QueueUnreachable extends Error {
  override readonly name = 'QueueUnreachable';
  readonly code = 'queue unreachable';
}

const unanswered = () => new QueueUnreachable('The queue does not answer');

type Opened = { readonly queue: BullQueue; readonly worker: BullWorker };

const jobsAtOnce = 4;
const pageOfJobs = 500;

/** Returns the queue of all kinds of jobs with the worker that does them. Any number of processes may share it. */
export function createJobQueue(options: JobQueueOptions): JobQueue {
  const { engine, log, retries = defaultRetries, stallTimeout = 30_000, shutdownTimeout = 3_000 } = options;
  const stopping = new AbortController();
  const process = createProcessor({ ...options, stopping: stopping.signal });
  let opened: Opened | undefined;
  let finished: Promise<void> | undefined;

  async function open(): Promise<Opened> {
    await engine.prepare();
    const queue = engine.openQueue(retries);
    queue.on('error', () => {});
    const worker = engine.openWorker(process, { retries, concurrency: jobsAtOnce, stallTimeout });
    pauseOnError(worker, log, stopping.signal);
    try {
      await withTimeout(5_000, Promise.all([queue.waitUntilReady(), worker.waitUntilReady()]), unanswered);
      return { queue, worker };
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
        void opened.worker.run().catch((error: Error) => log.error({ err: error }, 'jobs stopped'));
      } catch (error) {
        log.warn({ err: error }, 'queue unreachable');
        await backoff.wait(stopping.signal);
      }
  }

  function queueNow(): BullQueue {
    if (!opened) throw new QueueUnreachable('The queue is not connected yet');
    return opened.queue;
  }

  return {
    start() {
      finished ??= run();
    },
    async add(kind, { key, requestId, data }) {
      if (!Check(kind.data, data))
        throw new Error(`The data of a job "${kind.name}" is not what it should be`);
      const record: JobRecord = { requestId, data };
      // A colon separates the parts of the engine's own keys.
      const jobId = `${kind.name}-${encodeURIComponent(key)}`;
      await queueNow().add(kind.name, record, { jobId });
    },
    async remove(matches) {
      const queue = queueNow();
      for (const state of jobStates) {
        if (state === 'active') continue;
        for (let start = 0; ; ) {
          const page = await queue.getJobs([state], start, start + pageOfJobs - 1);
          const removed = page.filter((job) => job && matches(job.data.data));
          // One that has just begun can't be removed; its handler notices what has changed.
          await Promise.all(removed.map((job) => job.remove().catch(() => {})));
          if (page.length < pageOfJobs) break;
          start += page.length - removed.length;
        }
      }
    },
    async counts() {
      return (await queueNow().getJobCounts(...jobStates)) as QueueCounts;
    },
    async check() {
      await queueNow().getJobCounts('active');
    },
    async stop() {
      stopping.abort();
      await finished;
      if (!opened) return;
      const { queue, worker } = opened;
      // An unreachable engine can hold up closing; its jobs are taken over once they stall.
      await withTimeout(shutdownTimeout, worker.close()).catch(() => forceDisconnect(worker));
      await withTimeout(shutdownTimeout, queue.close()).catch(() => forceDisconnect(queue));
    },
  };
}

/** Breaks the connections, which would otherwise be opened again and again. */
async function forceDisconnect(client: { disconnect(): Promise<void> }): Promise<void> {
  await withTimeout(500, client.disconnect()).catch(() => {});
}

/** The states of a job. Those that failed for good are stored for 30 days. */
export const jobStates = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export type QueueCounts = Readonly<Record<(typeof jobStates)[number], number>>;

/** Registers how many jobs are in each state, and the outcomes of those that this worker did. */
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
