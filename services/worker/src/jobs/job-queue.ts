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
  /** Milliseconds after which a job whose worker has gone silent is another's; default 30,000. */
  readonly stallTimeout?: number;
  /** Milliseconds that jobs under way and connections are given at the end; default 3,000. */
  readonly shutdownTimeout?: number;
  readonly onOutcome?: (kind: string, outcome: JobOutcome) => void;
};

export type NewJob<Data extends TObject> = {
  /** The same key is the same job: while it is kept, it is added once. */
  readonly key: string;
  readonly requestId: string;
  readonly data: Static<Data>;
};

export type JobQueue = {
  /** Connects, by itself and again after a loss, and begins to work. */
  start(): void;
  /** Resolves once the job is kept. Rejects where the queue is away: add it again then. */
  add<Data extends TObject>(kind: JobKind<Data>, job: NewJob<Data>): Promise<void>;
  /** Removes the jobs whose data fits, but for those under way. */
  remove(fits: (data: unknown) => boolean): Promise<void>;
  counts(): Promise<QueueCounts>;
  /** Resolves where jobs can be added and worked on. */
  check(): Promise<void>;
  /** Ends the jobs under way, which others then try again, and closes. */
  stop(): Promise<void>;
};

/** The queue can't be reached just now. */
export class QueueAway extends Error {
  override readonly name = 'QueueAway';
  readonly code = 'queue away';
}

const unanswered = () => new QueueAway('The queue does not answer');

type Opened = { readonly queue: BullQueue; readonly worker: BullWorker };

const jobsAtOnce = 4;
const pageOfJobs = 500;

/** One queue for all kinds of jobs, and the worker that does them. Any number of processes may share it. */
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
        log.warn({ err: error }, 'the queue is away');
        await backoff.wait(stopping.signal);
      }
  }

  function queueNow(): BullQueue {
    if (!opened) throw new QueueAway('The queue is not connected yet');
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
    async remove(fits) {
      const queue = queueNow();
      for (const state of jobStates) {
        if (state === 'active') continue;
        for (let start = 0; ; ) {
          const page = await queue.getJobs([state], start, start + pageOfJobs - 1);
          const gone = page.filter((job) => job && fits(job.data.data));
          // One that has just begun is no longer ours to remove; its work sees by itself what has changed.
          await Promise.all(gone.map((job) => job.remove().catch(() => {})));
          if (page.length < pageOfJobs) break;
          start += page.length - gone.length;
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
      // An engine that is away can hold up closing for as long as it is; its jobs are taken over once they stall.
      await withTimeout(shutdownTimeout, worker.close()).catch(() => cutOff(worker));
      await withTimeout(shutdownTimeout, queue.close()).catch(() => cutOff(queue));
    },
  };
}

/** Breaks the connections, which would else be made again and again. */
async function cutOff(client: { disconnect(): Promise<void> }): Promise<void> {
  await withTimeout(500, client.disconnect()).catch(() => {});
}

/** Where a job can be. Those that failed for good stay for 30 days. */
export const jobStates = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export type QueueCounts = Readonly<Record<(typeof jobStates)[number], number>>;

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
