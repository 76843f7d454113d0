import { maxSearchPage, type SearchResult, searchPageSize } from '@journal/contracts';
import { type ReactNode, useEffect } from 'react';
import { paramOf } from '../../data/api.ts';
import { searchResults } from '../../data/reader.api.ts';
import { Cover } from '../../ui/artwork/Cover.tsx';
import { EmptyList } from '../../ui/list/ListBoundary.tsx';
import { LoadMore, usePages } from '../../ui/list/LoadMore.tsx';
import { CardDate } from '../article/article-parts.tsx';
import { SectionBadge, SectionList } from '../section/SectionMark.tsx';
import { Marked, ResultWriter } from './Marked.tsx';
import { searchHref } from './search-address.ts';

export function SearchResults({ text, page, announce }: { text: string; page: number; announce: Announce }) {
  const { first, rows, next, ...more } = usePages(searchResults(text, page));
  // Results may have moved to a later page between requests, so duplicates are removed.
  const found = [...new Map(rows.map((row) => [row.id, row])).values()];
  // `LoadMore` announces further pages.
  useAnnouncement(`${heading(first.rows.length, page, first.next !== null)} for ${text}`, announce);
  if (found.length === 0 && page === 1)
    return (
      <SearchHints text="No articles found">
        Try fewer words, or others: an article has to contain all of them. Typos are not forgiven in words of
        up to three letters.
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
        href={next === null ? undefined : searchHref(text, Number(paramOf(next, 'page')))}
        label="More results"
      />
    </>
  );
}

/** Returns the heading of a list; a search lists no more than its maximum number of pages. */
export function heading(count: number, page: number, more: boolean): string {
  if (count === 0) return page === 1 ? 'No articles found' : 'Nothing further found';
  if (page > 1) return 'Further results';
  if (count === 1) return '1 article found';
  const isCut = more || count >= searchPageSize * maxSearchPage;
  return isCut ? `The best ${count} articles` : `${count} articles found`;
}

/** An article on the search page, with the matching passage of its text if neither title, name nor excerpt matched. */
function ResultItem({ result }: { result: SearchResult }) {
  const { id, section, title, excerpt, matches, passage, createdAt } = result;
  return (
    <li className="result" data-section={section}>
      <div className="result-frame">
        <Cover article={result} />
      </div>
      <div className="result-text">
        <p className="card-kicker">
          <SectionBadge section={section} />
          <span className="read-time">
            <CardDate at={createdAt} />
          </span>
        </p>
        <h3 className="card-title" dir="auto">
          <a href={`/article/${id}`}>
            <Marked text={title} matches={matches.title} />
          </a>
        </h3>
        <p className="result-excerpt" dir="auto">
          <Marked {...(passage ?? { text: excerpt, matches: matches.excerpt })} />
        </p>
        <p className="result-writer">
          <ResultWriter result={result} />
        </p>
      </div>
    </li>
  );
}

/** Shown without results: the reason, advice, and other articles to read. */
export function SearchHints({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <div className="search-state">
        <EmptyList text={text} hint={children} picture={{ section: 'clash', cover: 'glasses' }} />
      </div>
      <h2 className="search-else">Or read what is new in a section</h2>
      <SectionList />
    </>
  );
}

/** Announces a text to screen readers. */
export type Announce = (text: string) => void;

/** Announces a text for as long as the component is mounted. */
function useAnnouncement(text: string, announce: Announce): void {
  useEffect(() => {
    announce(text);
    return () => announce('');
  }, [text, announce]);
}
