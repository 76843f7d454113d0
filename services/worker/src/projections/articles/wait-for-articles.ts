import { createBackoff } from '@journal/service-kit/async';

/** The articles read model has not got as far as somebody needs it; it has to be tried again. */
export class ArticlesBehind extends Error {
  override readonly name = 'ArticlesBehind';
}

/**
 * Looks at the articles read model until `find` resolves with something, and resolves with that. Rejects with
 * `ArticlesBehind`, which says what is `needed`, after `timeout` milliseconds; at once where the signal is aborted.
 */
export async function waitForArticles<Found>(
  needed: string,
  find: () => Promise<Found | undefined>,
  timeout: number,
  signal?: AbortSignal,
): Promise<Found> {
  const deadline = performance.now() + timeout;
  const backoff = createBackoff({ initial: 2, max: 50 });
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new ArticlesBehind(`The articles are not ${needed} yet`);
    await backoff.wait(signal);
    signal?.throwIfAborted();
  }
}
