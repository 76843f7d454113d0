import { usePageContext } from 'vike-react/usePageContext';
import { ArticleReader } from '../../../components/article/ArticleReader.tsx';
import { useApi } from '../../../data/use-api.ts';
import { articleOf } from './article-of.ts';

export default function Page() {
  const article = useApi(articleOf(usePageContext()));
  return <ArticleReader article={article} />;
}
