import { setTimeout as sleep } from 'node:timers/promises';
import { createBackoff } from '@journal/service-kit/async';
import type { EnqueuedTask, Meilisearch, Task } from 'meilisearch';
import type { Connection } from './connection.ts';
import { EngineError, toEngineError, toTaskError } from './engine-error.ts';

export type Patience = {
  /** Milliseconds in which a task must have ended. */
  readonly task: number;
  /** How often a task that failed for a reason that may pass is asked for. */
  readonly attempts: number;
  /** Milliseconds before the second attempt. */
  readonly pause: number;
};

/** Milliseconds. A task is done in few of them where there is little to do. */
const [firstLook, longestLook] = [5, 250];

type Ask = (client: Meilisearch) => Promise<EnqueuedTask>;

/**
 * Asks for a task and waits until it has been done: Meilisearch's answer only says that it stands in its queue. Asks
 * again where it failed for a reason of the server's own, with a longer pause each time. Rejects with the last failure.
 */
export async function perform(
  connection: Connection,
  patience: Patience,
  ask: Ask,
  signal?: AbortSignal,
): Promise<void> {
  const backoff = createBackoff({ initial: patience.pause, max: patience.pause * 20 });
  for (let attempt = 1; ; attempt++) {
    const { taskUid } = await connection.ask(ask);
    const task = await endOf(connection, taskUid, patience.task, signal);
    if (task.status === 'succeeded') return;
    if (attempt >= patience.attempts || !mayPass(task)) throw toTaskError(task.error, task.status);
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}

/** What is wrong with the request stays wrong; a full disk or a cancelled task need not. */
function mayPass({ error, status }: Task): boolean {
  return status === 'canceled' || error?.type === 'internal' || error?.type === 'system';
}

/** The task when it has ended, be it well or badly. A server that is away for a while is waited for within the time. */
async function endOf(
  connection: Connection,
  uid: number,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Task> {
  const deadline = performance.now() + limit;
  for (let pause = firstLook; ; pause = Math.min(pause * 2, longestLook)) {
    signal?.throwIfAborted();
    const task = await connection
      .ask((client) => client.tasks.getTask(uid))
      .catch((error: unknown) => {
        if (!isPassing(error)) throw error;
      });
    if (task && task.status !== 'enqueued' && task.status !== 'processing') return task;
    if (performance.now() > deadline)
      throw new EngineError(`Task ${uid} of Meilisearch has not ended in time`, {
        code: task?.status ?? 'unreachable',
        link: undefined,
      });
    await sleep(pause);
  }
}

/** How Meilisearch says that its disk is full or fails, or that it has too many files open. */
const inTrouble = 422;

/** Whether the server is away or in trouble, rather than of another mind. */
export function isPassing(error: unknown): boolean {
  const told = toEngineError(error);
  if (!(told instanceof EngineError)) return false;
  const { status } = told;
  return status === undefined || status === inTrouble || status >= 500;
}
