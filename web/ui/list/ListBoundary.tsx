import type { ReactNode } from 'react';
import type { ApiQuery } from '../../data/api-query.ts';
import { ListError } from './ListError.tsx';
import { ReadBoundary } from './ReadBoundary.tsx';

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
