import { sections } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { latestIn } from '../../data/reader.api.ts';
import { Highlights } from '../../features/home/Highlights.tsx';
import { FeaturedArticles, LatestArticles, LatestFilter, SectionCard } from '../../features/home/lists.tsx';
import { NewestIssue } from '../../features/issue/NewestIssue.tsx';
import { PagePart } from '../../ui/layout/PageHero.tsx';

export default function Page() {
  const latest = latestIn(usePageContext().urlParsed.search);
  return (
    <>
      <Highlights />
      <PagePart id="featured" title="Featured This Week">
        <FeaturedArticles />
      </PagePart>
      <NewestIssue />
      <PagePart id="sections" title="Three Ways In">
        <div className="section-cards">
          {sections.map((section) => (
            <SectionCard key={section} section={section} />
          ))}
        </div>
      </PagePart>
      <PagePart id="latest" title="Latest Articles" aside={<LatestFilter latest={latest} />}>
        <LatestArticles {...latest} />
      </PagePart>
    </>
  );
}
