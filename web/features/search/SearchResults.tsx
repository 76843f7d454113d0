import { pageIn, searchResults } from '../../data/search.queries.ts';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { usePages } from '../../ui/list/use-pages.ts';
import { ResultItem } from './ResultItem.tsx';
import { SearchHints } from './SearchHints.tsx';
import { searchHref } from './search-address.ts';
import { type Say, useSaid } from './use-said.ts';

type SearchResultsProps = { text: string; page: number; say: Say };

/** The articles found, best first, and what follows on request. */
export function SearchResults({ text, page, say }: SearchResultsProps) {
  const { pages, ...more } = usePages(searchResults(text, page));
  // What was found later may have moved on a page meanwhile.
  const found = [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
  const next = pages.at(-1)?.next ?? null;
  // What is loaded after the first of them says so itself.
  const first = pages[0];
  useSaid(`${heading(first?.rows.length ?? 0, page, first?.next != null)} for ${text}`, say);
  if (found.length === 0 && page === 1)
    return (
      <SearchHints text="No articles found">
        Try fewer words, or others: an article has to have every one of them. In words of up to three letters
        no errors are forgiven.
      </SearchHints>
    );
  return (
    <>
      <div className="search-count">
        <h2>{heading(found.length, page, next !== null)}</h2>
        {page > 1 ? (
          <a className="text-link" href={searchHref(text)}>
            Back to the best results
          </a>
        ) : null}
      </div>
      <ol className="results">
        {found.map((result) => (
          <ResultItem key={result.id} result={result} />
        ))}
      </ol>
      <LoadMore
        more={more}
        count={found.length}
        href={next === null ? undefined : searchHref(text, pageIn(next))}
        label="More results"
      />
    </>
  );
}

function heading(count: number, page: number, more: boolean): string {
  if (count === 0) return page === 1 ? 'No articles found' : 'Nothing further found';
  if (page > 1) return 'Further results';
  if (count === 1) return '1 article found';
  return more ? `The best ${count} articles` : `${count} articles found`;
}
