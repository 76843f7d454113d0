import { type Checkpoint, readCheckpoint } from '@journal/read-models';
import { createBackoff } from '@journal/service-kit/async';
import type pg from 'pg';

/** A read model lags behind the position that is needed; the caller has to retry. */
export class ModelBehind extends Error {
  override readonly name = 'ModelBehind';
}

type ModelWait = {
  readonly database: Pick<pg.Pool, 'query'>;
  /** Schema of the read model. */
  readonly schema: string;
  /** In milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
};

/** Resolves when a read model has applied all events up to `position`. Rejects with `ModelBehind` on timeout. */
export const waitForPosition = (position: string, wait: ModelWait): Promise<Checkpoint> =>
  waitForCheckpoint(`at "${position}"`, (checkpoint) => checkpoint.position >= position, wait);

/** Resolves with a read model's checkpoint once it has caught up. Rejects with `ModelBehind` on timeout. */
export const waitUntilCaughtUp = (wait: ModelWait): Promise<Checkpoint> =>
  waitForCheckpoint('complete', (checkpoint) => checkpoint.caughtUp, wait);

const waitForCheckpoint = (
  needed: string,
  isReached: (checkpoint: Checkpoint) => boolean,
  { database, schema, timeout, signal }: ModelWait,
) =>
  waitForModel(
    async () => {
      const checkpoint = await readCheckpoint(database, schema);
      if (checkpoint && isReached(checkpoint)) return checkpoint;
      return new ModelBehind(`${schema} is at "${checkpoint?.position ?? ''}", but must be ${needed}`);
    },
    timeout,
    signal,
  );

/**
 * Polls a read model until `find` resolves with a result other than `ModelBehind`, and resolves with that. Rejects
 * after `timeout` milliseconds with the last `ModelBehind`; immediately if the signal is aborted.
 */
export async function waitForModel<Found>(
  find: () => Promise<Found | ModelBehind>,
  timeout: number,
  signal?: AbortSignal,
): Promise<Found> {
  const deadline = performance.now() + timeout;
  const backoff = createBackoff({ initial: 2, max: 50 });
  for (;;) {
    const found = await find();
    if (!(found instanceof ModelBehind)) return found;
    if (performance.now() > deadline) throw found;
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}
