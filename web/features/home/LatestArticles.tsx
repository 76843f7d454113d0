import { usePageContext } from 'vike-react/usePageContext';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { NothingOlder } from '../../ui/list/NothingOlder.tsx';
import { ArticleGrid } from '../article/ArticleGrid.tsx';
import { useArticlePages } from '../article/use-article-pages.ts';
import { latestHref, latestIn, latestOf } from './latest.ts';

/** The newest articles, all or of one section, and what follows on request. */
export function LatestArticles() {
  const pageContext = usePageContext();
  const pages = useArticlePages(latestOf(pageContext));
  const { section, after } = latestIn(pageContext.urlParsed.search);
  if (pages.articles.length === 0) {
    if (after !== undefined) return <NothingOlder newestHref={latestHref({ section })} />;
    return <EmptyList text="No articles available" />;
  }
  return (
    <>
      <ArticleGrid layout="compact" articles={pages.articles} travels={({ featured }) => featured === 0} />
      <LoadMore
        more={pages}
        count={pages.articles.length}
        href={pages.next === null ? undefined : latestHref({ section, after: pages.next })}
        label="Load More Articles"
      />
    </>
  );
}
