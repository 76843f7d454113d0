import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { EngineError, toTaskError } from './engine-error.ts';
import { findIndex } from './found-index.ts';
import { isPassing, type Patience } from './tasks.ts';

/** Milliseconds. */
const look = 20;

/**
 * Gives the index `uid` the name of the live one, in one task of Meilisearch, and that one, if there is one, the name
 * `uid`. Resolves when it has happened. A key for some indexes does not get to see a task of two, so the live index
 * itself is looked at; the task is asked for too, where it can be seen, to learn of a failure at once.
 */
export async function swapIntoPlace(
  connection: Connection,
  patience: Patience,
  uid: string,
  createdAt: string,
): Promise<void> {
  const live = connection.indexUid;
  const rename = (await findIndex(connection, live)) === undefined;
  const { taskUid } = await connection.ask((client) =>
    client.swapIndexes([rename ? { indexes: [uid, live], rename } : { indexes: [live, uid], rename }]),
  );
  const deadline = performance.now() + patience.task;
  for (;;) {
    const found = await unlessAway(findIndex(connection, live));
    if (found?.createdAt === createdAt) return;
    const task = await unlessAway(
      connection.ask((client) => client.tasks.getTask(taskUid)).catch(unlessHidden),
    );
    if (task && (task.status === 'failed' || task.status === 'canceled'))
      throw toTaskError(task.error, task.status);
    if (performance.now() > deadline)
      throw new EngineError('Meilisearch did not swap the indexes in time', {
        code: task?.status ?? 'unknown',
        link: undefined,
      });
    await sleep(look);
  }
}

function unlessHidden(error: unknown): undefined {
  if (error instanceof EngineError && error.code === 'task_not_found') return undefined;
  throw error;
}

async function unlessAway<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isPassing(error)) return undefined;
    throw error;
  }
}
