import { ApiError } from '@journal/contracts';
import { QueryClient } from '@tanstack/query-core';
import type { PageContext } from 'vike/types';
import type { ApiQuery } from './api.ts';
import { queryClientConfig } from './page-data.ts';
import { mayRead, type PageQueries } from './page-definition.ts';
import { newestIssue } from './reader.api.ts';
import { withinBudget } from './within-budget.ts';

/**
 * Reads what the head of every page shows. Resolves when it is there, has failed, or `budget` milliseconds have passed;
 * with whether it has failed.
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
  /** Whether every read has ended. */
  complete: boolean;
  /** The paths of the `wanted` and `extra` reads, and of that for the head, that failed in time. */
  failed: readonly string[];
  /** Whether one of the `wanted` is among them. */
  lacking: boolean;
  refused: boolean;
};

/**
 * Reads what a page needs before its first byte. Waits for `required`, evaluates the page's queries once more, since they
 * may depend on it, and gives the others the rest of `budget` milliseconds. Rejects with the `ApiError` of a `required` read.
 * What the head of every page shows is read beside them: no page depends on it, nor does it wait for that any longer.
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
  // What fails from now on is told by the stream.
  return {
    complete,
    failed: [...failures],
    lacking: wanted.some(({ path }) => failures.has(path)),
    refused,
  };
}
