import { sections } from '@journal/contracts';
import { sectionTexts } from '../section/sections.ts';
import { type Latest, latestHref } from './latest.ts';

const choices = [
  { section: undefined, name: 'All' },
  ...sections.map((section) => ({ section, name: sectionTexts[section].plural })),
];

/** Narrows "Latest Articles" to a section. Links, so that they work everywhere; with scripts the page stays in place. */
export function LatestFilter({ latest }: { latest: Latest }) {
  return (
    <nav className="filter" aria-label="Filter articles">
      {choices.map(({ section, name }) => (
        <a
          key={name}
          href={latestHref({ section })}
          data-section={section}
          aria-current={section === latest.section ? 'true' : undefined}
          keep-scroll-position=""
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
