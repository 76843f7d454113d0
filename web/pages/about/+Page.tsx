import { usePageContext } from 'vike-react/usePageContext';
import { Counts } from '../../components/about/Counts.tsx';
import { Facts } from '../../components/about/Facts.tsx';
import { mission, steps, values } from '../../components/about/texts.ts';
import { PageHero } from '../../components/layout/PageHero.tsx';
import { PagePart } from '../../components/layout/PagePart.tsx';
import { PointList } from '../../components/layout/PointList.tsx';
import { ReadBoundary } from '../../components/list/ReadBoundary.tsx';
import { SectionList } from '../../components/section/SectionList.tsx';
import { stats } from '../../data/articles.queries.ts';

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
