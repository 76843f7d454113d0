import { ApiError } from '@journal/contracts';
import { QueryClient } from '@tanstack/query-core';
import type { PageContext } from 'vike/types';
import type { ApiQuery } from './api.ts';
import { queryClientConfig } from './page-data.ts';
import { mayRead, type PageQueries } from './page-definition.ts';
import { newestIssue } from './reader.api.ts';
import { withinBudget } from './within-budget.ts';

/**
 * Reads the data in the head of every page. Resolves with whether that has failed, once it is there, has failed, or
 * `budget` milliseconds have passed.
 */
export async function prefetchHead(pageContext: PageContext, budget: number): Promise<boolean> {
  const client = new QueryClient(queryClientConfig(pageContext));
  const asked = client.fetchQuery({ queryKey: [newestIssue().path] });
  const failing = asked.then(
    () => false,
    () => true,
  );
  return (await withinBudget(failing, budget)) ?? false;
}

type Prefetched = {
  /** Whether every read ended in time. */
  complete: boolean;
  /** Paths of the `wanted` and `extra` reads, and of the head's, that failed in time. */
  failed: readonly string[];
  /** Whether any `wanted` read is among them. */
  lacking: boolean;
  refused: boolean;
};

/**
 * Reads a page's data before its first byte. Waits for `required`, evaluates the page's queries again, since they may
 * depend on it, and then waits up to `budget` milliseconds for the others. Rejects with the `ApiError` of a `required`
 * read. The head's data is read in parallel, within `budget` from the start: no page depends on it.
 */
export async function prefetch(pageContext: PageContext, budget: number): Promise<Prefetched> {
  const client = new QueryClient(queryClientConfig(pageContext));
  const { page } = pageContext.config;
  const queries = (): PageQueries =>
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
  const head = prefetchHead(pageContext, budget);
  const tryAll = ({ wanted = [], extra = [] }: PageQueries) =>
    Promise.all([...wanted, ...extra].map(tryToRead));
  const first = queries();
  const early = tryAll(first);
  early.catch(() => {});
  const { required = [] } = first;
  await Promise.all(required.map(read)).finally(() => head);
  const { wanted = [], extra = [], refused = false } = required.length > 0 ? queries() : first;
  const complete =
    (await withinBudget(Promise.all([early, tryAll({ wanted, extra })]), budget)) !== undefined;
  if (await head) failures.add(newestIssue().path);
  // The stream reports later failures.
  return {
    complete,
    failed: [...failures],
    lacking: wanted.some(({ path }) => failures.has(path)),
    refused,
  };
}
