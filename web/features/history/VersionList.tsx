import { history, type Piece } from '../../data/history.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { LoadMore } from '../../ui/list/LoadMore.tsx';
import { NothingOlder } from '../../ui/list/NothingOlder.tsx';
import { usePages } from '../../ui/list/use-pages.ts';
import { historyHref, stateOf } from './piece.ts';
import { VersionItem } from './VersionItem.tsx';

type VersionListProps = {
  piece: Piece;
  /** Only versions older than this revision. */
  before: number | undefined;
  /** The revision that is open from the beginning. */
  open: number | undefined;
};

/** The versions of a piece, newest first. */
export function VersionList({ piece, before, open }: VersionListProps) {
  const [newest] = useApi(history(piece)).rows;
  const { pages, ...more } = usePages(history(piece, before));
  const versions = pages.flatMap(({ rows }) => rows);
  const last = versions.at(-1);
  if (!newest || !last) return <NothingOlder newestHref={historyHref(piece)} />;
  return (
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
      <LoadMore
        more={more}
        count={versions.length}
        href={pages.at(-1)?.next ? `${historyHref(piece)}?before=${last.revision}` : undefined}
        label="Load Older Versions"
        one="version"
        many="versions"
      />
    </>
  );
}
