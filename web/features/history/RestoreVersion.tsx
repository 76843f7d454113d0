import { type FieldDifference, nameWithheld } from '@journal/contracts';
import { useRef, useState } from 'react';
import { historyVersion, type Piece, restorePiece } from '../../data/newsroom.api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { ListBoundary } from '../../ui/list/ListBoundary.tsx';
import { useChange } from '../admin/use-change.ts';
import { Differences } from './Differences.tsx';
import { nouns } from './history-page.ts';
import { fieldLabel, versionNumber } from './history-texts.tsx';

/** `newest`: the piece's current revision. */
type RestoreVersionProps = { piece: Piece; revision: number; newest: number };

/** Restores a version, or the chosen ones of its fields that differ from the current version. */
export function RestoreVersion({ piece, revision, newest }: RestoreVersionProps) {
  // Undefined until first opened: the server renders no dialogs.
  const [open, setOpen] = useState<boolean>();
  /** The current revision when the question was asked: a change that arrives since then is not replaced unseen. */
  const [seen, setSeen] = useState(newest);
  const [nothingChosen, setNothingChosen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLFieldSetElement>(null);
  const change = useChange();
  const name = `version ${versionNumber(revision)}`;
  const boxes = () => [...(choice.current?.querySelectorAll('input') ?? [])];
  const chosen = () => boxes().filter(({ checked }) => checked);
  const restore = () => {
    const fields = chosen().map(({ name: field }) => field);
    const isWhole = fields.length === boxes().length;
    return change(
      () => restorePiece(piece, { revision, fields: isWhole ? undefined : fields, newest: seen }),
      {
        done: `Version ${versionNumber(revision)} restored successfully!`,
        failed: `Failed to restore ${name}. Please try again.`,
      },
    );
  };
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => {
          setNothingChosen(false);
          setSeen(newest);
          setOpen(true);
        }}
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
          disabled={nothingChosen}
          onConfirm={() => void restore()}
        >
          <fieldset
            ref={choice}
            className="restore-fields"
            onChange={() => setNothingChosen(chosen().length === 0)}
          >
            <legend className="sr-only">What to restore</legend>
            <WhatChanges piece={piece} revision={revision} newest={seen} />
          </fieldset>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The differences between the version and the current one. Each field can be left out. */
function WhatChanges({ piece, revision, newest }: RestoreVersionProps) {
  return (
    <ListBoundary query={historyVersion(piece, revision, newest)} loading="Comparing...">
      {({ differences }) => {
        const changes = differences.filter(({ field }) => !isKept(field, differences));
        return (
          <>
            {changes.length > 1 ? (
              <ul>
                {changes.map(({ field }) => (
                  <li key={field}>
                    <label>
                      <input type="checkbox" name={field} defaultChecked /> {fieldLabel(field)}
                    </label>
                  </li>
                ))}
              </ul>
            ) : null}
            <Differences differences={changes} noun={nouns[piece.kind]} title="What will change" />
          </>
        );
      }}
    </ListBoundary>
  );
}

/** Whether a field stays as it is: how a writer is named stays their choice, and a withheld name stays withheld. */
function isKept(field: string, differences: readonly FieldDifference[]): boolean {
  if (field === 'byline') return true;
  const name = differences.find((difference) => difference.field === 'authorName');
  const current = name?.parts.filter(({ kind }) => kind !== 'added').map(({ text }) => text);
  return current?.join('') === nameWithheld && /^author(Name|Age|School)$/.test(field);
}
