import { useQuery } from '@tanstack/react-query';
import { readRow, type TaggedRow } from '../../../data/read-row.ts';

/** Milliseconds. */
const askAgain = 1_000;

/**
 * A row as it is now, read anew when its form opens and whenever a change touches it; null where it is no more,
 * undefined until it is known. `awaited` is a tag that is known to be out of date: it asks until there is another.
 */
export function useEditedRow<Row>(path: string, awaited?: string) {
  const { data, isError, refetch } = useQuery<TaggedRow<Row>>({
    queryKey: [path, 'row'],
    queryFn: ({ signal }) => readRow<Row>(path, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => awaited !== undefined && state.data?.etag === awaited && askAgain,
  });
  return { now: data, failed: isError && data === undefined, readAgain: () => void refetch() };
}
