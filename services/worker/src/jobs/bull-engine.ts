import { createPool } from '@journal/postgres';
import { createBackoff } from '@journal/service-kit/async';
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type Processor,
  type Queue,
  runMigrations,
  type Worker,
  withBackend,
} from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { backOffAfter, type JobRetries } from './job-kind.ts';

/** What is stored with each job. */
export type JobRecord = { readonly requestId: string; readonly data: unknown };

export type BullQueue = Queue<JobRecord>;
export type BullWorker = Worker<JobRecord>;

/** Where jobs are stored: Redis or Postgres, with the same queue and worker on both. */
export type QueueEngine = {
  /** Creates what the engine needs to store jobs. Safe to call again, and from many processes at once. */
  prepare(): Promise<void>;
  openQueue(retries: JobRetries): BullQueue;
  /** Takes no job before its `run` is called. */
  openWorker(work: Processor<JobRecord>, options: BullWorkerOptions): BullWorker;
};

export type BullWorkerOptions = {
  readonly retries: JobRetries;
  readonly concurrency: number;
  /** Milliseconds after which the job of a silent worker is given to another. */
  readonly stallTimeout: number;
};

const queueName = 'journal';
const day = 24 * 3_600;

function createEngine<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  parts: {
    readonly prepare: () => Promise<void>;
    readonly queueConnection: Connection;
    readonly workerConnection: Connection;
  },
): QueueEngine {
  const classes = withBackend(factory);
  return {
    prepare: parts.prepare,
    openQueue: ({ attempts }) =>
      new classes.Queue(queueName, {
        connection: parts.queueConnection,
        defaultJobOptions: {
          attempts,
          backoff: { type: 'doubling' },
          // While a job is kept, its id is taken: the same job can't be added a second time.
          removeOnComplete: { age: 7 * day, count: 10_000 },
          removeOnFail: { age: 30 * day },
          stackTraceLimit: 0,
        },
      }) as unknown as BullQueue,
    openWorker: (work, { retries, concurrency, stallTimeout }) =>
      new classes.Worker(queueName, work, {
        connection: parts.workerConnection,
        autorun: false,
        concurrency,
        lockDuration: stallTimeout,
        stalledInterval: stallTimeout,
        // Seconds; new jobs wake it, this is for wake-ups that are lost.
        drainDelay: 20,
        // A process may die of many things; only the job's own attempts say that it can't be done.
        maxStalledCount: retries.attempts,
        runRetryDelay: 1_000,
        settings: { backoffStrategy: (attempt: number) => backOffAfter(attempt, retries) },
      }) as unknown as BullWorker,
  };
}

/**
 * Pauses a worker that can't reach its queue, with back-off: by itself it would retry without a pause. Jobs under way
 * go on.
 */
export function pauseOnError(worker: BullWorker, log: FastifyBaseLogger, stopping: AbortSignal): void {
  const backoff = createBackoff({ initial: 50, max: 2_000 });
  let isPaused = false;
  worker.on('active', () => backoff.reset());
  worker.on('drained', () => backoff.reset());
  worker.on('error', (error) => {
    if (isPaused || stopping.aborted || !worker.isRunning()) return;
    isPaused = true;
    log.warn({ err: withoutMessage(error) }, 'queue unreachable, jobs are paused');
    void pause().finally(() => {
      isPaused = false;
    });
  });

  async function pause(): Promise<void> {
    await worker.pause(true);
    await backoff.wait(stopping);
    if (!stopping.aborted) await worker.resume();
  }
}

/** The message of a queue's error may hold an address or a job. */
const withoutMessage = (error: Error): Error =>
  Object.assign(new Error(error.name), 'code' in error ? { code: error.code } : {});

const maxPause = 2_000;

/** Stores jobs in a Redis, which has to be durable: `maxmemory-policy noeviction` and an append-only file. */
export function createRedisEngine(url: string): QueueEngine {
  const common = {
    url,
    connectTimeout: 5_000,
    retryStrategy: (attempt: number) => Math.min(maxPause, 50 * 2 ** Math.min(attempt, 6)),
  };
  return createEngine(createRedisBackend, {
    // An add fails at once, and its caller retries.
    queueConnection: { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000 },
    workerConnection: { ...common, maxRetriesPerRequest: null },
    prepare: async () => {},
  });
}

const schema = 'queue';

/** Stores jobs in the schema `queue`. A job that was added is on the disk. */
export function createPostgresEngine(url: string): QueueEngine {
  const connection = (applicationName: string, max: number) => ({
    connectionString: url,
    application_name: applicationName,
    schema,
    max,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: ErrorTolerantClient,
  });
  return createEngine(createPostgresBackend, {
    queueConnection: connection('journal worker queue', 2),
    workerConnection: connection('journal worker jobs', 2),
    async prepare() {
      const pool = createPool(url, { applicationName: 'journal worker queue set-up', max: 1 });
      try {
        const client = await pool.connect();
        await runMigrations(client, schema).finally(() => client.release());
      } finally {
        await pool.end();
      }
    },
  });
}

/** An unhandled error event would end the process; whoever uses the connection gets the error anyway. */
class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}
