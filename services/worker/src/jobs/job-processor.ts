import { type Job, UnrecoverableError } from 'bullmq';
import type { FastifyBaseLogger } from 'fastify';
import { Check } from 'typebox/value';
import type { JobRecord } from './bull-engine.ts';
import { FinalFailure, type JobHandler } from './job-kind.ts';
import { reasonOf } from './job-reason.ts';

export type JobOutcome = 'done' | 'failed' | 'failed for good';

export type ProcessorParts = {
  readonly handlers: readonly JobHandler[];
  readonly log: FastifyBaseLogger;
  readonly stopping: AbortSignal;
  readonly onOutcome?: (kind: string, outcome: JobOutcome) => void;
};

/**
 * Runs the handler of a job's kind. What goes wrong is kept with the job and logged as a reason that says nothing of
 * anybody; a kind that nobody here knows waits for a worker that does.
 */
export function createProcessor({ handlers, log, stopping, onOutcome }: ProcessorParts) {
  const byName = new Map(handlers.map((handler) => [handler.kind.name, handler]));

  async function work(job: Job<JobRecord>): Promise<void> {
    // One that was fetched as the stop began: its handler would wait for a signal that has been.
    if (stopping.aborted) throw new Error('this worker is stopping');
    const handler = byName.get(job.name);
    if (!handler) throw new Error('this worker does not know the kind');
    const { requestId, data } = job.data;
    if (!Check(handler.kind.data, data)) throw new FinalFailure('the data is not what it should be');
    await handler.work(data, { requestId, signal: stopping });
  }

  return async (job: Job<JobRecord>): Promise<void> => {
    const place = { job: job.id, kind: job.name, reqId: job.data.requestId, attempt: job.attemptsMade + 1 };
    try {
      await work(job);
      log.info(place, 'job done');
      onOutcome?.(job.name, 'done');
    } catch (error) {
      const reason = reasonOf(error);
      const isFinal = error instanceof FinalFailure || place.attempt >= (job.opts.attempts ?? 1);
      if (isFinal) log.error({ ...place, reason }, 'job failed for good');
      else log.warn({ ...place, reason }, 'job failed, and is tried again');
      onOutcome?.(job.name, isFinal ? 'failed for good' : 'failed');
      throw error instanceof FinalFailure ? new UnrecoverableError(reason) : new Error(reason);
    }
  };
}
