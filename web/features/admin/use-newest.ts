import { useQuery } from '@tanstack/react-query';
import { type Piece, piecePath, readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';

/** Milliseconds. */
const pollInterval = 1_000;

/**
 * Returns the piece as it is now, read anew when what asks for it opens and whenever a change touches it; null where it is
 * deleted, undefined until it is known. While it still has the ETag `outdated`, it is polled.
 */
export function useNewest(piece: Piece, outdated?: string) {
  const path = piecePath(piece);
  const { data, isError, refetch } = useQuery<TaggedPiece>({
    queryKey: [path, 'row'],
    queryFn: ({ signal }) => readPiece(path, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => outdated !== undefined && state.data?.etag === outdated && pollInterval,
  });
  return { now: data, failed: isError && data === undefined, refetch: () => void refetch() };
}
