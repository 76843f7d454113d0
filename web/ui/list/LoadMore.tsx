import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ApiAnswer, type ApiQuery, type Rows, readInBrowser } from '../../data/api.ts';
import { useApi } from '../../data/use-api.ts';
import { onPress } from '../link/links.tsx';
import { ListBoundary, NothingOlder } from './ListBoundary.tsx';

/** `label`: text of the button. `one`, `many`: name of the rows in singular and plural. */
type ListTexts = { label: string; one?: string; many?: string };
type PagedListProps<Row> = ListTexts & {
  query: ApiQuery<Rows<Row>>;
  loading: string;
  /** Shown instead of an empty list; without it, the children handle that case. */
  empty?: ReactNode;
  /** URL of the list's beginning, for a page that starts further on. */
  newestHref?: string | undefined;
  /** Returns the URL of the rows after the last one, given the API path of their page. */
  hrefOf: (next: string, last: Row) => string;
  children: (rows: readonly Row[]) => ReactNode;
  /**
   * Content after the list. It can load the following rows if there are any. `isSettled`: nothing is being read, and
   * nothing failed.
   */
  beside?: (rows: readonly Row[], loadMore: (() => void) | undefined, isSettled: boolean) => ReactNode;
};

/** A list in its three states that grows on request. */
export function PagedList<Row>({ query, loading, ...list }: PagedListProps<Row>) {
  return (
    <ListBoundary query={query} loading={loading}>
      {() => <GrowingList query={query} {...list} />}
    </ListBoundary>
  );
}

function GrowingList<Row>(props: Omit<PagedListProps<Row>, 'loading'>) {
  const { query, empty, newestHref, hrefOf, children, beside, ...texts } = props;
  const { rows, next, ...more } = usePages(query);
  const last = rows.at(-1);
  if (!last && newestHref !== undefined) return <NothingOlder newestHref={newestHref} />;
  if (!last && empty !== undefined) return empty;
  const href = next !== null && last ? hrefOf(next, last) : undefined;
  return (
    <>
      {children(rows)}
      {/* What was loaded into another list is not said of this one. */}
      <LoadMore key={query.path} more={more} count={rows.length} href={href} {...texts} />
      {beside?.(rows, next === null ? undefined : more.loadMore, more.isSettled)}
    </>
  );
}

type LoadMoreProps = ListTexts & {
  more: More;
  count: number;
  /** URL of the following rows without JavaScript; undefined at the end. */
  href: string | undefined;
};

/** Result of one load, as of its end. */
type Loaded = { readonly before: number; readonly added: number; readonly atEnd: boolean };

/**
 * Loads further rows into the list directly before it. Scroll and focus stay where they are, and the new rows are
 * announced to screen readers once. When nothing is left to load, the focus moves to the first of the new rows (to its
 * link, if it has one), or to the field that they are choices of. Without scripts it is a plain link.
 */
export function LoadMore({ more, count, href, label, one = 'article', many = 'articles' }: LoadMoreProps) {
  const { state } = more;
  const [before, setBefore] = useState(0);
  const [lastState, setLastState] = useState(state);
  const [loaded, setLoaded] = useState<Loaded>();
  const place = useRef<HTMLDivElement>(null);

  if (state !== lastState) {
    setLastState(state);
    const ended = lastState === 'loading' && state === 'idle';
    setLoaded(ended ? { before, added: count - before, atEnd: href === undefined } : undefined);
  }

  useEffect(() => {
    if (!loaded?.atEnd || document.activeElement !== document.body) return;
    const list = place.current?.previousElementSibling;
    const first = list?.children[loaded.before] as HTMLElement | undefined;
    const target = first?.querySelector('a') ?? list?.querySelector('select') ?? first;
    target?.focus({ preventScroll: true });
  }, [loaded]);

  return (
    <div className="load-more" ref={place}>
      <p role="status" className={state === 'failed' ? 'load-more-failed' : 'sr-only'}>
        {state === 'loading' ? `Loading more ${many}...` : null}
        {state === 'failed' ? `More ${many} could not be loaded. Please try again.` : null}
        {state === 'idle' && loaded ? spoken(loaded, loaded.added === 1 ? one : many) : null}
      </p>
      {href === undefined ? null : (
        <a
          className="button"
          href={href}
          aria-disabled={state === 'loading'}
          onClick={onPress(() => {
            setBefore(count);
            more.loadMore();
          })}
        >
          {state === 'loading' ? 'Loading...' : label}
        </a>
      )}
    </div>
  );
}

function spoken({ added, atEnd }: Loaded, name: string): string | null {
  if (added <= 0) return null;
  return `${added} more ${name} loaded${atEnd ? ', that is all' : ''}`;
}

type More = {
  readonly state: 'idle' | 'loading' | 'failed';
  /** Whether nothing is being read or refetched, and nothing failed. */
  readonly isSettled: boolean;
  loadMore(): void;
};

/** The rows of a list's first page and of the pages loaded after it; `next` is the path of the following page. */
type Pages<Row> = More & Rows<Row> & { readonly first: Rows<Row> };

/**
 * Returns a list with its further pages. Suspends for the first page only. When a live change touches the list, all
 * loaded pages are refetched in sequence, each from the end of the previous one, and are replaced together.
 */
export function usePages<Row>(query: ApiQuery<Rows<Row>>): Pages<Row> {
  const client = useQueryClient();
  const first = useApi<ApiAnswer>({ path: query.path, select: (answer) => answer });
  const key = [query.path, 'pages'];
  const more = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readInBrowser(pageParam, signal),
    initialPageParam: query.path,
    getNextPageParam: (answer: ApiAnswer) => answer.next,
    enabled: () => client.getQueryData(key) !== undefined,
  });
  const pages = (more.data?.pages ?? [first]).map((answer) => query.select(answer));
  /** Loads the page after `count` pages. That cancels a refetch of those, and is cancelled by one: both are repeated. */
  async function loadAfter(count: number): Promise<void> {
    const wasRefetching = client.isFetching({ queryKey: [query.path] }) > 0;
    const { data, hasNextPage, isError } = await more.fetchNextPage();
    if (!isError && hasNextPage && (data?.pages.length ?? 0) <= count) await loadAfter(count);
    if (wasRefetching) await client.invalidateQueries({ queryKey: key });
  }
  return {
    first: pages[0] ?? query.select(first),
    rows: pages.flatMap(({ rows }) => rows),
    next: pages.at(-1)?.next ?? null,
    state: more.isFetchingNextPage ? 'loading' : more.isFetchNextPageError ? 'failed' : 'idle',
    isSettled: !more.isFetching && !more.isError,
    loadMore() {
      if (more.isFetchingNextPage) return;
      if (!more.data) client.setQueryData(key, { pages: [first], pageParams: [query.path] });
      void loadAfter(pages.length);
    },
  };
}
