import type { Section } from '@journal/contracts';
import { SectionMark } from './SectionMark.tsx';
import { sectionTexts } from './sections.ts';

/** Mark and name of a section in its colour. */
export function SectionBadge({ section }: { section: Section }) {
  return (
    <span className="badge label" data-section={section}>
      <SectionMark section={section} />
      {sectionTexts[section].name}
    </span>
  );
}
