import '../../styles/search-page.css';
import { maxSearchLength } from '@journal/contracts';
import { useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { searchResults } from '../../data/search.queries.ts';
import { ReadBoundary } from '../../ui/list/ReadBoundary.tsx';
import { SearchFailed } from './SearchFailed.tsx';
import { SearchHints } from './SearchHints.tsx';
import { SearchPageForm } from './SearchPageForm.tsx';
import { SearchResults } from './SearchResults.tsx';
import { type AskedSearch, searchIn } from './search-address.ts';
import type { Say } from './use-said.ts';

/** What is found for the text in the address, and where to type another one. */
export function SearchPage() {
  const asked = searchIn(usePageContext().urlParsed.search);
  const [said, say] = useState('');
  return (
    <div className="page search-page">
      <h1>Search</h1>
      <SearchPageForm text={asked.text} />
      {/* Screen readers listen to what was there before: each search brings the parts below anew. */}
      <p role="status" className="sr-only">
        {said}
      </p>
      <Outcome {...asked} say={say} />
    </div>
  );
}

function Outcome({ text, page, tooLong, say }: AskedSearch & { say: Say }) {
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
      <SearchResults text={text} page={page} say={say} />
    </ReadBoundary>
  );
}
