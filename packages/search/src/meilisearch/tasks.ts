import { createBackoff, sleep } from '@journal/service-kit/async';
import type { EnqueuedTask, Meilisearch, Task } from 'meilisearch';
import type { Connection } from './connection.ts';
import { EngineError, toEngineError, toTaskError } from './engine-error.ts';

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
    const task = await endOfTask(connection, taskUid, timeout, signal);
    if (task.status === 'succeeded') return;
    if (attempt >= attempts || !mayPass(task)) throw toTaskError(task.error, task.status);
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}

/** What is wrong with the request stays wrong; a full disk or a cancelled task need not. */
function mayPass({ error, status }: Task): boolean {
  return status === 'canceled' || error?.type === 'internal' || error?.type === 'system';
}

/** Resolves with the task when it has ended, well or badly. A server that is away is waited for within the timeout. */
async function endOfTask(
  connection: Connection,
  uid: number,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Task> {
  const deadline = performance.now() + timeout;
  for (let poll = firstPoll; ; poll = Math.min(poll * 2, maxPoll)) {
    signal?.throwIfAborted();
    const task = await connection
      .ask((client) => client.tasks.getTask(uid))
      .catch((error: unknown) => {
        if (!isTransient(error)) throw error;
      });
    if (task && task.status !== 'enqueued' && task.status !== 'processing') return task;
    if (performance.now() > deadline)
      throw new EngineError(`Task ${uid} of Meilisearch has not ended in time`, {
        code: task?.status ?? 'unreachable',
        link: undefined,
      });
    await sleep(poll, signal);
  }
}

/** How Meilisearch says that its disk is full or fails, or that it has too many files open. */
const outOfResources = 422;

/** Returns whether the server is away or in trouble, rather than the request wrong. */
export function isTransient(error: unknown): boolean {
  const failure = toEngineError(error);
  if (!(failure instanceof EngineError)) return false;
  const { status } = failure;
  return status === undefined || status === outOfResources || status >= 500;
}
