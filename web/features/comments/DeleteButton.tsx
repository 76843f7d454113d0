import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';

type DeleteButtonProps = {
  /** The thing to delete: "the reply of Ada". */
  what: string;
  /** Consequence of the deletion. */
  text: string;
  className?: string;
  onConfirm: () => Promise<void>;
};

/**
 * Asks for confirmation before an item of a list is deleted; the focus then moves to the first remaining item that
 * isn't collapsed.
 */
export function DeleteButton({ what, text, className = '', onConfirm }: DeleteButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<Element>(null);
  useEffect(
    () => () => {
      const firstOf = (selector: string) =>
        [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])].find((each) =>
          each.checkVisibility(),
        );
      (firstOf('.comment') ?? firstOf('summary'))?.focus();
    },
    [],
  );
  async function confirm() {
    list.current = opener.current?.closest('.comments, .own-pitch-comments') ?? null;
    await onConfirm();
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`comment-action ${className}`}
        onClick={() => setOpen(true)}
      >
        Delete<span className="sr-only"> {what}</span>
      </button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        opener={opener}
        title={`Delete ${what}?`}
        text={text}
        action="Delete"
        onConfirm={() => void confirm()}
      />
    </>
  );
}
