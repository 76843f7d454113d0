import { useQuery } from '@tanstack/react-query';
import { type Piece, piecePath, readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';

/** In milliseconds. */
const pollInterval = 1_000;

/**
 * Returns the current piece, read again on mount and whenever a change touches it; null if it is deleted, undefined
 * until it is known. Polls while the piece still has the ETag `outdated`.
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
