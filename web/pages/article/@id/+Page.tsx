import { usePageContext } from 'vike-react/usePageContext';
import { useApi } from '../../../data/use-api.ts';
import { articleOf } from './article-of.ts';

export default function Page() {
  const article = useApi(articleOf(usePageContext()));
  return (
    <article>
      <h1>{article.title}</h1>
      {article.content.split(/\n\s*\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
        <p key={index}>{paragraph}</p>
      ))}
    </article>
  );
}
