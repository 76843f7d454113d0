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
  /** Whether any `wanted` read is among them that may succeed later. */
  lacking: boolean;
  /** Whether the page, or the API in a `wanted` read, refuses what the URL requests. */
  refused: boolean;
};

/** Statuses with which the API says that there is no such thing, whenever it is asked. */
const refusals: ReadonlySet<number> = new Set([400, 404, 410]);

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
  /** Status by path. */
  const failures = new Map<string, number>();
  const tryToRead = async (query: ApiQuery<unknown>) => {
    if (tried.has(query.path)) return;
    tried.add(query.path);
    try {
      await read(query);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.set(query.path, error.status);
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
  if (await head) failures.set(newestIssue().path, 503);
  const failedWanted = wanted.flatMap(({ path }) => failures.get(path) ?? []);
  // The stream reports later failures.
  return {
    complete,
    failed: [...failures.keys()],
    lacking: failedWanted.some((status) => !refusals.has(status)),
    refused: refused || failedWanted.some((status) => refusals.has(status)),
  };
}
