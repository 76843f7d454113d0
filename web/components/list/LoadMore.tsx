import { useEffect, useRef, useState } from 'react';
import { onPress } from '../link/press.ts';
import type { ArticlePages } from './use-article-pages.ts';

type LoadMoreProps = {
  pages: ArticlePages;
  /** Where the following articles are without JavaScript. */
  hrefOf: (cursor: string) => string;
  label: string;
};

/**
 * Shows the following articles in the list right before it. Scroll and focus stay where they are, and what came is
 * said to screen readers; when nothing is left to load, the focus goes to the first of those that came.
 * A plain link where scripts don't run.
 */
export function LoadMore({ pages, hrefOf, label }: LoadMoreProps) {
  const { articles, next, state } = pages;
  const [before, setBefore] = useState<number>();
  const place = useRef<HTMLDivElement>(null);
  const added = before === undefined ? 0 : articles.length - before;
  const atEnd = next === null && added > 0;

  useEffect(() => {
    if (!atEnd || before === undefined || document.activeElement !== document.body) return;
    const first = place.current?.previousElementSibling?.children[before];
    first?.querySelector('a')?.focus({ preventScroll: true });
  }, [atEnd, before]);

  return (
    <div className="load-more" ref={place}>
      <p role="status" className={state === 'failed' ? 'load-more-failed' : 'sr-only'}>
        {state === 'loading' ? 'Loading more articles...' : null}
        {state === 'failed' ? 'More articles could not be loaded. Please try again.' : null}
        {state === 'idle' && added > 0
          ? `${added} more articles loaded${atEnd ? ', that is all' : ''}`
          : null}
      </p>
      {next === null ? null : (
        <a
          className="button"
          href={hrefOf(next)}
          aria-disabled={state === 'loading'}
          onClick={onPress(() => {
            setBefore(articles.length);
            pages.loadMore();
          })}
        >
          {state === 'loading' ? 'Loading...' : label}
        </a>
      )}
    </div>
  );
}
