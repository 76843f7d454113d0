import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ListError } from './ListError.tsx';

/** The three faces of a list around it: `loading` while it is read, an error that can be tried again, or the list. */
export function ListBoundary({ loading, children }: { loading: string; children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <ErrorBoundary onReset={reset} fallback={(tryAgain) => <ListError tryAgain={tryAgain} />}>
      <Suspense fallback={<p className="list-state list-loading">{loading}</p>}>{children}</Suspense>
    </ErrorBoundary>
  );
}
