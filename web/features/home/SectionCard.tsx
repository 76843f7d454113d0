import type { Section } from '@journal/contracts';
import { newestOfSection } from '../../data/articles.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { SectionMark } from '../section/SectionMark.tsx';
import { sectionTexts } from '../section/sections.ts';
import { SectionPlaceholder } from './SectionPlaceholder.tsx';
import { Teaser } from './Teaser.tsx';

/** A section on Home: its name, what it is, its newest article, and the way in. */
export function SectionCard({ section }: { section: Section }) {
  const { name, href, description, readAll } = sectionTexts[section];
  return (
    <article className="section-card" data-section={section} aria-labelledby={`section-${section}`}>
      <SectionMark section={section} />
      <h3 id={`section-${section}`} className={`section-name section-name-${section}`}>
        {name}
      </h3>
      <p className="section-card-description">{description}</p>
      <div className="section-card-newest">
        <ListBoundary query={newestOfSection(section)} loading="Loading articles...">
          <Newest section={section} />
        </ListBoundary>
      </div>
      <a className="button button-arrow" href={href}>
        {readAll}
      </a>
    </article>
  );
}

function Newest({ section }: { section: Section }) {
  const article = useApi(newestOfSection(section));
  return article ? <Teaser article={article} /> : <SectionPlaceholder section={section} />;
}
