import type { Section } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { cursorIn, cursorOf, sectionArticles } from '../../data/reader.api.ts';
import { ArticleGrid } from '../../features/article/ArticleGrid.tsx';
import { SectionMark } from '../../features/section/SectionMark.tsx';
import { sectionOf, sectionTexts } from '../../features/section/sections.ts';
import { PagePart, PointList } from '../../ui/layout/PageHero.tsx';
import { NoArticles } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';

export default function Page() {
  const pageContext = usePageContext();
  const section = sectionOf(pageContext);
  const after = cursorIn(pageContext.urlParsed.search);
  const { name, heading, href, loading, points, empty, emptyHint } = sectionTexts[section];
  const newest = (
    <a className="text-link" href={href}>
      Back to the newest
    </a>
  );
  return (
    // No state carries over from one section to the next.
    <div key={section} data-section={section}>
      <SectionHero section={section} />
      <PagePart id="articles" title={heading} aside={after === undefined ? null : newest}>
        <PagedList
          query={sectionArticles(section, after)}
          loading={loading}
          empty={<NoArticles text={empty} hint={emptyHint} section={section} />}
          newestHref={after && href}
          hrefOf={(next) => `${href}?after=${cursorOf(next)}`}
          label="Load More Articles"
        >
          {(rows) => <ArticleGrid layout="lead" articles={rows} />}
        </PagedList>
      </PagePart>
      <PagePart id="about" title={`About ${name}`}>
        <PointList points={points} />
      </PagePart>
    </div>
  );
}

/** The section's name in its colour and its own cut of the typeface, as large as the page allows. */
function SectionHero({ section }: { section: Section }) {
  const { name, lead } = sectionTexts[section];
  return (
    <header className="section-hero page">
      <div className="section-hero-stage">
        <h1 className={`section-name section-name-${section}`}>{name}</h1>
        <SectionMark section={section} />
        <p className="section-lead">{lead}</p>
      </div>
    </header>
  );
}
