import { featuredArticles } from '../../data/articles.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { EmptyList } from '../../ui/list/EmptyList.tsx';
import { ArticleGrid } from '../article/ArticleGrid.tsx';

export function FeaturedArticles() {
  const { articles } = useApi(featuredArticles());
  if (articles.length === 0) return <EmptyList text="No featured articles available" />;
  return <ArticleGrid layout="lead" articles={articles} />;
}
