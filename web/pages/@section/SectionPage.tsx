import type { Section } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { cursorIn, sectionArticles } from '../../data/articles.queries.ts';
import { sectionTexts } from '../../features/section/sections.ts';
import { PagePart } from '../../ui/layout/PagePart.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { SectionAbout } from './SectionAbout.tsx';
import { SectionArticles } from './SectionArticles.tsx';
import { SectionHero } from './SectionHero.tsx';

/** A section's own page. */
export function SectionPage({ section }: { section: Section }) {
  const { heading, href, loading } = sectionTexts[section];
  const after = cursorIn(usePageContext().urlParsed.search);
  const newest = (
    <a className="text-link" href={href}>
      Back to the newest
    </a>
  );
  return (
    <div data-section={section}>
      <SectionHero section={section} />
      <PagePart id="articles" title={heading} aside={after === undefined ? null : newest}>
        <ListBoundary query={sectionArticles(section, after)} loading={loading}>
          <SectionArticles section={section} after={after} />
        </ListBoundary>
      </PagePart>
      <SectionAbout section={section} />
    </div>
  );
}
