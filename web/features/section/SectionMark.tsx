import { type Section, sections } from '@journal/contracts';
import { sectionMarks } from './section-marks.ts';
import { sectionTexts } from './sections.ts';

/** The mark of a section. Decorative only; the name is always shown beside it. */
export function SectionMark({ section }: { section: Section }) {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={sectionMarks[section]} />
    </svg>
  );
}

export function SectionBadge({ section }: { section: Section }) {
  return (
    <span className="badge label" data-section={section}>
      <SectionMark section={section} />
      {sectionTexts[section].name}
    </span>
  );
}

export function SectionList() {
  return (
    <ul className="section-list">
      {sections.map((section) => (
        <li key={section} data-section={section}>
          <SectionMark section={section} />
          <h3 className={`section-name section-name-${section}`}>
            <a href={sectionTexts[section].href}>{sectionTexts[section].name}</a>
          </h3>
          <p>{sectionTexts[section].lead}</p>
        </li>
      ))}
    </ul>
  );
}
