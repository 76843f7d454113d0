import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Piece, piecePath, readPiece, type TaggedPiece } from '../../data/newsroom.api.ts';
import { ListError } from '../../ui/list/ListBoundary.tsx';
import { DebateForm } from './DebateForm.tsx';
import { EditForm } from './EditForm.tsx';
import { PanelForm } from './PanelForm.tsx';
import { capitalised, type EditedKind, type Listed } from './piece-kinds.ts';

type EditPieceProps = { kind: EditedKind; id: Listed['id']; onClose: () => void };

/** The form over a piece's newest version, with which it starts and keeps comparing itself. */
export function EditPiece({ kind, id, onClose }: EditPieceProps) {
  const [outdated, setOutdated] = useState<string>();
  const { now, failed, refetch } = useNewest({ kind: kind.tab, id }, outdated);
  const [first, setFirst] = useState(now ?? undefined);
  if (first === undefined && now) setFirst(now);
  return (
    <PanelForm title={`Edit ${kind.name ?? capitalised(kind.noun)}`}>
      {first ? (
        <EditForm {...{ kind, id, first, now, outdated, onClose }} onOutdated={setOutdated} />
      ) : (
        <>
          {failed ? <ListError tryAgain={refetch} /> : null}
          {now === null ? <p role="alert">This {kind.noun} is no more.</p> : null}
          {now === undefined && !failed ? <p role="status">Loading...</p> : null}
          <div className="form-actions">
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          </div>
        </>
      )}
      {kind.tab === 'articles' && now ? <DebateForm id={Number(id)} section={now.row['section']} /> : null}
    </PanelForm>
  );
}

/** Milliseconds. */
const pollInterval = 1_000;

/**
 * Returns the piece as it is now, read anew when its form opens and whenever a change touches it; null where it is deleted,
 * undefined until it is known. While it still has the ETag `outdated`, it is polled.
 */
function useNewest(piece: Piece, outdated?: string) {
  const path = piecePath(piece);
  const { data, isError, refetch } = useQuery<TaggedPiece>({
    queryKey: [path, 'row'],
    queryFn: ({ signal }) => readPiece(path, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => outdated !== undefined && state.data?.etag === outdated && pollInterval,
  });
  return { now: data, failed: isError && data === undefined, refetch: () => void refetch() };
}
