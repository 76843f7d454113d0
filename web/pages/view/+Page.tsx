import { Suspense } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { cursorIn, sectionArticles } from '../../data/articles.queries.ts';
import { useApi } from '../../data/use-api.ts';

export default function Page() {
  return (
    <Suspense fallback={<p>Loading...</p>}>
      <List />
    </Suspense>
  );
}

function List() {
  const { urlParsed } = usePageContext();
  const { articles } = useApi(sectionArticles('view', cursorIn(urlParsed.search)));
  return articles.map(({ id, title }) => (
    <p key={id}>
      <a href={`/article/${id}`}>{title}</a>
    </p>
  ));
}
