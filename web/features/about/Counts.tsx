import { stats } from '../../data/articles.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { Facts } from './Facts.tsx';

/** The journal in numbers; articles and writers as they are now. */
export function Counts() {
  const { articles, writers } = useApi(stats());
  return <Facts articles={String(articles)} writers={String(writers)} />;
}
