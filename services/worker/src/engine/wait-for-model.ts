import { type Checkpoint, readCheckpoint } from '@journal/read-models';
import { createBackoff } from '@journal/service-kit/async';
import type pg from 'pg';

/** The articles read model has not got far enough yet; the step has to be tried again. */
export class ArticlesBehind extends Error {
  override readonly name = 'ArticlesBehind';
}

type ArticlesWait = {
  readonly database: Pick<pg.Pool, 'query'>;
  readonly articlesSchema: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
};

/** Resolves when the articles have applied everything up to `position`. Rejects with `ArticlesBehind`. */
export const articlesReached = (position: string, wait: ArticlesWait): Promise<Checkpoint> =>
  articlesAt(`at "${position}"`, (checkpoint) => checkpoint.position >= position, wait);

/** Resolves with the articles' checkpoint once it is caught up: their tables are complete. Rejects with `ArticlesBehind`. */
export const articlesComplete = (wait: ArticlesWait): Promise<Checkpoint> =>
  articlesAt('complete', (checkpoint) => checkpoint.caughtUp, wait);

const articlesAt = (
  needed: string,
  isThere: (checkpoint: Checkpoint) => boolean,
  { database, articlesSchema, timeout, signal }: ArticlesWait,
) =>
  waitForArticles(
    async () => {
      const checkpoint = await readCheckpoint(database, articlesSchema);
      if (checkpoint && isThere(checkpoint)) return checkpoint;
      return new ArticlesBehind(
        `${articlesSchema} is at "${checkpoint?.position ?? ''}", and is needed ${needed}`,
      );
    },
    timeout,
    signal,
  );

/**
 * Reads the articles read model until `find` resolves with what is wanted, and resolves with that. Rejects after
 * `timeout` milliseconds with the `ArticlesBehind` that `find` resolved with last; at once where the signal is aborted.
 */
export async function waitForArticles<Found>(
  find: () => Promise<Found | ArticlesBehind>,
  timeout: number,
  signal?: AbortSignal,
): Promise<Found> {
  const deadline = performance.now() + timeout;
  const backoff = createBackoff({ initial: 2, max: 50 });
  for (;;) {
    const found = await find();
    if (!(found instanceof ArticlesBehind)) return found;
    if (performance.now() > deadline) throw found;
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}
