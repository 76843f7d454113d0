import { usePageContext } from 'vike-react/usePageContext';
import { previewOf } from '../../data/preview.api.ts';
import { useApi } from '../../data/use-api.ts';
import { PreviewReader } from '../../features/preview/PreviewReader.tsx';

export default function Page() {
  const { article, expiresAt } = useApi(previewOf(usePageContext()));
  return article ? <PreviewReader article={article} expiresAt={expiresAt} /> : null;
}
