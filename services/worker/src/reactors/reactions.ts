import type { ApiClient } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import { createSubscriptionLinks, type EventCodec, type journalEvents, type Vault } from '@journal/events';
import type { Metrics } from '@journal/service-kit';
import { createKeyedHash } from '@journal/vault';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { publicUrlOf, type WorkerConfig } from '../config.ts';
import { createPostgresEngine, createRedisEngine } from '../jobs/bull-engine.ts';
import type { JobRetries } from '../jobs/job-kind.ts';
import { createJobQueue, type JobQueue, registerJobMetrics } from '../jobs/job-queue.ts';
import { mailsConfirmation } from '../jobs/mail-confirmation.job.ts';
import { mailsTemporaryPassword } from '../jobs/mail-temporary-password.job.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { createReactors } from './reactors.ts';

export type ReactionParts = {
  readonly config: WorkerConfig;
  readonly store: EventStore;
  readonly vault: Vault;
  readonly codec: EventCodec<typeof journalEvents>;
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly command: ApiClient;
  readonly retries?: JobRetries | undefined;
};

/** What the worker does about events beside its read models: the reactors, and the queue with the jobs they add. */
export function createReactions(parts: ReactionParts) {
  const { config, log, store, codec, command } = parts;
  const publicUrl = publicUrlOf(config);
  const mailer = openMailer({ ...config, publicUrl }, log);
  const keyedHash = createKeyedHash(parts.vault);
  const mailing = { store, codec, mailer, journalName: config.JOURNAL_NAME, publicUrl };
  const figures = registerJobMetrics(parts.metrics, () => jobs);
  const jobs: JobQueue = createJobQueue({
    engine: config.QUEUE_URL
      ? createRedisEngine(config.QUEUE_URL)
      : createPostgresEngine(config.DATABASE_URL),
    handlers: [
      mailsTemporaryPassword({ ...mailing, command, keyedHash }),
      mailsConfirmation({ ...mailing, links: createSubscriptionLinks(keyedHash) }),
    ],
    log,
    onOutcome: figures.onOutcome,
    ...(parts.retries ? { retries: parts.retries } : {}),
  });
  return { jobs, reactors: createReactors({ ...parts, jobs, mailer }) };
}
