import '../../styles/history.css';
import { usePageContext } from 'vike-react/usePageContext';
import { history, type Piece } from '../../data/history.queries.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { AdminOnly } from '../admin/panel/AdminOnly.tsx';
import { HistoryHead } from './HistoryHead.tsx';
import { asked, pieceIn } from './piece.ts';
import { VersionList } from './VersionList.tsx';

/** Who did what to a piece, and when, with every text that it had. */
export function HistoryPage({ kind }: { kind: Piece['kind'] }) {
  return (
    <AdminOnly title="History">
      <PieceHistory kind={kind} />
    </AdminOnly>
  );
}

function PieceHistory({ kind }: { kind: Piece['kind'] }) {
  const pageContext = usePageContext();
  const piece = pieceIn(pageContext, kind);
  const { before, open } = asked(pageContext);
  return (
    <div className="page history">
      <ListBoundary query={history(piece)} loading="Loading the history...">
        <HistoryHead piece={piece} />
        <ListBoundary query={history(piece, before)} loading="Loading the history...">
          <VersionList key={`${before} ${open}`} piece={piece} before={before} open={open} />
        </ListBoundary>
      </ListBoundary>
    </div>
  );
}
