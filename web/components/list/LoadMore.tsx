import { useRef } from 'react';
import type { ArticlePages } from './use-article-pages.ts';

type LoadMoreProps = {
  pages: ArticlePages;
  /** Where the following articles are without JavaScript. */
  hrefOf: (cursor: string) => string;
  label: string;
};

/**
 * Shows the following articles below those that are there. Focus and scroll stay where they are; what came is said
 * to screen readers. A plain link where scripts don't run.
 */
export function LoadMore({ pages, hrefOf, label }: LoadMoreProps) {
  const before = useRef(pages.articles.length);
  const added = pages.articles.length - before.current;
  const { next, state } = pages;
  return (
    <div className="load-more">
      <p role="status" className={state === 'failed' ? 'load-more-failed' : 'sr-only'}>
        {state === 'loading' ? 'Loading more articles...' : null}
        {state === 'failed' ? 'More articles could not be loaded. Please try again.' : null}
        {state === 'idle' && added > 0
          ? `${added} more articles loaded${next === null ? ', that is all' : ''}`
          : null}
      </p>
      {next === null ? null : (
        <a
          className="button"
          href={hrefOf(next)}
          aria-disabled={state === 'loading'}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            before.current = pages.articles.length;
            pages.loadMore();
          }}
        >
          {state === 'loading' ? 'Loading...' : label}
        </a>
      )}
    </div>
  );
}
