import { featuredArticles } from '../../data/articles.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { ArticleGrid } from '../article/ArticleGrid.tsx';
import { EmptyList } from '../list/EmptyList.tsx';

export function FeaturedArticles() {
  const { articles } = useApi(featuredArticles());
  if (articles.length === 0) return <EmptyList text="No featured articles available" />;
  return <ArticleGrid layout="lead" articles={articles} />;
}
