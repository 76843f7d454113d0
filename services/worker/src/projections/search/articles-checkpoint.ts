import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkpoint, readCheckpoint } from '@journal/read-models';
import type pg from 'pg';

/** The articles are not where the search needs them to be; it has to be tried again. */
export class ArticlesBehind extends Error {
  override readonly name = 'ArticlesBehind';
}

export type ArticlesWait = {
  readonly database: Pick<pg.Pool, 'query'>;
  readonly articlesSchema: string;
  /** Milliseconds. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
};

const firstPause = 2;
const longestPause = 50;

/** The articles' checkpoint once they have applied everything up to `position`. Rejects with `ArticlesBehind`. */
export function articlesReached(position: string, wait: ArticlesWait): Promise<Checkpoint> {
  return articlesAt((checkpoint) => checkpoint.position >= position, `at "${position}"`, wait);
}

/** The articles' checkpoint once they have been at the end of the log. Rejects with `ArticlesBehind`. */
export function articlesWhole(wait: ArticlesWait): Promise<Checkpoint> {
  return articlesAt((checkpoint) => checkpoint.caughtUp, 'whole', wait);
}

async function articlesAt(
  isThere: (checkpoint: Checkpoint) => boolean,
  where: string,
  { database, articlesSchema, patience, signal }: ArticlesWait,
): Promise<Checkpoint> {
  const deadline = performance.now() + patience;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const checkpoint = await readCheckpoint(database, articlesSchema);
    if (checkpoint && isThere(checkpoint)) return checkpoint;
    if (performance.now() > deadline)
      throw new ArticlesBehind(
        `${articlesSchema} is at "${checkpoint?.position ?? ''}", and the search needs it ${where}`,
      );
    await sleep(pause, undefined, signal ? { signal } : {});
  }
}
