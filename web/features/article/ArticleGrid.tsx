import type { ArticleCard as Card } from '@journal/contracts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { Byline, CardDate, ReadTime } from './article-parts.tsx';

type ArticleGridProps = {
  articles: readonly Card[];
  /** `lead`: the first spans two columns. `compact`: all alike, small covers. */
  layout: 'lead' | 'compact';
  /** Which covers may travel to their article. */
  travels?: (article: Card) => boolean;
};

export function ArticleGrid({ articles, layout, travels = () => true }: ArticleGridProps) {
  return (
    <ul className={`grid-${layout}`}>
      {articles.map((article) => (
        <li key={article.id}>
          <ArticleCard article={article} travels={travels(article)} />
        </li>
      ))}
    </ul>
  );
}

/**
 * An article in a list. The whole card is the link's target, the title its name. It lays itself out by the width
 * it is given: cover above, or beside where there is room.
 */
export function ArticleCard({ article, travels = false }: { article: Card; travels?: boolean }) {
  const { id, section, title, excerpt, readTime, createdAt } = article;
  return (
    <article className="card" data-section={section}>
      <div className="card-frame">
        <Cover article={article} travels={travels} />
      </div>
      <div className="card-text">
        <p className="card-kicker">
          <SectionBadge section={section} />
          <ReadTime minutes={readTime} />
        </p>
        <h3 className="card-title" dir="auto">
          <a href={`/article/${id}`}>{title}</a>
        </h3>
        <p className="card-excerpt" dir="auto">
          {excerpt}
        </p>
        <Byline writer={article} date={<CardDate at={createdAt} />} />
      </div>
    </article>
  );
}
