import type { ArticleCard as Card } from '@journal/contracts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { SectionBadge } from '../section/SectionMark.tsx';
import { Byline, CardDate, DebateMark, ReadTime } from './article-parts.tsx';

type ArticleGridProps = {
  articles: readonly Card[];
  /** `lead`: only the first card spans two columns. `compact`: equal cards with small covers. */
  layout: 'lead' | 'compact';
  /**
   * Whether the page also shows the article above. Its card then shows a detail of the cover, and the whole one
   * animates.
   */
  isSeenAbove?: (article: Card) => boolean;
};

export function ArticleGrid({ articles, layout, isSeenAbove = () => false }: ArticleGridProps) {
  return (
    <ul className={`grid-${layout}`} {...(layout === 'lead' ? leadLayout(articles.length) : {})}>
      {articles.map((article) => (
        <li key={article.id}>
          <ArticleCard article={article} travels={!isSeenAbove(article)} isDetail={isSeenAbove(article)} />
        </li>
      ))}
    </ul>
  );
}

/** Longer lists can grow, so their upper rows must not change. */
const maxArranged = 7;

/**
 * Returns how many cards to place beside the first, which spans two of three columns, so that no later row has a gap;
 * and whether two columns would leave one.
 */
export function leadLayout(count: number) {
  if (count > maxArranged) return { 'data-beside': 1 };
  return { 'data-beside': ((count + 1) % 3) + 1, 'data-even': count % 2 === 0 ? '' : undefined };
}

type CardProps = {
  article: Card;
  /** Animates the cover to the article. */
  travels?: boolean;
  /** Shows a detail of the cover. */
  isDetail?: boolean;
};

/**
 * An article in a list. The whole card is the link's target, and the title is its name. The card adapts to its width:
 * cover above, or beside if there is space.
 */
export function ArticleCard({ article, travels = false, isDetail = false }: CardProps) {
  const { id, section, title, excerpt, readTime, createdAt, debate } = article;
  return (
    <article className="card" data-section={section}>
      <div className={isDetail ? 'card-frame card-detail' : 'card-frame'}>
        <Cover article={article} travels={travels} />
      </div>
      <div className="card-text">
        <p className="card-kicker">
          <SectionBadge section={section} />
          <DebateMark side={debate} />
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
