import { type ArticleCard, type Section, sections } from '@journal/contracts';
import type { ReactNode } from 'react';
import {
  cursorOf,
  featuredArticles,
  type Latest,
  latestArticles,
  latestHref,
  newestOfSection,
} from '../../data/reader.api.ts';
import { ListBoundary, NoArticles } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { ArticleGrid } from '../article/ArticleGrid.tsx';
import { exampleTeaser } from '../pitch/example-teaser.ts';
import { SectionMark } from '../section/SectionMark.tsx';
import { sectionTexts } from '../section/sections.ts';

export function FeaturedArticles() {
  return (
    <ListBoundary query={featuredArticles()} loading="Loading featured articles...">
      {({ rows }) =>
        rows.length === 0 ? (
          <NoArticles text="No featured articles available" section="culture" />
        ) : (
          <ArticleGrid layout="lead" articles={rows} />
        )
      }
    </ListBoundary>
  );
}

const isFeatured = ({ featured }: ArticleCard) => featured === 1;

/** The newest articles, all or of one section; more are loaded on request. */
export function LatestArticles({ section, after }: Latest) {
  return (
    <PagedList
      query={latestArticles({ section, after })}
      loading="Loading articles..."
      empty={<NoArticles text="No articles available" section="view" />}
      newestHref={after && latestHref({ section })}
      hrefOf={(next) => latestHref({ section, after: cursorOf(next) })}
      label="Load More Articles"
    >
      {(rows) => <ArticleGrid layout="compact" articles={rows} isSeenAbove={isFeatured} />}
    </PagedList>
  );
}

const choices = [
  { section: undefined, name: 'All' },
  ...sections.map((section) => ({ section, name: sectionTexts[section].plural })),
];

/**
 * Filters "Latest Articles" by section. Plain links, so that they work everywhere; with scripts the page stays in
 * place.
 */
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

/** A section on Home: its name, description, newest article, and a link. */
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
          {(article) => (article ? <Teaser article={article} /> : placeholders[section])}
        </ListBoundary>
      </div>
      <a className="button button-arrow" href={href}>
        {readAll}
      </a>
    </article>
  );
}

function Teaser({ article }: { article: ArticleCard }) {
  const { id, title, authorName, authorAge } = article;
  return (
    <>
      <p className="label">{isFeatured(article) ? 'The newest, featured above' : 'The newest'}</p>
      <p className="teaser-title" dir="auto">
        <a href={`/article/${id}`}>{title}</a>
      </p>
      <p className="teaser-writer">
        <bdi>{authorName}</bdi>
        {authorAge === null ? null : `, ${authorAge}`}
      </p>
    </>
  );
}

const placeholders: Readonly<Record<Section, ReactNode>> = {
  clash: <p className="teaser-none">No debates are published yet.</p>,
  view: (
    <>
      <p className="label">A sample essay</p>
      <p className="teaser-title">
        <a href="/contact/example">{exampleTeaser.title}</a>
      </p>
      <p className="teaser-writer">“{exampleTeaser.opening.slice(0, -1)}…”</p>
    </>
  ),
  culture: <p className="teaser-none">There is no commentary yet.</p>,
};
