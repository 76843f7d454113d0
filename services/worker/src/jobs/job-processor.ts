import { ApiError, reasonOf as reasonOfApiError } from '@journal/contracts';
import { traced } from '@journal/service-kit';
import { type Job, UnrecoverableError } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { Check } from 'typebox/value';
import { MailDelayed, MailRefused } from '../mail/mailer.ts';
import type { JobRecord } from './bull-engine.ts';
import { FinalFailure, type JobHandler } from './job-kind.ts';

export type JobOutcome = 'done' | 'failed' | 'failed for good';

export type ProcessorParts = {
  readonly handlers: readonly JobHandler[];
  readonly log: FastifyBaseLogger;
  readonly stopping: AbortSignal;
  readonly onOutcome?: (kind: string, outcome: JobOutcome) => void;
};

/**
 * Returns the function that runs the handler of a job's kind. Failures are stored with the job and logged as a reason
 * without personal data. A job of an unknown kind, or with unknown data, is retried until a worker that knows it takes
 * it: during an update, workers of two versions run.
 */
export function createProcessor({ handlers, log, stopping, onOutcome }: ProcessorParts) {
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]));

  async function work(job: Job<JobRecord>): Promise<void> {
    // Fetched while stopping: the handler would wait for an abort event that has already fired.
    if (stopping.aborted) throw new Error('this worker is stopping');
    const handler = byName.get(job.name);
    if (!handler) throw new Error('unknown job kind');
    const { requestId, data } = job.data;
    if (!Check(handler.kind.data, data)) throw new Error('unknown job data');
    const context = { jobId: job.id ?? '', requestId, signal: stopping };
    await traced(`job ${job.name}`, requestId, () => handler.work(data, context));
  }

  return async (job: Job<JobRecord>): Promise<void> => {
    const place = {
      job: job.id,
      kind: job.name,
      requestId: job.data.requestId,
      attempt: job.attemptsMade + 1,
    };
    try {
      await work(job);
      log.info(place, 'job done');
      onOutcome?.(job.name, 'done');
    } catch (error) {
      const reason = reasonOf(error);
      const isFinal = error instanceof FinalFailure || place.attempt >= (job.opts.attempts ?? 1);
      if (isFinal) log.error({ ...place, reason }, 'job failed permanently');
      else log.warn({ ...place, reason }, 'job failed, retrying');
      onOutcome?.(job.name, isFinal ? 'failed for good' : 'failed');
      throw error instanceof FinalFailure ? new UnrecoverableError(reason) : new Error(reason);
    }
  };
}

const safeErrors = [FinalFailure, MailDelayed, MailRefused];

/**
 * Returns why a job failed, safe to store and log: the message of our own errors, which contain no personal data; for
 * any other error only its name and code.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (safeErrors.some((kind) => error instanceof kind)) return `${error.name}: ${error.message}`;
  if (error instanceof ApiError) return `${error.name}: ${reasonOfApiError(error)}`;
  const code = 'code' in error && /^[A-Za-z0-9_]{1,40}$/.test(String(error.code)) ? ` (${error.code})` : '';
  return `${error.name}${code}`;
}
