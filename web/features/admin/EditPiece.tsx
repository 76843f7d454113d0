import { useState } from 'react';
import { ListError } from '../../ui/list/ListBoundary.tsx';
import { Planned } from '../time/JournalTime.tsx';
import { DebateForm } from './DebateForm.tsx';
import { EditForm } from './EditForm.tsx';
import { PanelForm } from './PanelForm.tsx';
import { capitalised, type EditedKind, type Listed } from './piece-kinds.ts';
import { useNewest } from './use-newest.ts';

type EditPieceProps = { kind: EditedKind; id: Listed['id']; onClose: () => void };

/** The edit form with a piece's newest version, which it starts from and is compared with. */
export function EditPiece({ kind, id, onClose }: EditPieceProps) {
  const [outdated, setOutdated] = useState<string>();
  const { now, failed, refetch } = useNewest({ kind: kind.tab, id }, outdated);
  const [first, setFirst] = useState(now ?? undefined);
  if (first === undefined && now) setFirst(now);
  return (
    <PanelForm title={`Edit ${kind.name ?? capitalised(kind.noun)}`}>
      {typeof now?.row['publishAt'] === 'string' ? (
        <p className="form-notice">
          <Planned at={now.row['publishAt']} withZone />. What is published is the text as it is then.
        </p>
      ) : null}
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
