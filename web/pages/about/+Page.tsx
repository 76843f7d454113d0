import { Suspense } from 'react';
import { stats } from '../../data/articles.queries.ts';
import { useApi } from '../../data/use-api.ts';

export default function Page() {
  return (
    <Suspense fallback={<p>Loading...</p>}>
      <Counts />
    </Suspense>
  );
}

function Counts() {
  const { articles, writers } = useApi(stats());
  return (
    <p>
      {articles} articles by {writers} writers
    </p>
  );
}
