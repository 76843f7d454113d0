import type { Section } from '@journal/contracts';
import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiQuery } from '../../data/api.ts';
import { useApi } from '../../data/use-api.ts';
import { Cover } from '../artwork/Cover.tsx';
import type { Covered } from '../artwork/draw-cover.ts';
import { onPress, type SiteLink } from '../link/links.tsx';

type ListBoundaryProps<Data> = Pick<ReadBoundaryProps<Data>, 'query' | 'children'> & { loading: string };

/** The three states of a list: `loading`, an error with a retry, or the list. */
export function ListBoundary<Data>({ query, loading, children }: ListBoundaryProps<Data>) {
  return (
    <ReadBoundary
      query={query}
      loading={<p className="list-state list-loading">{loading}</p>}
      failed={(tryAgain) => <ListError tryAgain={tryAgain} />}
    >
      {children}
    </ReadBoundary>
  );
}

/** A list that failed to load. Without scripts the link reloads the page. */
export function ListError({ tryAgain }: { tryAgain: () => void }) {
  const { searchOriginal } = usePageContext().urlParsed;
  return (
    <div className="list-state" role="alert">
      <p>This list could not be loaded.</p>
      <a className="button" href={searchOriginal ?? '?'} onClick={onPress(tryAgain)}>
        Try again
      </a>
    </div>
  );
}

type ReadBoundaryProps<Data> = {
  query: ApiQuery<Data>;
  loading: ReactNode;
  failed: (tryAgain: () => void) => ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * The three states of a read: `loading`, `failed`, or the result of `children`. A failure that the server knew of is
 * rendered in place, since React leaves its own boundaries to the browser. The query must be among those of the page's
 * `+page.ts`, or the server sends the page without its data.
 */
export function ReadBoundary<Data>({ query, loading, failed, children }: ReadBoundaryProps<Data>) {
  const { reset } = useQueryErrorResetBoundary();
  const { failedReads } = usePageContext();
  const client = useQueryClient();
  const [path, setPath] = useState(query.path);
  if (path !== query.path) {
    setPath(query.path);
    // A list that failed before is read again once it is returned to.
    const { status, data } = client.getQueryState([query.path]) ?? {};
    if (status === 'error' && data === undefined)
      client.removeQueries({ queryKey: [query.path], exact: true });
  }
  const [triedAgain, setTriedAgain] = useState<readonly string[]>();
  if (failedReads?.includes(query.path) && triedAgain !== failedReads) {
    return failed(() => {
      reset();
      setTriedAgain(failedReads);
    });
  }
  return (
    <ErrorBoundary path={query.path} onReset={reset} fallback={failed}>
      <Suspense fallback={loading}>
        <Known query={query}>{children}</Known>
      </Suspense>
    </ErrorBoundary>
  );
}

function Known<Data>({ query, children }: Pick<ReadBoundaryProps<Data>, 'query' | 'children'>) {
  return children(useApi(query));
}

type ErrorBoundaryProps = {
  /** What is read: another read has not failed yet. */
  path: string;
  fallback: (tryAgain: () => void) => ReactNode;
  onReset: () => void;
  children: ReactNode;
};

/** Contains an error where it occurred. Errors that Vike throws to change the page pass through. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean; path: string }> {
  override state = { failed: false, path: this.props.path };

  static getDerivedStateFromProps({ path }: ErrorBoundaryProps, state: { path: string }) {
    return path === state.path ? null : { failed: false, path };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  tryAgain = () => {
    this.props.onReset();
    this.setState({ failed: false });
  };

  override render() {
    return this.state.failed ? this.props.fallback(this.tryAgain) : this.props.children;
  }
}

export type EmptyListProps = {
  text: string;
  hint?: ReactNode;
  link?: SiteLink;
  keepsScroll?: boolean;
  /** The drawing shown in place of the list: a motif that fits the text, or else one of the section's own. */
  picture: Pick<Covered, 'section' | 'cover'>;
};

/** An empty list: a picture, what is missing, and what to do about it. */
export function EmptyList({ text, hint, link, keepsScroll = false, picture }: EmptyListProps) {
  return (
    <div className="list-state list-none">
      <Cover article={{ id: 1030, ...picture }} />
      <div>
        <p className="list-empty">{text}</p>
        {hint ? <p className="list-hint">{hint}</p> : null}
        {link ? (
          <a className="text-link" href={link.href} {...(keepsScroll ? { 'keep-scroll-position': '' } : {})}>
            {link.name}
          </a>
        ) : null}
      </div>
    </div>
  );
}

type NoArticlesProps = { text: string; hint?: string | undefined; section: Section };

/** The state of an empty list of articles: a text, and a link to write one. */
export const NoArticles = ({ section, ...texts }: NoArticlesProps) => (
  <EmptyList {...texts} picture={{ section }} link={{ href: '/contact', name: 'Write the first one' }} />
);

export const NothingMatches = ({ allHref }: { allHref: string }) => (
  <EmptyList
    text="Nothing matches."
    hint="Try fewer words or fewer filters."
    picture={{ section: 'view', cover: 'glasses' }}
    link={{ href: allHref, name: 'Show all' }}
    keepsScroll
  />
);

/** The list at a URL beyond its last entry. */
export const NothingOlder = ({ newestHref }: { newestHref: string }) => (
  <EmptyList
    text="Nothing older"
    hint="This is where it began."
    picture={{ section: 'culture', cover: 'hourglass' }}
    link={{ href: newestHref, name: 'See the newest' }}
  />
);
