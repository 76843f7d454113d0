import '../../styles/search-page.css';
import { maxSearchLength } from '@journal/contracts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { searchResults } from '../../data/reader.api.ts';
import { SearchField, useTextInStep } from '../../features/search/SearchField.tsx';
import { type Announce, SearchHints, SearchResults } from '../../features/search/SearchResults.tsx';
import { type SearchParams, searchHref, searchIn, searchPath } from '../../features/search/search-address.ts';
import { focusContent } from '../../features/search/suggest-box.ts';
import { onPress } from '../../ui/link/links.tsx';
import { goTo } from '../../ui/link/offline-navigation.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';

/** The results for the text in the address, and a form for another search. */
export default function Page() {
  const params = searchIn(usePageContext().urlParsed.search);
  const [announcement, announce] = useState('');
  return (
    <div className="page search-page">
      <h1>Search</h1>
      <SearchPageForm text={params.text} />
      {/* Screen readers announce changes only in elements that already exist: each search replaces the parts below. */}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Outcome {...params} announce={announce} />
    </div>
  );
}

function Outcome({ text, page, tooLong, announce }: SearchParams & { announce: Announce }) {
  if (tooLong)
    return (
      <SearchHints text="That is too long to search for.">
        A search may have {maxSearchLength} characters at most. The box above has the beginning of yours.
      </SearchHints>
    );
  if (text === '')
    return (
      <SearchHints text="What would you like to read about?">
        A word or two is enough: from a title, a text or the name of a writer. The beginning of a word will
        do, and typos are forgiven.
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
      {() => <SearchResults text={text} page={page} announce={announce} />}
    </ReadBoundary>
  );
}

/** The search page's own form. Within the site the router handles it; without scripts the browser submits it. */
function SearchPageForm({ text }: { text: string }) {
  const input = useRef<HTMLInputElement>(null);
  useTextInStep(input, text);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (matchMedia('(hover: none)').matches) focusContent();
    goTo(searchHref(input.current?.value ?? ''));
  };
  return (
    <search aria-label="Articles">
      <form className="search-line search-line-large" action={searchPath} onSubmit={submit}>
        <SearchField
          ref={input}
          id={useId()}
          label="Search for"
          type="search"
          placeholder="A word, a title, a name"
          defaultValue={text}
        />
      </form>
    </search>
  );
}

function SearchFailed({ text, page, tryAgain }: { text: string; page: number; tryAgain: () => void }) {
  return (
    <div className="list-state search-state" role="alert">
      <p className="list-empty">Search failed</p>
      <p className="list-hint search-hint">
        Search is unavailable for a moment. The rest of the journal is here.
      </p>
      <a className="button" href={searchHref(text, page)} onClick={onPress(tryAgain)}>
        Try again
      </a>
    </div>
  );
}
