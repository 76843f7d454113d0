import { useRef, useState } from 'react';
import { type Piece, restoreVersion } from '../../data/history.queries.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { useChange } from '../admin/panel/use-changes.ts';
import { versionNumber } from './version-words.ts';

type RestoreVersionProps = { piece: Piece; revision: number; noun: string };

/** Brings a version back, after a question. */
export function RestoreVersion({ piece, revision, noun }: RestoreVersionProps) {
  // Undefined until it was asked for: the server writes no dialogs.
  const [open, setOpen] = useState<boolean>();
  const opener = useRef<HTMLButtonElement>(null);
  const change = useChange();
  const name = `version ${versionNumber(revision)}`;
  const restore = () =>
    change(() => restoreVersion(piece, revision), {
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
              The {noun} will say again what it said then. That is one more version: what it says now stays in
              the history, and can be restored as well.
            </p>
          }
          action="Restore"
          onConfirm={() => void restore()}
        />
      )}
    </>
  );
}
