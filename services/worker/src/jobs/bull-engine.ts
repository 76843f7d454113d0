import {
  type BackendFactory,
  type IQueueBackend,
  type Processor,
  type Queue,
  type Worker,
  withBackend,
} from 'bullmq';
import type { JobRetries } from './job-back-off.ts';
import { backOffAfter } from './job-back-off.ts';

/** What is kept with each job. */
export type JobRecord = { readonly requestId: string; readonly data: unknown };

export type BullQueue = Queue<JobRecord>;
export type BullWorker = Worker<JobRecord>;

/** Where jobs are kept: a Redis or a Postgres, with the same queue and worker on both. */
export type QueueEngine = {
  /** Makes what the engine needs to keep jobs. Safe to call from many processes at once, and again. */
  prepare(): Promise<void>;
  openQueue(retries: JobRetries): BullQueue;
  /** Begins to work only when it is told to. */
  openWorker(work: Processor<JobRecord>, options: BullWorkerOptions): BullWorker;
};

export type BullWorkerOptions = {
  readonly retries: JobRetries;
  readonly concurrency: number;
  /** Milliseconds after which a job whose worker has gone silent is another's. */
  readonly silence: number;
};

const queueName = 'journal';
const day = 24 * 3_600;

export function engineOf<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  parts: {
    readonly prepare: () => Promise<void>;
    readonly producing: Connection;
    readonly working: Connection;
  },
): QueueEngine {
  const classes = withBackend(factory);
  return {
    prepare: parts.prepare,
    openQueue: ({ attempts }) =>
      new classes.Queue(queueName, {
        connection: parts.producing,
        defaultJobOptions: {
          attempts,
          backoff: { type: 'doubling' },
          // While a job is kept, its id is taken: the same job can't be added a second time.
          removeOnComplete: { age: 7 * day, count: 10_000 },
          removeOnFail: { age: 30 * day },
          stackTraceLimit: 0,
        },
      }) as unknown as BullQueue,
    openWorker: (work, { retries, concurrency, silence }) =>
      new classes.Worker(queueName, work, {
        connection: parts.working,
        autorun: false,
        concurrency,
        lockDuration: silence,
        stalledInterval: silence,
        // Seconds; new jobs wake it, this is for wake-ups that are lost.
        drainDelay: 20,
        // A process may die of many things; only the job's own attempts say that it can't be done.
        maxStalledCount: retries.attempts,
        runRetryDelay: 1_000,
        settings: { backoffStrategy: (attempt: number) => backOffAfter(attempt, retries) },
      }) as unknown as BullWorker,
  };
}
