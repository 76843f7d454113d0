import { LegalLinks } from '../../features/legal/LegalLinks.tsx';
import { PitchForm } from '../../features/pitch/PitchForm.tsx';
import { SectionList } from '../../features/section/SectionMark.tsx';
import { PageHero, PagePart, PointList } from '../../ui/layout/PageHero.tsx';

const lead =
  'Have you got an argument nobody is making, a story that changed your mind, or a view on what everyone is watching? We would like to read it. You need no finished masterpiece: we edit together.';

const guidelines = {
  'Bi-Weekly Deadlines': "Submit by Sunday for the following week's issue. There is always a next one.",
  '800-1200 Words': 'Long enough to get somewhere, and short enough to be read to the end.',
  'Ages 12-18': 'For contributors aged 12-18, from any school and any country. You write, we edit together.',
};

export default function Page() {
  return (
    <>
      <PageHero seed={1022} title="Write for Us" lead={lead} />
      <div className="page write">
        <PagePart id="guidelines" title="Before You Write">
          <PointList points={guidelines} />
          <p className="write-example">
            <a className="button button-arrow" href="/contact/example">
              Read an example
            </a>
          </p>
        </PagePart>
        <PagePart id="pitch" title="Your Pitch">
          <PitchForm />
          <LegalLinks />
        </PagePart>
      </div>
      <PagePart id="sections" title="Where It Could Go">
        <SectionList />
      </PagePart>
    </>
  );
}
