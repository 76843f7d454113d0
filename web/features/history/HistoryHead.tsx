import { useDeferredValue } from 'react';
import { history, historyVersion, type Piece } from '../../data/history.queries.ts';
import { useApi } from '../../data/use-api.ts';
import { ReadBoundary } from '../../ui/list/ReadBoundary.tsx';
import { nouns, stateOf, titleOf } from './piece.ts';
import { versionNumber } from './version-words.ts';

type HistoryHeadProps = { piece: Piece };

/** Which piece it is, and what has become of it. */
export function HistoryHead({ piece }: HistoryHeadProps) {
  const [newest] = useApi(history(piece)).rows;
  // The title stays while that of a newer version is read.
  const revision = useDeferredValue(newest?.revision);
  if (newest === undefined || revision === undefined) return null;
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
          <Title piece={piece} revision={revision} name={name} />
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

function Title({ piece, revision, name }: HistoryHeadProps & { revision: number; name: string }) {
  return (
    <span dir="auto">{titleOf(useApi(historyVersion(piece, revision)).fields) ?? `${name} (erased)`}</span>
  );
}
