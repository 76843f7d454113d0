import { sections } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { featuredArticles } from '../../data/reader.api.ts';
import { Hero } from '../../features/home/Hero.tsx';
import { latestIn, latestOf } from '../../features/home/latest.ts';
import { FeaturedArticles, LatestArticles, LatestFilter, SectionCard } from '../../features/home/lists.tsx';
import { PagePart } from '../../ui/layout/PageHero.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';

export default function Page() {
  const pageContext = usePageContext();
  const latest = latestIn(pageContext.urlParsed.search);
  return (
    <>
      <Hero />
      <PagePart id="featured" title="Featured This Week">
        <ListBoundary query={featuredArticles()} loading="Loading featured articles...">
          <FeaturedArticles />
        </ListBoundary>
      </PagePart>
      <PagePart id="sections" title="Three Ways In">
        <div className="section-cards">
          {sections.map((section) => (
            <SectionCard key={section} section={section} />
          ))}
        </div>
      </PagePart>
      <PagePart id="latest" title="Latest Articles" aside={<LatestFilter latest={latest} />}>
        <ListBoundary query={latestOf(pageContext)} loading="Loading articles...">
          <LatestArticles />
        </ListBoundary>
      </PagePart>
    </>
  );
}
