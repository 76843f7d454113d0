import type { ArticleCard as Card } from '@journal/contracts';
import { ArticleCard } from './ArticleCard.tsx';

type ArticleGridProps = {
  articles: readonly Card[];
  /** `lead`: the first spans two columns. `compact`: all alike, small covers. */
  layout: 'lead' | 'compact';
  /** Which covers may travel to their article. */
  travels?: (article: Card) => boolean;
};

/** Articles in the order given. */
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
