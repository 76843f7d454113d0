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
  readonly stallTimeout: number;
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
    openWorker: (work, { retries, concurrency, stallTimeout }) =>
      new classes.Worker(queueName, work, {
        connection: parts.working,
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
 * Lets a worker that can't reach its queue rest before it asks again, longer each time; left alone it asks without
 * a pause. Jobs under way go on.
 */
export function pauseOnError(worker: BullWorker, log: FastifyBaseLogger, stopping: AbortSignal): void {
  const backoff = createBackoff({ initial: 50, max: 2_000 });
  let isResting = false;
  worker.on('active', () => backoff.reset());
  worker.on('drained', () => backoff.reset());
  worker.on('error', (error) => {
    if (isResting || stopping.aborted || !worker.isRunning()) return;
    isResting = true;
    log.warn({ err: withoutWords(error) }, 'jobs wait for the queue');
    void rest().finally(() => {
      isResting = false;
    });
  });

  async function rest(): Promise<void> {
    await worker.pause(true);
    await backoff.wait(stopping);
    if (!stopping.aborted) await worker.resume();
  }
}

/** What a queue says may hold an address or a job. */
const withoutWords = (error: Error): Error =>
  Object.assign(new Error(error.name), 'code' in error ? { code: error.code } : {});

const longestPause = 2_000;

/** Jobs in a Redis, which has to keep all it is given: `maxmemory-policy noeviction`, and an append-only file. */
export function createRedisEngine(url: string): QueueEngine {
  const common = {
    url,
    connectTimeout: 5_000,
    retryStrategy: (attempt: number) => Math.min(longestPause, 50 * 2 ** Math.min(attempt, 6)),
  };
  return engineOf(createRedisBackend, {
    // What can't be added now is told at once, and whoever adds it tries again.
    producing: { ...common, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000 },
    working: { ...common, maxRetriesPerRequest: null },
    prepare: async () => {},
  });
}

const schema = 'queue';

/** Jobs in a schema of their own. A job that was added is on the disk. */
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
  return engineOf(createPostgresBackend, {
    producing: connection('journal worker queue', 2),
    working: connection('journal worker jobs', 2),
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

/** An error that nobody listens for ends the process; whoever has borrowed the connection learns of it anyway. */
class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}
