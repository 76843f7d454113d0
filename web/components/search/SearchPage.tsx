import '../../styles/search-page.css';
import { maxSearchLength } from '@journal/contracts';
import { usePageContext } from 'vike-react/usePageContext';
import { searchResults } from '../../data/search.queries.ts';
import { ReadBoundary } from '../list/ReadBoundary.tsx';
import { SearchFailed } from './SearchFailed.tsx';
import { SearchHints } from './SearchHints.tsx';
import { SearchPageForm } from './SearchPageForm.tsx';
import { SearchResults } from './SearchResults.tsx';
import { searchIn } from './search-address.ts';

/** What is found for the text in the address, and where to type another one. */
export function SearchPage() {
  const asked = searchIn(usePageContext().urlParsed.search);
  return (
    <div className="page search-page">
      <h1>Search</h1>
      <SearchPageForm text={asked.text} />
      <Outcome {...asked} />
    </div>
  );
}

function Outcome({ text, page, tooLong }: ReturnType<typeof searchIn>) {
  if (tooLong)
    return (
      <SearchHints text="That is too long to search for.">
        A search may have {maxSearchLength} characters at most. The box above holds the beginning of yours.
      </SearchHints>
    );
  if (text === '')
    return (
      <SearchHints text="What would you like to read about?">
        A word or two are enough: from a title, from a text, or the name of a writer. The beginning of a word
        will do, and typing errors are forgiven.
      </SearchHints>
    );
  const query = searchResults(text, page);
  return (
    <ReadBoundary
      key={query.path}
      query={query}
      loading={<p className="list-state list-loading">Searching...</p>}
      failed={(tryAgain) => <SearchFailed text={text} page={page} tryAgain={tryAgain} />}
    >
      <SearchResults text={text} page={page} />
    </ReadBoundary>
  );
}
