import { createBackoff } from '@journal/service-kit/async';

/** The articles read model has not got far enough yet; the step has to be tried again. */
export class ArticlesBehind extends Error {
  override readonly name = 'ArticlesBehind';
}

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
