import { createBackoff, sleep } from '@journal/service-kit/async';
import type { EnqueuedTask, Meilisearch, Task } from 'meilisearch';
import type { Connection } from './connection.ts';
import { EngineError, isTransient, toTaskError } from './engine-error.ts';

export type TaskLimits = {
  /** Milliseconds in which a task must have ended. */
  readonly timeout: number;
  /** How often a task is enqueued that fails for a reason that may pass. */
  readonly attempts: number;
  /** Milliseconds before the second attempt. */
  readonly pause: number;
};

/** Milliseconds between two looks at a task, which takes few of them where there is little to do. */
const [firstPoll, maxPoll] = [5, 250];

/**
 * Enqueues a task and resolves when it has succeeded; Meilisearch's answer only says that it is in its queue. Enqueues it
 * again, with a longer pause each time, where it failed for a reason of the server's own. Rejects with the last failure.
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
    // What is wrong with the request stays wrong; a full disk or a cancelled task need not.
    const mayPass = status === 'canceled' || error?.type === 'internal' || error?.type === 'system';
    if (attempt >= attempts || !mayPass) throw toTaskError(error, status);
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}

/** Resolves with the task when it has ended, well or badly. A server that is away is waited for within the timeout. */
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
      throw new EngineError(`Task ${uid} of Meilisearch has not ended in time`, { code });
    }
    await sleep(poll, signal);
  }
}
