import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { history, historyHref } from '../../data/newsroom.api.ts';
import { type PieceState, stateOf } from '../../data/piece-state.ts';
import type { SiteLink } from '../../ui/link/links.tsx';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import type { EditedKind } from './piece-kinds.ts';
import { useChange } from './use-change.ts';

type EditNoticesProps = {
  kind: Pick<EditedKind, 'noun' | 'tab'>;
  id: string | number;
  restore: (() => Promise<unknown>) | undefined;
  closed: { readonly text: string; readonly link: SiteLink } | undefined;
  /** Whether there is a newer version, and whether it is being compared or has not been read yet. */
  newer: 'known' | 'compared' | 'awaited' | undefined;
  /** Whether a newer version has replaced an unedited one. */
  refreshed: boolean;
  signedOut: ReactNode;
  /** When the restored draft in the form was typed, if it is one. */
  draftedAt: string | undefined;
  onDiscard: () => void;
  onCompare: () => void;
};

/** Notices about changes to a piece while it is being edited, announced to screen readers. */
export function EditNotices(props: EditNoticesProps) {
  const { kind, newer, closed, restore } = props;
  const { noun } = kind;
  return (
    <div className="form-notices" aria-live="polite">
      {props.signedOut}
      <DraftNotice at={props.draftedAt} onDiscard={props.onDiscard} />
      {restore ? <Gone kind={kind} id={props.id} restore={restore} /> : null}
      {closed ? (
        <p className="form-notice">
          {closed.text} What you typed is still here. <a href={closed.link.href}>{closed.link.name}</a>
        </p>
      ) : null}
      {newer && !closed ? (
        <p className="form-notice">
          Someone else has changed this {noun} since you opened it.{' '}
          {newer === 'awaited' ? 'Reading their version...' : null}
          {newer === 'known' ? (
            <button type="button" className="text-link" onClick={props.onCompare}>
              Compare both versions
            </button>
          ) : null}
        </p>
      ) : null}
      {props.refreshed && !newer && !restore && !closed ? (
        <p className="form-notice">
          Someone else has just changed this {noun}. The form shows the new version.
        </p>
      ) : null}
    </div>
  );
}

type GoneProps = Pick<EditNoticesProps, 'kind' | 'id'> & { restore: () => Promise<unknown> };

/** What became of articles that can't be edited any more although nobody deleted them. */
const fates: Partial<Record<PieceState, string>> = {
  hidden: 'is hidden from readers now, and nobody can change it',
  removed: 'has been removed for good meanwhile',
  erased: 'has been erased for good meanwhile',
};

/** Its history tells whether it was deleted. */
function Gone(props: GoneProps) {
  const { noun, tab } = props.kind;
  const deleted = <Deleted {...props} />;
  return (
    <ReadBoundary query={history({ kind: tab, id: props.id })} loading={null} failed={() => deleted}>
      {({ rows }) => {
        const fate = fates[stateOf(rows)];
        if (fate === undefined) return deleted;
        return (
          <p className="form-notice">
            This {noun} {fate}. What you typed is still here. <HistoryLink {...props} />
          </p>
        );
      }}
    </ReadBoundary>
  );
}

const HistoryLink = ({ kind: { tab }, id }: Pick<GoneProps, 'kind' | 'id'>) => (
  <a href={historyHref({ kind: tab, id })} target="_blank" rel="noopener">
    See its history
  </a>
);

function Deleted({ kind, id, restore }: GoneProps) {
  const { noun } = kind;
  const change = useChange();
  const [restoring, setRestoring] = useState(false);
  const notice = useRef<HTMLParagraphElement>(null);
  // The notice disappears once the piece is restored; a focus inside it moves to the save button.
  useLayoutEffect(() => {
    const shown = notice.current;
    const save = shown?.closest('.panel-form')?.querySelector<HTMLElement>('[type="submit"]');
    return () => {
      if (shown?.contains(document.activeElement)) save?.focus();
    };
  }, []);
  return (
    <p className="form-notice" ref={notice}>
      This {noun} has been deleted meanwhile. What you typed is still here.{' '}
      <button
        type="button"
        className="text-link"
        aria-disabled={restoring}
        onClick={() => {
          if (restoring) return;
          setRestoring(true);
          const messages = {
            done: `The ${noun} is back.`,
            failed: `Failed to restore ${noun}. Please try again.`,
          };
          void change(restore, messages).finally(() => setRestoring(false));
        }}
      >
        Restore it
      </button>{' '}
      <HistoryLink kind={kind} id={id} />
    </p>
  );
}

/** Notes that the form shows unsaved input from earlier. */
export function DraftNotice({ at, onDiscard }: { at: string | undefined; onDiscard: () => void }) {
  if (at === undefined) return null;
  return (
    <p className="form-notice">
      The form shows what you typed on{' '}
      {new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })} and did not save.{' '}
      <button type="button" className="text-link" onClick={onDiscard}>
        Discard it
      </button>
    </p>
  );
}
