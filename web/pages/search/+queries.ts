import type { PageContext } from 'vike/types';
import type { PageQueries } from '../../data/api-query.ts';
import { searchResults } from '../../data/search.queries.ts';
import { searchIn } from '../../features/search/search-address.ts';

/** Nothing where nothing can be searched for. */
export function queries({ urlParsed: { search } }: PageContext): PageQueries {
  const { text, page, tooLong } = searchIn(search);
  if (tooLong) return { refused: true };
  return text === '' ? {} : { wanted: [searchResults(text, page)] };
}
