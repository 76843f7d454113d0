import { historyVersion, type Piece } from '../../data/history.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { Differences } from './Differences.tsx';
import { nouns, titleOf } from './piece.ts';
import { RestoreVersion } from './RestoreVersion.tsx';
import { versionNumber } from './version-words.ts';
import { WholeText } from './WholeText.tsx';

type VersionTextProps = {
  piece: Piece;
  revision: number;
  /** Whether the piece still takes changes. */
  canRestore: boolean;
  /** Whether the piece says this now. */
  isNow: boolean;
};

/** What a version changed, the whole text as of it, and the way back to it. */
export function VersionText({ piece, revision, canRestore, isNow }: VersionTextProps) {
  const { fields, differences } = useApi(historyVersion(piece, revision));
  const noun = nouns[piece.kind];
  if (titleOf(fields) === undefined)
    return <p>The writer has been forgotten, and what this version said with them.</p>;
  return (
    <>
      {revision === 0 ? null : <Differences differences={differences} noun={noun} />}
      <WholeText fields={fields} version={versionNumber(revision)} isOpen={revision === 0} />
      {isNow ? <p className="version-now">This is the {noun} as it is now.</p> : null}
      {canRestore && !isNow ? <RestoreVersion piece={piece} revision={revision} noun={noun} /> : null}
    </>
  );
}
