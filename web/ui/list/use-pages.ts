import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiAnswer, ApiQuery } from '../../data/api.ts';
import { browserApi } from '../../data/api.ts';
import { useApi } from '../../data/use-api.ts';

/** Whether there is more of a list, and how to have it. */
export type More = { readonly state: 'idle' | 'loading' | 'failed'; loadMore(): void };

/**
 * A list and what was loaded after it, page by page. Suspends for the first page only. When a live change touches the
 * list, all its loaded pages are read again one after the other, each from where the one before ends, and change together.
 */
export function usePages<Page>(query: ApiQuery<Page>): More & { readonly pages: readonly Page[] } {
  const client = useQueryClient();
  const first = useApi<ApiAnswer>({ path: query.path, select: (answer) => answer });
  const key = [query.path, 'pages'];
  const more = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => browserApi.get(pageParam, signal),
    initialPageParam: query.path,
    getNextPageParam: (answer: ApiAnswer) => answer.next,
    enabled: () => client.getQueryData(key) !== undefined,
  });
  return {
    pages: (more.data?.pages ?? [first]).map((answer) => query.select(answer)),
    state: more.isFetchingNextPage ? 'loading' : more.isFetchNextPageError ? 'failed' : 'idle',
    loadMore() {
      if (more.isFetchingNextPage) return;
      if (!more.data) client.setQueryData(key, { pages: [first], pageParams: [query.path] });
      more.fetchNextPage();
    },
  };
}
