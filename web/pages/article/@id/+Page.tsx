import { usePageContext } from 'vike-react/usePageContext';
import { useApi } from '../../../data/use-api.ts';
import { ArticleReader } from '../../../features/article/ArticleReader.tsx';
import { articleOf } from './article-of.ts';

export default function Page() {
  const article = useApi(articleOf(usePageContext()));
  return <ArticleReader article={article} />;
}
