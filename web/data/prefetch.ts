import { QueryClient } from '@tanstack/react-query';
import type { PageContext } from 'vike/types';
import type { ApiQuery } from './api-query.ts';
import { queryClientConfig } from './page-data.ts';

export type Prefetched = { complete: boolean };

/**
 * Reads what a page needs before its first byte. Waits for `required` and gives `wanted` the rest of `budget`
 * milliseconds; `complete` says whether all is there. Rejects with the `ApiError` of any read that failed in time.
 */
export async function prefetch(pageContext: PageContext, budget: number): Promise<Prefetched> {
  const client = new QueryClient(queryClientConfig(pageContext));
  const { required = [], wanted = [] } = pageContext.config.queries?.(pageContext) ?? {};
  const read = ({ path }: ApiQuery<unknown>) => client.fetchQuery({ queryKey: [path] });
  const all = Promise.all(wanted.map(read));
  all.catch(() => {});
  await Promise.all(required.map(read));
  return { complete: await within(all, budget) };
}

async function within(work: Promise<unknown>, budget: number): Promise<boolean> {
  if (budget === Number.POSITIVE_INFINITY) return work.then(() => true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, budget, false);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
