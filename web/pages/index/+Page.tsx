import { Suspense } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { useApi } from '../../data/use-api.ts';
import { latestOf } from './latest-of.ts';

export default function Page() {
  return (
    <main>
      <h1>Home</h1>
      <Suspense fallback={<p>Loading articles...</p>}>
        <Latest />
      </Suspense>
    </main>
  );
}

function Latest() {
  const { articles } = useApi(latestOf(usePageContext()));
  return articles.map(({ id, title }) => (
    <p key={id}>
      <a href={`/article/${id}`}>{title}</a>
    </p>
  ));
}
