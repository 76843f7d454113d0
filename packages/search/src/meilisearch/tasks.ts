import { createBackoff, sleep } from '@journal/service-kit/async';
import type { EnqueuedTask, Meilisearch, Task } from 'meilisearch';
import type { Connection } from './connection.ts';
import { EngineError, isTransient, toTaskError } from './engine-error.ts';

export type TaskLimits = {
  /** Milliseconds within which a task must end. */
  readonly timeout: number;
  /** Maximum attempts for a task that fails for a transient reason. */
  readonly attempts: number;
  /** Delay before the second attempt, in milliseconds. */
  readonly pause: number;
};

/** First and maximum interval between polls of a task, in milliseconds: a small task ends after a few polls. */
const [firstPoll, maxPoll] = [5, 250];

/**
 * Enqueues a task and resolves when it has succeeded; Meilisearch's response only confirms that it is queued. If the
 * task fails for a reason internal to the server, enqueues it again with growing delays. Rejects with the last failure.
 */
export async function performTask(
  connection: Connection,
  { timeout, attempts, pause }: TaskLimits,
  enqueue: (client: Meilisearch) => Promise<EnqueuedTask>,
  signal?: AbortSignal,
): Promise<void> {
  const backoff = createBackoff({ initial: pause, max: pause * 20 });
  for (let attempt = 1; ; attempt++) {
    const { taskUid } = await connection.ask(enqueue);
    const { status, error } = await endOfTask(connection, taskUid, timeout, signal);
    if (status === 'succeeded') return;
    // An invalid request stays invalid, while a full disk or a cancelled task may be temporary.
    const mayPass = status === 'canceled' || error?.type === 'internal' || error?.type === 'system';
    if (attempt >= attempts || !mayPass) throw toTaskError(error, status);
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}

/** Resolves with the task once it has ended, successfully or not. Waits for an unreachable server until the timeout. */
async function endOfTask(
  { ask }: Connection,
  uid: number,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Task> {
  const deadline = performance.now() + timeout;
  for (let poll = firstPoll; ; poll = Math.min(poll * 2, maxPoll)) {
    signal?.throwIfAborted();
    const task = await ask((client) => client.tasks.getTask(uid)).catch((error: unknown) => {
      if (!isTransient(error)) throw error;
    });
    if (task && task.status !== 'enqueued' && task.status !== 'processing') return task;
    if (performance.now() > deadline) {
      const code = task?.status ?? 'unreachable';
      throw new EngineError(`Meilisearch task ${uid} did not finish in time`, { code });
    }
    await sleep(poll, signal);
  }
}
