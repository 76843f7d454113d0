import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiQuery } from '../../data/api.ts';
import { onPress } from '../link/links.tsx';

type ListBoundaryProps = { query: ApiQuery<unknown>; loading: string; children: ReactNode };

/** The three faces of a list around it: `loading` while it is read, an error that can be tried again, or the list. */
export function ListBoundary({ query, loading, children }: ListBoundaryProps) {
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
  return (
    <div className="list-state" role="alert">
      <p>This list could not be loaded.</p>
      <a className="button" href="?" onClick={onPress(tryAgain)}>
        Try again
      </a>
    </div>
  );
}

type ReadBoundaryProps = {
  /** What is read inside. */
  query: ApiQuery<unknown>;
  loading: ReactNode;
  failed: (tryAgain: () => void) => ReactNode;
  children: ReactNode;
};

/**
 * The three faces of what is read: `loading` meanwhile, `failed` where it could not be had, or the children. A failure
 * that the server knew of is written in place, since React leaves its own boundaries to the browser.
 */
export function ReadBoundary({ query, loading, failed, children }: ReadBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  const { failedReads } = usePageContext();
  const [triedAgain, setTriedAgain] = useState<readonly string[]>();
  if (failedReads?.includes(query.path) && triedAgain !== failedReads) {
    return failed(() => {
      reset();
      setTriedAgain(failedReads);
    });
  }
  return (
    <ErrorBoundary onReset={reset} fallback={failed}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}

type ErrorBoundaryProps = {
  fallback: (tryAgain: () => void) => ReactNode;
  onReset: () => void;
  children: ReactNode;
};

/** Keeps a failure where it happened. What Vike throws to change the page passes through. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

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

export function EmptyList({ text, hint }: { text: string; hint?: string | undefined }) {
  return (
    <div className="list-state">
      <p className="list-empty">{text}</p>
      {hint ? <p className="list-hint">{hint}</p> : null}
    </div>
  );
}

type NothingHereProps = { text: string; link: string; href: string; keepsScroll?: boolean };

function NothingHere({ text, link, href, keepsScroll = false }: NothingHereProps) {
  return (
    <div className="list-state">
      <p className="list-empty">{text}</p>
      <p>
        <a className="text-link" href={href} {...(keepsScroll ? { 'keep-scroll-position': '' } : {})}>
          {link}
        </a>
      </p>
    </div>
  );
}

/** A filtered list of which nothing is left. */
export const NothingMatches = ({ allHref }: { allHref: string }) => (
  <NothingHere text="Nothing matches." link="Show all" href={allHref} keepsScroll />
);

/** The list of an address that is past the end of what there is. */
export const NothingOlder = ({ newestHref }: { newestHref: string }) => (
  <NothingHere text="Nothing older" link="See the newest" href={newestHref} />
);
