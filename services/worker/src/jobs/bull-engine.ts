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

/** Data stored with each job. */
export type JobRecord = { readonly requestId: string; readonly data: unknown };

export type Bull = { readonly queue: Queue<JobRecord>; readonly worker: Worker<JobRecord> };

type BullOptions = {
  readonly work: Processor<JobRecord>;
  readonly retries: JobRetries;
  /** Milliseconds after which the job of an unresponsive worker is given to another. */
  readonly stallTimeout: number;
};

const queueName = 'journal';
const schema = 'queue';
const jobsAtOnce = 4;
/** Milliseconds without an answer after which a connection to Redis counts as lost. */
const silenceTimeout = 3_000;
/** Seconds between a worker's polls; on Redis a blocking command, to which `silenceTimeout` applies as well. */
const longestWait = { redis: 1, postgres: 60 };
const day = 24 * 3_600;

/**
 * Opens the queue, and a worker that takes no job before its `run` is called, on the server of the URL: a Redis, which
 * has to be durable (`maxmemory-policy noeviction`, append-only file), or the schema `queue` of a Postgres, which is
 * created if it does not exist.
 */
export async function openBull(url: string, options: BullOptions): Promise<Bull> {
  if (/^rediss?:/.test(url)) {
    const common = {
      url,
      connectTimeout: 5_000,
      // The default before ioredis 6: nothing here needs the additions of RESP3.
      protocol: 2 as const,
      // A dead connection is reopened, and its pending commands are sent again.
      socketTimeout: silenceTimeout,
      retryStrategy: (attempt: number) => Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)),
    };
    // An add fails immediately, and its caller retries.
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
    // Longer than on Redis, because writes may wait for the disk. Idle connections are closed after the same time.
    query_timeout: 5_000,
    idleTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: ErrorTolerantClient,
  });
  const [ofQueue, ofWorker] = [connection('journal worker queue'), connection('journal worker jobs')];
  // Polls are infrequent, because each takes several statements.
  return createBull(createPostgresBackend, ofQueue, ofWorker, longestWait.postgres, options);
}

function createBull<Backend extends IQueueBackend, Connection>(
  factory: BackendFactory<Backend, Connection>,
  ofQueue: Connection,
  ofWorker: Connection,
  longest: number,
  { work, retries, stallTimeout }: BullOptions,
): Bull {
  // By default a worker waits longer if the next job is due later, on Postgres for up to an hour.
  const impatient: typeof factory = (...args) =>
    Object.defineProperty(factory(...args), 'maximumBlockTimeout', { value: longest });
  const classes = withBackend(impatient);
  const queue = new classes.Queue(queueName, {
    connection: ofQueue,
    defaultJobOptions: {
      attempts: retries.attempts,
      backoff: { type: 'doubling' },
      // While a job is kept, its ID is in use, so the same job can't be added again.
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
    // In seconds. New jobs wake the worker; this covers lost wake-ups.
    drainDelay: longest,
    // A process can die for many reasons; only failed attempts show that a job can't succeed.
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

/** An unhandled error event would end the process; the user of the connection receives the error anyway. */
class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/**
 * Pauses a worker that can't reach its queue, with backoff; by default it would retry without a pause. Running jobs
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

/** A queue error's message can contain an email address or a job's payload. */
const withoutMessage = (error: Error): Error =>
  Object.assign(new Error(error.name), 'code' in error ? { code: error.code } : {});
