import { type Section, sections } from '@journal/contracts';
import { sectionTexts } from './sections.ts';

/** The sign of a section: two halves at odds, a horizon, a pattern. Decoration only; the name always stands beside it. */
const marks: Readonly<Record<Section, string>> = {
  clash: 'M7.4 0v12a6 6 0 0 1 0-12zM8.6 4v12a6 6 0 0 0 0-12z',
  view: 'M1.5 9a6.5 6.5 0 0 1 13 0zM0 11h16v2.2H0z',
  culture:
    'M0 0h7.4v7.4A7.4 7.4 0 0 1 0 0zM8.6 7.4A7.4 7.4 0 0 1 16 0v7.4zM0 16a7.4 7.4 0 0 1 7.4-7.4V16zM8.6 8.6H16A7.4 7.4 0 0 1 8.6 16z',
};

export function SectionMark({ section }: { section: Section }) {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={marks[section]} />
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
