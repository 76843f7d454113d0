import { createBackoff } from '@journal/service-kit/async';
import type { FastifyBaseLogger } from 'fastify';
import type { BullWorker } from './bull-engine.ts';

/**
 * Lets a worker that can't reach its queue rest before it asks again, longer each time; left alone it asks without
 * a pause. Jobs under way go on.
 */
export function pauseInTrouble(worker: BullWorker, log: FastifyBaseLogger, stopping: AbortSignal): void {
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
