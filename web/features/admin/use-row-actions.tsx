import type { Passage } from '@journal/contracts';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import {
  deletePiece,
  eraseArticle,
  removeArticle,
  restorePiece,
  unnameArticle,
} from '../../data/newsroom.api.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { CommentDialog } from '../comments/CommentDialog.tsx';
import { eraseMessages, eraseQuestion } from './erase-question.tsx';
import type { RowActions } from './PieceRow.tsx';
import { capitalised, type Listed, type PieceKind } from './piece-kinds.ts';
import type { Step } from './pitch-steps.ts';
import { type ChangeMessages, useChange, useRefetch } from './use-change.ts';
import { focusReader, type KeptRow, keepInReader, keptRowIn, openNextRow } from './use-reading.ts';

/**
 * Returns the actions on a row of a list, and the confirmation before some of them. `afterwards` takes the focus if the
 * row may disappear.
 */
export function useRowActions(
  kind: PieceKind,
  afterwards: RefObject<HTMLElement | null>,
  onEdit: (id: Listed['id'], opener: HTMLElement) => void,
) {
  const { tab, noun } = kind;
  const name = capitalised(noun);
  const change = useChange();
  const user = useSession();
  const { asked, ask, confirm, focusNext, dialog } = useQuestion(afterwards);
  const [kept, setKept] = useState<KeptRow>();
  const [passage, setPassage] = useState<Passage>();
  const refetch = useRefetch();
  /** The rows as of when a dialog was opened: the list may show the effect of a step before its response arrives. */
  const listed = useRef<readonly Listed[]>([]);

  /** Assignments that the page doesn't show yet: a second press would be refused because of the first. */
  const underWay = useRef(new Set<string>());

  const act = (verb: string, done: string, work: () => Promise<unknown>, undo?: ChangeMessages['undo']) =>
    change(work, {
      done: `${name} ${done} successfully!`,
      failed: `Failed to ${verb} ${noun}. Please try again.`,
      undo,
    });
  function restore(id: Listed['id']) {
    // The button that was pressed disappears.
    afterwards.current?.focus();
    void act('restore', 'restored', () => restorePiece({ kind: tab, id }));
  }
  const remove = (row: Listed) =>
    act('delete', 'deleted', async () => kind.desk?.remove(row) ?? deletePiece({ kind: tab, id: row.id }), {
      instead: 'Choose the status "Deleted" to restore it',
      run: () => restore(row.id),
    });
  const reopen = (row: Listed, etag?: string) =>
    act('reopen', 'reopened', async () => kind.desk?.reopen(row, etag));
  async function assign(row: Listed, editorId: string | null) {
    const assignment = `${row.id} ${editorId}`;
    if (underWay.current.has(assignment)) return;
    underWay.current.add(assignment);
    // The button that was pressed may disappear.
    if (!document.activeElement?.closest('[role=menu]')) focusReader();
    if (kept?.id !== row.id) setKept(keptRowIn(listed.current, row.id));
    keepInReader(row.id);
    await act('assign', 'assigned', async () => kind.desk?.assign(row, editorId));
    underWay.current.delete(assignment);
  }
  async function cancelPlan(row: Listed) {
    // The button that was pressed disappears.
    if (kind.Reader) focusReader();
    else afterwards.current?.focus();
    await change(() => kind.cancelPlan(row), {
      done: 'Plan cancelled.',
      failed: 'Failed to cancel the plan. Please try again.',
    });
  }
  function afterStep({ about, row }: RowQuestion, etag: string | undefined) {
    dialog.onOpenChange(false);
    focusNext(openNextRow(listed.current, row.id, kept));
    showToast({
      title: {
        'request-changes': 'Changes requested.',
        accept: `${name} accepted.`,
        decline: `${name} declined.`,
        schedule: 'Publication planned.',
      }[about as Step],
      ...(about === 'decline' && {
        action: {
          name: 'Undo',
          instead: 'Choose the status "Declined" to reopen it',
          run: () => void reopen(row, etag),
        },
      }),
    });
    refetch();
  }
  function afterTakeDown() {
    dialog.onOpenChange(false);
    showToast({ title: 'Planned.' });
    refetch();
  }
  const unname = (row: Listed) =>
    change(() => unnameArticle(Number(row.id)), {
      done: 'The name is off the article.',
      failed: 'Failed to take the name off. Please try again.',
    });
  const removeForGood = (row: Listed) =>
    change(() => removeArticle(Number(row.id)), {
      done: 'Article removed for good.',
      failed: 'Failed to remove article. Please try again.',
    });
  const erase = (row: Listed) => change(() => eraseArticle(Number(row.id)), eraseMessages);
  const publish = (row: Listed) =>
    act('publish', 'published as article', async () => kind.desk?.publish(row));

  function questionOf({ about, row }: RowQuestion, rows: readonly Listed[]) {
    const newest = newestOf(row, rows);
    if (about === 'delete')
      return {
        title: `Delete this ${noun}?`,
        text: (
          <p>
            “<bdi>{kind.titleOf(row)}</bdi>” {kind.deleting(newest)}
          </p>
        ),
        action: 'Delete',
        className: 'button-danger button-solid',
        onConfirm: () => confirm(() => remove(newest)),
      };
    if (about === 'remove')
      return {
        title: 'Remove this article for good?',
        text: (
          <p>
            The page of “<bdi>{kind.titleOf(row)}</bdi>” will say that it was removed. Nobody can bring it
            back, not even its writer.
          </p>
        ),
        action: 'Remove for good',
        className: 'button-danger button-solid',
        onConfirm: () => confirm(() => removeForGood(newest)),
      };
    if (about === 'erase')
      return { ...eraseQuestion(kind.titleOf(row)), onConfirm: () => confirm(() => erase(newest)) };
    return {
      title: `Publish this ${noun}?`,
      text: <p>This is the article that readers will see. You can edit it afterwards.</p>,
      action: 'Publish',
      // As it was read: a text that has arrived since is not published unseen.
      onConfirm: () => confirm(() => publish(row)),
      children: kind.Preview && <kind.Preview row={row} />,
    };
  }

  return {
    kept,
    actionsOf: (row: Listed): RowActions => ({
      isAble: (capability) => isAbleTo(user, capability),
      onAssign: (editorId) => void assign(row, editorId),
      onStep: (step, button) => ask({ about: step, row }, button),
      onCancelPlan: () => void cancelPlan(row),
      onTakeDown: (button) => ask({ about: 'take-down', row }, button),
      onReopen: () => {
        // The button that was pressed disappears.
        afterwards.current?.focus();
        void reopen(row);
      },
      onComment: (commented, opener) => {
        setPassage(commented);
        ask({ about: 'comment', row }, opener);
      },
      onEdit: (button) => onEdit(row.id, button),
      onDelete: (button) => ask({ about: 'delete', row }, button),
      onPublish: (button) => ask({ about: 'publish', row }, button),
      onRestore: () => restore(row.id),
      onUnname: () => {
        afterwards.current?.focus();
        void unname(row);
      },
      onRemove: (button) => ask({ about: 'remove', row }, button),
      onErase: (button) => ask({ about: 'erase', row }, button),
    }),
    question(rows: readonly Listed[]): ReactNode {
      if (!dialog.open) listed.current = rows;
      if (!asked) return null;
      const { about, row } = asked;
      if (about === 'delete' || about === 'publish' || about === 'remove' || about === 'erase')
        return <ConfirmDialog {...dialog} {...questionOf(asked, rows)} />;
      if (about === 'take-down')
        return kind.TakeDown && dialog.open ? (
          <kind.TakeDown {...dialog} row={newestOf(row, rows)} onDone={() => afterTakeDown()} />
        ) : null;
      return null;
    },
    /** Outside of the list, so that what is typed stays if the list changes, fails or is closed. */
    formDialog(): ReactNode {
      // Mounted again for each opening, so that no earlier input remains.
      if (!kind.desk || !asked || !dialog.open) return null;
      if (asked.about === 'comment' && passage) {
        const about = { submissionId: String(asked.row.id), passage };
        return <CommentDialog {...dialog} {...about} />;
      }
      if (!isStep(asked.about)) return null;
      return (
        <kind.desk.Dialog
          {...dialog}
          step={asked.about}
          row={asked.row}
          onDone={(etag) => afterStep(asked, etag)}
        />
      );
    },
  };
}

/** Returns the current piece, in case another editor has changed it; once deleted, the one that was asked about. */
const newestOf = (row: Listed, rows: readonly Listed[]) => rows.find(({ id }) => id === row.id) ?? row;

const isStep = (about: RowQuestion['about']): about is Step =>
  about === 'request-changes' || about === 'accept' || about === 'decline' || about === 'schedule';

type RowQuestion = {
  readonly about: 'delete' | 'publish' | 'remove' | 'erase' | 'take-down' | 'comment' | Step;
  readonly row: Listed;
};

/**
 * A question about one of the rows. The focus returns to the button that opened it; after a confirmation, which may
 * remove the row, to `afterwards`.
 */
function useQuestion(afterwards: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<RowQuestion>();
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  return {
    asked,
    ask(question: RowQuestion, button: HTMLElement) {
      opener.current = button;
      setAsked(question);
      setOpen(true);
    },
    confirm(act: () => Promise<void>) {
      opener.current = afterwards.current;
      void act();
    },
    /** Directs the focus elsewhere than to the button. */
    focusNext(next: HTMLElement | null) {
      opener.current = next ?? afterwards.current;
    },
    dialog: { open, onOpenChange: setOpen, opener },
  };
}
