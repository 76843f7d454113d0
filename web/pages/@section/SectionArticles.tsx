import type { Section } from '@journal/contracts';
import { sectionArticles } from '../../data/articles.queries.ts';
import { ArticleGrid } from '../../features/article/ArticleGrid.tsx';
import { useArticlePages } from '../../features/article/use-article-pages.ts';
import { sectionTexts } from '../../features/section/sections.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { NothingOlder } from '../../ui/list/NothingOlder.tsx';

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
