import '../../styles/history.css';
import type { HistoryVersion } from '@journal/contracts';
import { useDeferredValue } from 'react';
import { usePageContext } from 'vike-react/usePageContext';
import { history, historyHref, historyVersion, type Piece } from '../../data/newsroom.api.ts';
import { ListBoundary, NothingOlder, ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { PagedList } from '../../ui/list/LoadMore.tsx';
import { AdminOnly } from '../admin/AdminOnly.tsx';
import { nouns, pieceIn, requestedVersions, stateOf, titleOf } from './history-page.ts';
import { versionNumber } from './history-words.tsx';
import { VersionItem } from './VersionItem.tsx';

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
  const { before, open } = requestedVersions(pageContext);
  return (
    <div className="page history">
      <ListBoundary query={history(piece)} loading="Loading the history...">
        {({ rows: [newest] }) =>
          newest === undefined ? (
            <NothingOlder newestHref={historyHref(piece)} />
          ) : (
            <>
              <HistoryHead piece={piece} newest={newest} />
              <Versions key={`${before} ${open}`} piece={piece} newest={newest} before={before} open={open} />
            </>
          )
        }
      </ListBoundary>
    </div>
  );
}

type HistoryHeadProps = { piece: Piece; newest: HistoryVersion };

function HistoryHead({ piece, newest }: HistoryHeadProps) {
  // The title stays while that of a newer version is read.
  const revision = useDeferredValue(newest.revision);
  const noun = nouns[piece.kind];
  const name = `${noun === 'article' ? 'Article' : 'Pitch'} ${piece.id}`;
  const query = historyVersion(piece, revision);
  const state = stateOf(newest);
  return (
    <header className="history-head">
      <p className="history-ways">
        <a className="text-link" href={`/admin?tab=${piece.kind}`}>
          Admin Panel
        </a>
        <a className="text-link" href="/admin/audit">
          Audit
        </a>
        {piece.kind === 'articles' && state === 'current' ? (
          <a className="text-link" href={`/article/${piece.id}`}>
            View article
          </a>
        ) : null}
      </p>
      <h1>
        <span className="label history-label">
          History of {noun === 'article' ? 'an article' : 'a pitch'}
        </span>
        <ReadBoundary query={query} loading={name} failed={() => name}>
          {({ fields }) => <span dir="auto">{titleOf(fields) ?? `${name} (erased)`}</span>}
        </ReadBoundary>
      </h1>
      <p className="history-state">{sentences[state](noun, versionNumber(newest.revision))}</p>
    </header>
  );
}

const sentences: Readonly<Record<ReturnType<typeof stateOf>, (noun: string, version: number) => string>> = {
  current: (noun, version) => `Version ${version} is the ${noun} as it is now.`,
  deleted: (noun) => `This ${noun} is deleted. Restoring any of its versions brings it back.`,
  published: (noun) => `This ${noun} has been published as an article, and is closed.`,
};

type VersionsProps = HistoryHeadProps & {
  /** Only versions older than this revision. */
  before: number | undefined;
  /** The revision that is open from the beginning. */
  open: number | undefined;
};

function Versions({ piece, newest, before, open }: VersionsProps) {
  return (
    <PagedList
      query={history(piece, before)}
      loading="Loading the history..."
      newestHref={historyHref(piece)}
      hrefOf={(_, last) => `${historyHref(piece)}?before=${last.revision}`}
      label="Load Older Versions"
      one="version"
      many="versions"
    >
      {(versions) => (
        <>
          {versions[0]?.revision === newest.revision ? null : (
            <p className="history-part">
              There are newer versions than these.{' '}
              <a className="text-link" href={historyHref(piece)}>
                See the newest
              </a>
            </p>
          )}
          <ol className="versions">
            {versions.map((version) => (
              <VersionItem
                key={version.revision}
                piece={piece}
                version={version}
                state={stateOf(newest)}
                isNewest={version.revision === newest.revision}
                openAtFirst={version.revision === open}
              />
            ))}
          </ol>
        </>
      )}
    </PagedList>
  );
}
