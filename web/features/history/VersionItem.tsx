import { formerContributor, type HistoryVersion, type HistoryVersionText } from '@journal/contracts';
import { useId, useState } from 'react';
import { historyVersion, type Piece } from '../../data/newsroom.api.ts';
import type { PieceState } from '../../data/piece-state.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { onPress } from '../../ui/link/links.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { Paragraphs } from '../article/article-parts.tsx';
import { JournalTime } from '../time/JournalTime.tsx';
import { Differences } from './Differences.tsx';
import { nouns, titleOf, versionHref } from './history-page.ts';
import {
  actorName,
  fieldLabel,
  isLongText,
  Moment,
  OppositeLink,
  valueText,
  versionNumber,
  versionText,
} from './history-texts.tsx';
import { RestoreVersion } from './RestoreVersion.tsx';

type VersionItemProps = {
  piece: Piece;
  version: HistoryVersion;
  state: PieceState;
  /** Revision of the newest version. */
  newest: number;
  openAtFirst: boolean;
};

/** One version. Its text is read when it is opened; without scripts, it has its own page. */
export function VersionItem({ piece, version, state, newest, openAtFirst }: VersionItemProps) {
  const [open, setOpen] = useState(openAtFirst);
  const body = useId();
  const { revision } = version;
  const name = `Version ${versionNumber(revision)}`;
  return (
    <li className="version" data-event={version.event}>
      <div className="version-head">
        <h2 className="version-title">
          <span className="label version-number">{name}</span> <span>{versionText(version)}</span>
          {version.opposite ? (
            <>
              : <OppositeLink opposite={version.opposite} />
            </>
          ) : null}
          {version.plannedFor === null ? null : (
            <>
              {' '}
              for <JournalTime at={version.plannedFor} />
            </>
          )}
        </h2>
        <p className="version-facts">
          <bdi>{actorName(version.actor)}</bdi>, <Moment at={version.at} />
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
      {version.note === null ? null : (
        <blockquote className="version-note">
          <p className="label">
            {version.event === 'SubmissionResubmitted' ? 'To the editors' : 'To the writer'}
          </p>
          <Paragraphs text={version.note} />
        </blockquote>
      )}
      {open ? (
        <div className="version-body" id={body}>
          <ListBoundary query={historyVersion(piece, revision)} loading={`Loading ${name.toLowerCase()}...`}>
            {(text) => <VersionText piece={piece} text={text} state={state} newest={newest} />}
          </ListBoundary>
        </div>
      ) : null}
    </li>
  );
}

type VersionTextProps = Pick<VersionItemProps, 'piece' | 'state' | 'newest'> & { text: HistoryVersionText };

const toRestore = {
  articles: 'edit-articles',
  submissions: 'decide-pitches',
  issues: 'edit-issues',
  pages: 'admin',
} as const;

/** A version's changes, its whole text, and an action to restore it. */
function VersionText({ piece, text, state, newest }: VersionTextProps) {
  const { fields, differences, revision } = text;
  const noun = nouns[piece.kind];
  const isNow = revision === newest && state === 'current';
  const mayRestore = isAbleTo(useSession(), toRestore[piece.kind]);
  const isClosed = state !== 'current' && state !== 'deleted';
  // Unlike other pieces, a page had a text before its first version.
  const isFirst = revision === 0 && piece.kind !== 'pages';
  if (titleOf(piece, fields) === undefined)
    return (
      <p>
        {state === 'erased'
          ? 'What this version said was erased.'
          : 'The writer’s account was erased, and with it what this version said.'}
      </p>
    );
  return (
    <>
      {isFirst ? null : <Differences differences={differences} noun={noun} />}
      <WholeText fields={fields} version={versionNumber(revision)} isOpen={isFirst} />
      {isNow ? <p className="version-now">This is the {noun} as it is now.</p> : null}
      {mayRestore && !isClosed && !isNow ? (
        <RestoreVersion piece={piece} revision={revision} newest={newest} />
      ) : null}
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
              <Value field={field} text={valueText(field, value)} />
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
