import { ApiError } from '@journal/contracts';
import { QueryClient } from '@tanstack/react-query';
import type { PageContext } from 'vike/types';
import type { ApiQuery, PageQueries } from './api-query.ts';
import { queryClientConfig } from './page-data.ts';
import { mayRead } from './page-definition.ts';
import { withinBudget } from './within-budget.ts';

export type Prefetched = {
  /** Whether every read has ended. */
  complete: boolean;
  /** The paths of the `wanted` and `extra` reads that failed in time. */
  failed: readonly string[];
  /** Whether one of the `wanted` is among them. */
  lacking: boolean;
  /** Whether the page says that it can't be had. */
  refused: boolean;
};

/**
 * Reads what a page needs before its first byte. Waits for `required`, asks the page once more, which may want something
 * because of it, and gives the others the rest of `budget` milliseconds. Rejects with the `ApiError` of a `required` read.
 */
export async function prefetch(pageContext: PageContext, budget: number): Promise<Prefetched> {
  const client = new QueryClient(queryClientConfig(pageContext));
  const { page } = pageContext.config;
  const reads = (): PageQueries =>
    page?.queries && mayRead(page, pageContext.session) ? page.queries(pageContext) : {};
  const read = ({ path }: ApiQuery<unknown>) => client.fetchQuery({ queryKey: [path] });
  const tried = new Set<string>();
  const failures = new Set<string>();
  const tryToRead = async (query: ApiQuery<unknown>) => {
    if (tried.has(query.path)) return;
    tried.add(query.path);
    try {
      await read(query);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.add(query.path);
    }
  };
  const tryAll = ({ wanted = [], extra = [] }: PageQueries) =>
    Promise.all([...wanted, ...extra].map(tryToRead));
  const atOnce = reads();
  const early = tryAll(atOnce);
  early.catch(() => {});
  await Promise.all((atOnce.required ?? []).map(read));
  const asked = reads();
  const complete = (await withinBudget(Promise.all([early, tryAll(asked)]), budget)) !== undefined;
  // What fails from now on is told by the stream.
  return {
    complete,
    failed: [...failures],
    lacking: (asked.wanted ?? []).some(({ path }) => failures.has(path)),
    refused: asked.refused ?? false,
  };
}
