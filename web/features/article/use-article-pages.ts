import type { ArticleCard } from '@journal/contracts';
import type { ApiQuery } from '../../data/api-query.ts';
import type { ArticleList } from '../../data/articles.queries.ts';
import { type More, usePages } from '../../ui/list/use-pages.ts';

export type ArticlePages = More & {
  readonly articles: readonly ArticleCard[];
  /** The cursor of what follows, null at the end. */
  readonly next: string | null;
};

/** A list of articles and what was loaded after it; see `usePages`. */
export function useArticlePages(query: ApiQuery<ArticleList>): ArticlePages {
  const { pages, ...more } = usePages(query);
  return {
    ...more,
    articles: pages.flatMap(({ articles }) => articles),
    next: pages.at(-1)?.next ?? null,
  };
}
