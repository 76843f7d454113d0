import { formerContributor, type HistoryVersion, type HistoryVersionText } from '@journal/contracts';
import { useId, useRef, useState } from 'react';
import { historyVersion, type Piece, restorePiece } from '../../data/newsroom.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { onPress } from '../../ui/link/links.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { useChange } from '../admin/use-change.ts';
import { Paragraphs } from '../article/article-parts.tsx';
import { Differences } from './Differences.tsx';
import { nouns, type stateOf, titleOf, versionHref } from './history-page.ts';
import {
  actorWords,
  fieldLabel,
  isLongText,
  Moment,
  valueWords,
  versionNumber,
  versionWords,
} from './history-words.tsx';

type VersionItemProps = {
  piece: Piece;
  version: HistoryVersion;
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
            {(text) => <VersionText piece={piece} text={text} state={state} isNewest={isNewest} />}
          </ListBoundary>
        </div>
      ) : null}
    </li>
  );
}

type VersionTextProps = Pick<VersionItemProps, 'piece' | 'state' | 'isNewest'> & { text: HistoryVersionText };

/** What a version changed, the whole text as of it, and the way back to it. */
function VersionText({ piece, text, state, isNewest }: VersionTextProps) {
  const { fields, differences, revision } = text;
  const noun = nouns[piece.kind];
  const isNow = isNewest && state === 'current';
  if (titleOf(fields) === undefined)
    return <p>The writer has been forgotten, and what this version said with them.</p>;
  return (
    <>
      {revision === 0 ? null : <Differences differences={differences} noun={noun} />}
      <WholeText fields={fields} version={versionNumber(revision)} isOpen={revision === 0} />
      {isNow ? <p className="version-now">This is the {noun} as it is now.</p> : null}
      {state !== 'published' && !isNow ? <RestoreVersion piece={piece} revision={revision} /> : null}
    </>
  );
}

type WholeTextProps = { fields: HistoryVersionText['fields']; version: number; isOpen: boolean };

function WholeText({ fields, version, isOpen }: WholeTextProps) {
  return (
    <details className="whole-text" open={isOpen}>
      <summary>The whole text as of version {version}</summary>
      <dl>
        {Object.entries(fields).map(([field, value]) => (
          <div key={field} data-long={isLongText(field) ? '' : undefined}>
            <dt className="label">{fieldLabel(field)}</dt>
            <dd dir="auto">
              <Value field={field} text={valueWords(field, value)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ field, text }: { field: string; text: string | null }) {
  if (text === null) return field === 'authorName' || field === 'fullName' ? formerContributor : 'None';
  if (!isLongText(field)) return text;
  return <Paragraphs text={text} />;
}

function RestoreVersion({ piece, revision }: { piece: Piece; revision: number }) {
  // Undefined until it was asked for: the server writes no dialogs.
  const [open, setOpen] = useState<boolean>();
  const opener = useRef<HTMLButtonElement>(null);
  const change = useChange();
  const name = `version ${versionNumber(revision)}`;
  const restore = () =>
    change(() => restorePiece(piece, revision), {
      done: `Version ${versionNumber(revision)} restored successfully!`,
      failed: `Failed to restore ${name}. Please try again.`,
    });
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Restore this version
      </button>
      {open === undefined ? null : (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          opener={opener}
          title={`Restore ${name}?`}
          text={
            <p>
              The {nouns[piece.kind]} will say again what it said then. That is one more version: what it says
              now stays in the history, and can be restored as well.
            </p>
          }
          action="Restore"
          onConfirm={() => void restore()}
        />
      )}
    </>
  );
}
