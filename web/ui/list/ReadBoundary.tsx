import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import type { ApiQuery } from '../../data/api-query.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';

export type ReadBoundaryProps = {
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
