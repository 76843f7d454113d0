import { sections } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { featuredArticles } from '../../data/reader.api.ts';
import { useApi } from '../../data/use-api.ts';
import { EmptyList, NothingOlder } from '../../ui/list/EmptyList.tsx';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { ArticleGrid, useArticlePages } from '../article/ArticleGrid.tsx';
import { sectionTexts } from '../section/sections.ts';
import { type Latest, latestHref, latestIn, latestOf } from './latest.ts';

export function FeaturedArticles() {
  const { articles } = useApi(featuredArticles());
  if (articles.length === 0) return <EmptyList text="No featured articles available" />;
  return <ArticleGrid layout="lead" articles={articles} />;
}

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

const choices = [
  { section: undefined, name: 'All' },
  ...sections.map((section) => ({ section, name: sectionTexts[section].plural })),
];

/** Narrows "Latest Articles" to a section. Links, so that they work everywhere; with scripts the page stays in place. */
export function LatestFilter({ latest }: { latest: Latest }) {
  return (
    <nav className="filter" aria-label="Filter articles">
      {choices.map(({ section, name }) => (
        <a
          key={name}
          href={latestHref({ section })}
          data-section={section}
          aria-current={section === latest.section ? 'true' : undefined}
          keep-scroll-position=""
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
