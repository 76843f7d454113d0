import { sections } from '@journal/contracts';
import { SectionMark } from './SectionMark.tsx';
import { sectionTexts } from './sections.ts';

/** The three sections, each with what it is for. */
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
