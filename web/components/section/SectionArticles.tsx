import type { Section } from '@journal/contracts';
import { sectionArticles } from '../../data/articles.queries.ts';
import { ArticleGrid } from '../article/ArticleGrid.tsx';
import { EmptyList } from '../list/EmptyList.tsx';
import { LoadMore } from '../list/LoadMore.tsx';
import { NothingOlder } from '../list/NothingOlder.tsx';
import { useArticlePages } from '../list/use-article-pages.ts';
import { sectionTexts } from './sections.ts';

type SectionArticlesProps = { section: Section; after: string | undefined };

/** A section's articles, newest first, and what follows on request. */
export function SectionArticles({ section, after }: SectionArticlesProps) {
  const { empty, emptyHint, href } = sectionTexts[section];
  const pages = useArticlePages(sectionArticles(section, after));
  if (pages.articles.length === 0) {
    if (after !== undefined) return <NothingOlder newestHref={href} />;
    return <EmptyList text={empty} hint={emptyHint} />;
  }
  return (
    <>
      <ArticleGrid layout="lead" articles={pages.articles} />
      <LoadMore
        more={pages}
        count={pages.articles.length}
        href={pages.next === null ? undefined : `${href}?after=${pages.next}`}
        label="Load More Articles"
      />
    </>
  );
}
