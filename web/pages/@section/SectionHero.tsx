import type { Section } from '@journal/contracts';
import { SectionMark } from '../../features/section/SectionMark.tsx';
import { sectionTexts } from '../../features/section/sections.ts';

/** The section's name in its colour and its own cut of the type, as large as the page takes. */
export function SectionHero({ section }: { section: Section }) {
  const { name, lead } = sectionTexts[section];
  return (
    <header className="section-hero page">
      <div className="section-hero-stage">
        <h1 className={`section-name section-name-${section}`}>{name}</h1>
        <SectionMark section={section} />
        <p className="section-lead">{lead}</p>
      </div>
    </header>
  );
}
