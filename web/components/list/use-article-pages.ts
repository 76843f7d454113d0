import type { ArticleCard } from '@journal/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiAnswer } from '../../data/api.ts';
import type { ApiQuery } from '../../data/api-query.ts';
import type { ArticleList } from '../../data/articles.queries.ts';
import { browserApi } from '../../data/browser-api.ts';
import { useApi } from '../../data/use-api.ts';

export type ArticlePages = {
  readonly articles: readonly ArticleCard[];
  /** The cursor of what follows, null at the end. */
  readonly next: string | null;
  readonly state: 'idle' | 'loading' | 'failed';
  loadMore(): void;
};

/**
 * A list and what was loaded after it. Suspends for the first page only. When a live change touches the list, all
 * its loaded pages are read again one after the other, each from where the one before ends, and change together.
 */
export function useArticlePages(query: ApiQuery<ArticleList>): ArticlePages {
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
  const lists = (more.data?.pages ?? [first]).map((answer) => query.select(answer));
  return {
    articles: lists.flatMap(({ articles }) => articles),
    next: lists.at(-1)?.next ?? null,
    state: more.isFetchingNextPage ? 'loading' : more.isFetchNextPageError ? 'failed' : 'idle',
    loadMore() {
      if (more.isFetchingNextPage) return;
      if (!more.data) client.setQueryData(key, { pages: [first], pageParams: [query.path] });
      more.fetchNextPage();
    },
  };
}
