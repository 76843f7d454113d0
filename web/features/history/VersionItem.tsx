import type { HistoryVersion } from '@journal/contracts';
import { useId, useState } from 'react';
import { historyVersion, type Piece } from '../../data/history.queries.ts';
import { onPress } from '../../ui/link/press.ts';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { actorWords } from './actor-words.ts';
import { Moment } from './Moment.tsx';
import { type stateOf, versionHref } from './piece.ts';
import { VersionText } from './VersionText.tsx';
import { versionNumber, versionWords } from './version-words.ts';

export type VersionItemProps = {
  piece: Piece;
  version: HistoryVersion;
  /** What has become of the piece. */
  state: ReturnType<typeof stateOf>;
  isNewest: boolean;
  openAtFirst: boolean;
};

/** One version. Its text is read when it is opened; without scripts, on a page of its own. */
export function VersionItem({ piece, version, state, isNewest, openAtFirst }: VersionItemProps) {
  const [open, setOpen] = useState(openAtFirst);
  const body = useId();
  const { revision } = version;
  const name = `Version ${versionNumber(revision)}`;
  return (
    <li className="version" data-event={version.event}>
      <div className="version-head">
        <h2 className="version-title">
          <span className="label version-number">{name}</span> <span>{versionWords(version)}</span>
        </h2>
        <p className="version-facts">
          <bdi>{actorWords(version.actor)}</bdi>, <Moment at={version.at} />
        </p>
      </div>
      <a
        className="text-link"
        href={versionHref(revision)}
        aria-expanded={open}
        aria-controls={open ? body : undefined}
        onClick={onPress(() => setOpen(!open))}
      >
        {open ? 'Close' : 'Open'}
        <span className="sr-only"> {name.toLowerCase()}</span>
      </a>
      {open ? (
        <div className="version-body" id={body}>
          <ListBoundary query={historyVersion(piece, revision)} loading={`Loading ${name.toLowerCase()}...`}>
            <VersionText
              piece={piece}
              revision={revision}
              canRestore={state !== 'published'}
              isNow={isNewest && state === 'current'}
            />
          </ListBoundary>
        </div>
      ) : null}
    </li>
  );
}
