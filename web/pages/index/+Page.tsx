import { sections } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { FeaturedArticles } from '../../components/home/FeaturedArticles.tsx';
import { Hero } from '../../components/home/Hero.tsx';
import { LatestArticles } from '../../components/home/LatestArticles.tsx';
import { LatestFilter } from '../../components/home/LatestFilter.tsx';
import { latestIn } from '../../components/home/latest.ts';
import { SectionCard } from '../../components/home/SectionCard.tsx';
import { PagePart } from '../../components/layout/PagePart.tsx';
import { ListBoundary } from '../../components/list/ListBoundary.tsx';
import { featuredArticles } from '../../data/articles.queries.ts';
import { latestOf } from './latest-of.ts';

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
