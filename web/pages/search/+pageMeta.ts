import type { PageContext } from 'vike/types';
import { searchIn } from '../../features/search/search-address.ts';
import type { PageMeta } from '../../head/page-meta.ts';

export function pageMeta({ urlParsed: { search } }: PageContext): PageMeta {
  const { text, tooLong } = searchIn(search);
  return {
    title: text === '' || tooLong ? 'Search' : `Search: ${text}`,
    description: 'Find an article by its title, its writer or its words.',
    unlisted: true,
  };
}
