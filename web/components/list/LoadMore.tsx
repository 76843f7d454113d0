import { useEffect, useRef, useState } from 'react';
import { onPress } from '../link/press.ts';
import type { ArticlePages } from './use-article-pages.ts';

type LoadMoreProps = {
  pages: ArticlePages;
  /** Where the following articles are without JavaScript. */
  hrefOf: (cursor: string) => string;
  label: string;
};

/** What one load brought, as it was when it ended. */
type Loaded = { readonly before: number; readonly added: number; readonly atEnd: boolean };

/**
 * Shows the following articles in the list right before it. Scroll and focus stay where they are, and what came is
 * said to screen readers once; when nothing is left to load, the focus goes to the first of those that came.
 * A plain link where scripts don't run.
 */
export function LoadMore({ pages, hrefOf, label }: LoadMoreProps) {
  const { articles, next, state } = pages;
  const [before, setBefore] = useState(0);
  const [lastState, setLastState] = useState(state);
  const [loaded, setLoaded] = useState<Loaded>();
  const place = useRef<HTMLDivElement>(null);

  if (state !== lastState) {
    setLastState(state);
    const ended = lastState === 'loading' && state === 'idle';
    setLoaded(ended ? { before, added: articles.length - before, atEnd: next === null } : undefined);
  }

  useEffect(() => {
    if (!loaded?.atEnd || document.activeElement !== document.body) return;
    const first = place.current?.previousElementSibling?.children[loaded.before];
    first?.querySelector('a')?.focus({ preventScroll: true });
  }, [loaded]);

  return (
    <div className="load-more" ref={place}>
      <p role="status" className={state === 'failed' ? 'load-more-failed' : 'sr-only'}>
        {state === 'loading' ? 'Loading more articles...' : null}
        {state === 'failed' ? 'More articles could not be loaded. Please try again.' : null}
        {state === 'idle' && loaded ? spoken(loaded) : null}
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

function spoken({ added, atEnd }: Loaded): string | null {
  if (added <= 0) return null;
  return `${added} more ${added === 1 ? 'article' : 'articles'} loaded${atEnd ? ', that is all' : ''}`;
}
