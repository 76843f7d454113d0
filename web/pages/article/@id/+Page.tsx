import { usePageContext } from 'vike-react/usePageContext';
import { articleOf } from '../../../data/reader.api.ts';
import { useApi } from '../../../data/use-api.ts';
import { EditLink } from '../../../features/account/EditLink.tsx';
import { ArticleReader } from '../../../features/article/ArticleReader.tsx';

export default function Page() {
  const article = useApi(articleOf(usePageContext()));
  return <ArticleReader article={article} editLink={<EditLink />} />;
}
