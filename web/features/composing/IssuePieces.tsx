import { type Issue, maxIssuePieces, textLimits } from '@journal/contracts';
import { type DragEvent, useRef, useState } from 'react';
import { apiClient } from '../../data/api.ts';
import { useUnsaved } from '../../ui/dialog/unsaved.ts';
import { Field } from '../../ui/form/fields.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { showFailure } from '../admin/use-change.ts';
import { FurtherPieces } from './FurtherPieces.tsx';
import { type ChangeProps, isOutdated } from './issue-change.ts';
import { moveItem } from './move-item.ts';
import {
  authorOf,
  keyOf,
  nameOf,
  noteOf,
  orderOf,
  type PlacedPiece,
  storedHeading,
  without,
} from './placed-piece.ts';

/**
 * The pieces of an issue in their order, which is changed by dragging or with buttons and saved as a whole. Follows
 * changes by others while nothing is changed here; otherwise reports them. `closed` shows only a changed order.
 */
export function IssuePieces({ issue, etag, changed, renew, closed }: ChangeProps & { closed: boolean }) {
  const [pieces, setPieces] = useState<readonly PlacedPiece[]>(issue.pieces);
  /** The pieces as of the first local change. */
  const [base, setBase] = useState(issue.pieces);
  const [saving, setSaving] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const dragged = useRef<number>(undefined);
  const list = useRef<HTMLOListElement>(null);
  /** The current state of each piece, wherever it is placed here. */
  const latest = new Map(issue.pieces.map((piece) => [keyOf(piece), piece]));
  const isChanged = orderOf(pieces) !== orderOf(issue.pieces);
  useUnsaved('issue-pieces', isChanged, false);
  const isOvertaken = orderOf(base) !== orderOf(issue.pieces);
  if (isOvertaken && (!isChanged || orderOf(pieces) === orderOf(base))) follow(issue.pieces);

  function follow(theirs: Issue['pieces']) {
    setBase(theirs);
    setPieces(theirs);
  }

  function move(from: number, to: number) {
    const { [from]: piece } = pieces;
    if (!piece || to < 0 || to >= pieces.length || to === from) return;
    setPieces(moveItem(pieces, from, to));
    setAnnouncement(`${nameOf(piece)} is now number ${to + 1} of ${pieces.length}.`);
  }

  async function save(ifMatch: string): Promise<void> {
    const body = { pieces: pieces.map(asSent) };
    try {
      const answer = await apiClient.request('PUT /api/issues/:id/pieces', {
        params: { id: issue.number },
        body,
        headers: { 'if-match': ifMatch },
      });
      changed(answer, [...pieces]);
      // What has been changed here since then is no change by others.
      setBase([...pieces]);
      showToast({ title: 'The pieces are saved.' });
    } catch (error) {
      const newest = isOutdated(error) ? await renew().catch(() => undefined) : undefined;
      // Changes by others to the front are no reason to reject an order.
      if (newest && orderOf(newest.issue.pieces) === orderOf(base)) return save(newest.etag);
      showFailure('Failed to save the pieces.', error);
    }
  }

  async function saveOnce() {
    if (saving || !isChanged) return;
    const wrong = list.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) return wrong.focus();
    setSaving(true);
    // The user was notified of changes by others, and replaces them knowingly.
    await save(etag);
    setSaving(false);
  }

  const drop = (to: number) => (event: DragEvent) => {
    event.preventDefault();
    if (dragged.current !== undefined) move(dragged.current, to);
    dragged.current = undefined;
  };

  if (closed && !isChanged) return null;
  return (
    <section className="ruled-part" aria-labelledby="pieces-title">
      <h2 id="pieces-title">Pieces</h2>
      {pieces.length === 0 ? <p>None yet. Add some from those below.</p> : null}
      <div className="form-notices" aria-live="polite">
        {isOvertaken && isChanged ? (
          <div className="form-notice">
            <p>
              Someone else has changed the pieces in the meantime. Yours are still here, and saving replaces
              theirs: {issue.pieces.map(nameOf).join(' · ') || 'none'}.
            </p>
            <button
              type="button"
              className="text-link"
              onClick={() => {
                follow(issue.pieces);
                list.current?.focus();
              }}
            >
              Take theirs
            </button>
          </div>
        ) : null}
      </div>
      <ol className="placed-pieces" ref={list} tabIndex={-1} aria-label="Pieces in their order">
        {pieces.map((piece, place) => (
          <li
            key={keyOf(piece)}
            draggable
            onDragStart={() => {
              dragged.current = place;
            }}
            onDragEnd={() => {
              dragged.current = undefined;
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={drop(place)}
          >
            <p className="placed-name">
              <span className="placed-number" aria-hidden="true">
                {place + 1}
              </span>
              <bdi>{nameOf(piece)}</bdi>
              <span className="placed-by">
                {authorOf(piece) === undefined ? null : (
                  <>
                    <bdi>{authorOf(piece)}</bdi> ·{' '}
                  </>
                )}
                {noteOf(latest.get(keyOf(piece)) ?? piece)}
              </span>
            </p>
            <Field
              label="Heading above it (optional)"
              value={piece.heading ?? ''}
              error={headingError(piece)}
              onChange={({ target }) =>
                setPieces(
                  pieces.map((each) => (each === piece ? { ...each, heading: target.value || null } : each)),
                )
              }
            />
            <p className="placed-actions">
              <Move name="Up" of={piece} isDisabled={place === 0} onPress={() => move(place, place - 1)} />
              <Move
                name="Down"
                of={piece}
                isDisabled={place === pieces.length - 1}
                onPress={() => move(place, place + 1)}
              />
              <Move
                name="Remove"
                of={piece}
                isDisabled={false}
                onPress={() => {
                  setPieces(without(pieces, place));
                  setAnnouncement(`${nameOf(piece)} is no longer in the issue.`);
                  list.current?.focus();
                }}
              />
            </p>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <p>
        <button
          type="button"
          className="button button-solid"
          aria-disabled={!isChanged || saving || undefined}
          onClick={() => void saveOnce()}
        >
          {saving ? 'Saving...' : 'Save Pieces'}
        </button>
      </p>
      {pieces.length < maxIssuePieces && !closed ? (
        <FurtherPieces
          issue={issue}
          placed={new Set(pieces.map(keyOf))}
          onAdd={(piece) => {
            setPieces([...pieces, piece]);
            setAnnouncement(`${nameOf(piece)} is now number ${pieces.length + 1}.`);
          }}
        />
      ) : null}
    </section>
  );
}

/** Returns why a heading can't be saved, or undefined if it can. The API counts characters, not code units. */
const headingError = (piece: PlacedPiece): string | undefined =>
  [...(storedHeading(piece) ?? '')].length > textLimits.name
    ? `Heading must be at most ${textLimits.name} characters`
    : undefined;

/** Returns a piece in the format of the API. */
const asSent = (piece: PlacedPiece) => {
  const heading = storedHeading(piece);
  return 'articleId' in piece
    ? { articleId: piece.articleId, heading }
    : { submissionId: piece.submissionId, heading };
};

type MoveProps = { name: string; of: PlacedPiece; isDisabled: boolean; onPress: () => void };

/** Keeps the focus even when disabled, at either end of the list. */
const Move = ({ name, of, isDisabled, onPress }: MoveProps) => (
  <button
    type="button"
    className="button"
    aria-disabled={isDisabled || undefined}
    onClick={() => (isDisabled ? undefined : onPress())}
  >
    {name}
    <span className="sr-only"> {nameOf(of)}</span>
  </button>
);
