import type { Section } from '@journal/contracts';
import { sectionTexts } from '../../features/section/sections.ts';
import { PagePart } from '../../ui/layout/PagePart.tsx';
import { PointList } from '../../ui/layout/PointList.tsx';

/** What a section stands for. */
export function SectionAbout({ section }: { section: Section }) {
  const { name, points } = sectionTexts[section];
  return (
    <PagePart id="about" title={`About ${name}`}>
      <PointList points={points} />
    </PagePart>
  );
}
