import { type PageDefinition, searchText } from '../../data/page-definition.ts';
import { searchResults } from '../../data/reader.api.ts';
import { searchIn } from '../../features/search/search-address.ts';

export const page: PageDefinition = {
  meta: ({ urlParsed: { search } }) => {
    const { text, tooLong } = searchIn(search);
    return {
      title: text === '' || tooLong ? 'Search' : `Search: ${text}`,
      description: 'Find an article by its title, its writer or its words.',
    };
  },
  params: { q: searchText, page: 100 },
  queries: ({ urlParsed: { search } }) => {
    const { text, page: number, tooLong } = searchIn(search);
    if (tooLong) return { refused: true };
    return text === '' ? {} : { wanted: [searchResults(text, number)] };
  },
  robots: 'disallow',
};
