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

export type Bull = { readonly queue: Queue<JobRecord>; readonly worker: Worker<JobRecord> };

type BullOptions = {
  readonly work: Processor<JobRecord>;
  readonly retries: JobRetries;
  /** Milliseconds after which the job of a silent worker is given to another. */
  readonly stallTimeout: number;
};

const queueName = 'journal';
const schema = 'queue';
const jobsAtOnce = 4;
/** Milliseconds after which a connection to Redis that owes an answer counts as lost. */
const silenceTimeout = 3_000;
/** Seconds that a worker waits before it looks for work again; on Redis in one command, which is an answer owed too. */
const longestWait = { redis: 1, postgres: 60 };
const day = 24 * 3_600;

/**
 * Opens the queue, and a worker that takes no job before its `run` is called, on the server of the URL: a Redis, which
 * has to be durable (`maxmemory-policy noeviction`, append-only file), or the schema `queue` of a Postgres, which is
 * created where it is missing.
 */
export async function openBull(url: string, options: BullOptions): Promise<Bull> {
  if (/^rediss?:/.test(url)) {
    const common = {
      url,
      connectTimeout: 5_000,
      // As before ioredis 6: nothing here needs what RESP3 adds.
      protocol: 2 as const,
      // A connection that leads nowhere is opened anew, and what it carried is sent again.
      socketTimeout: silenceTimeout,
      retryStrategy: (attempt: number) => Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)),
    };
    // An add fails at once, and its caller retries.
    const failing = { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 5_000 };
    const waiting = { ...common, maxRetriesPerRequest: null };
    return createBull(createRedisBackend, { ...common, ...failing }, waiting, longestWait.redis, options);
  }
  await migrateQueue(url);
  const connection = (application_name: string) => ({
    connectionString: url,
    application_name,
    schema,
    max: 2,
    connectionTimeoutMillis: 5_000,
    // Longer than on Redis: what is sent to a disk may wait for it. Those that are silent and idle go meanwhile.
    query_timeout: 5_000,
    idleTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: ErrorTolerantClient,
  });
  const [ofQueue, ofWorker] = [connection('journal worker queue'), connection('journal worker jobs')];
  // Each look at the queue is a few statements.
  return createBull(createPostgresBackend, ofQueue, ofWorker, longestWait.postgres, options);
}

function createBull<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  ofQueue: Connection,
  ofWorker: Connection,
  longest: number,
  { work, retries, stallTimeout }: BullOptions,
): Bull {
  // By itself a worker waits longer where the next job is due later, on Postgres for up to an hour.
  const impatient: typeof factory = (...args) =>
    Object.defineProperty(factory(...args), 'maximumBlockTimeout', { value: longest });
  const classes = withBackend(impatient);
  const queue = new classes.Queue(queueName, {
    connection: ofQueue,
    defaultJobOptions: {
      attempts: retries.attempts,
      backoff: { type: 'doubling' },
      // While a job is kept, its id is taken: the same job can't be added a second time.
      removeOnComplete: { age: 7 * day, count: 10_000 },
      removeOnFail: { age: 30 * day },
      stackTraceLimit: 0,
    },
  });
  const worker = new classes.Worker(queueName, work, {
    connection: ofWorker,
    autorun: false,
    concurrency: jobsAtOnce,
    lockDuration: stallTimeout,
    stalledInterval: stallTimeout,
    // Seconds; new jobs wake it, this is for wake-ups that are lost.
    drainDelay: longest,
    // A process may die of many things; only the job's own attempts say that it can't be done.
    maxStalledCount: retries.attempts,
    runRetryDelay: 1_000,
    settings: { backoffStrategy: (attempt: number) => backOffAfter(attempt, retries) },
  });
  return { queue, worker } as unknown as Bull;
}

async function migrateQueue(url: string): Promise<void> {
  const pool = createPool(url, { applicationName: 'journal worker queue set-up', max: 1 });
  try {
    const client = await pool.connect();
    await runMigrations(client, schema).finally(() => client.release());
  } finally {
    await pool.end();
  }
}

/** An unhandled error event would end the process; whoever uses the connection gets the error anyway. */
class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/**
 * Pauses a worker that can't reach its queue, with back-off: by itself it would retry without a pause. Jobs under way
 * continue.
 */
export function pauseOnError(worker: Bull['worker'], log: FastifyBaseLogger, stopping: AbortSignal): void {
  const backoff = createBackoff({ initial: 50, max: 2_000 });
  let isPaused = false;
  worker.on('active', () => backoff.reset());
  worker.on('drained', () => backoff.reset());
  worker.on('error', async (error) => {
    if (isPaused || stopping.aborted || !worker.isRunning()) return;
    isPaused = true;
    log.warn({ err: withoutMessage(error), dependency: 'queue' }, 'queue unreachable, jobs are paused');
    try {
      await worker.pause(true);
      await backoff.wait(stopping);
      if (!stopping.aborted) await worker.resume();
    } finally {
      isPaused = false;
    }
  });
}

/** The message of a queue's error may hold an address or a job. */
const withoutMessage = (error: Error): Error =>
  Object.assign(new Error(error.name), 'code' in error ? { code: error.code } : {});
