import type { Section } from '@journal/contracts';
import { PagePart } from '../layout/PagePart.tsx';
import { PointList } from '../layout/PointList.tsx';
import { sectionTexts } from './sections.ts';

/** What a section stands for. */
export function SectionAbout({ section }: { section: Section }) {
  const { name, points } = sectionTexts[section];
  return (
    <PagePart id="about" title={`About ${name}`}>
      <PointList points={points} />
    </PagePart>
  );
}
