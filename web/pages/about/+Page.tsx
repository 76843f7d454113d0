import type { ReactNode } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { stats } from '../../data/reader.api.ts';
import { SectionList } from '../../features/section/SectionMark.tsx';
import { PageHero, PagePart, PointList } from '../../ui/layout/PageHero.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';

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
          {({ articles, writers }) => <Facts articles={String(articles)} writers={String(writers)} />}
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

/** The journal in numbers, with current counts of articles and writers. */
function Facts({ articles, writers }: { articles: ReactNode; writers: ReactNode }) {
  const facts = [
    { value: '12–18', label: 'Age range' },
    { value: '3', label: 'Core sections' },
    { value: articles, label: 'Published articles' },
    { value: writers, label: 'Young writers' },
    { value: 'Bi-Weekly', label: 'Publication' },
  ];
  return (
    <dl className="facts">
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt className="label">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const mission =
  'We publish writing by people aged 12 to 18, and we publish it for everyone: arguments that are still going on, essays by people whose minds are still open, and criticism of the culture that young people live in and make.';

const values = {
  'Inclusive Voices':
    'Every school, every town, every first language. What counts is that you have something to say.',
  'Intellectual Growth':
    'Changing your mind is a strength. We like an essay that ends somewhere other than where it began.',
  'Authentic Impact':
    'No performative writing. Say what you think to people who might disagree, and mean it.',
};

const steps = {
  'Open Submissions': 'Anyone aged 12 to 18 can send a pitch. You need no contacts and no prizes.',
  'Collaborative Editing':
    'The editorial team works on the piece together with you, until it says what you meant.',
  'Bi-Weekly Issues': 'A new issue every two weeks. What is sent by Sunday is read for the following week.',
  'Community Building': 'Writers read each other, answer each other, and come back with the next piece.',
};
