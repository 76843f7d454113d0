import { usePageContext } from 'vike-react/usePageContext';
import { stats } from '../../data/articles.queries.ts';
import { Counts } from '../../features/about/Counts.tsx';
import { Facts } from '../../features/about/Facts.tsx';
import { mission, steps, values } from '../../features/about/texts.ts';
import { SectionList } from '../../features/section/SectionList.tsx';
import { PageHero } from '../../ui/layout/PageHero.tsx';
import { PagePart } from '../../ui/layout/PagePart.tsx';
import { PointList } from '../../ui/layout/PointList.tsx';
import { ReadBoundary } from '../../ui/list/ReadBoundary.tsx';

const away = <span className="fact-away">Not available right now</span>;

export default function Page() {
  const { site } = usePageContext();
  return (
    <>
      <PageHero seed={1026} title={`About ${site.name}`} lead={mission} />
      <div className="page">
        <ReadBoundary
          query={stats()}
          loading={<Facts articles="…" writers="…" />}
          failed={() => <Facts articles={away} writers={away} />}
        >
          <Counts />
        </ReadBoundary>
      </div>
      <PagePart id="sections" title="Three Sections">
        <SectionList />
      </PagePart>
      <PagePart id="values" title="What We Value">
        <PointList points={values} />
      </PagePart>
      <PagePart id="how" title="How We Work">
        <PointList points={steps} ordered />
      </PagePart>
    </>
  );
}
