import { Reply } from '@journal/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../data/api.ts';
import { attemptKey, newId } from '../../data/attempt-key.ts';
import { deleteComment, refetchComments, sendReply, settleComment } from '../../data/comments.api.ts';
import { leaveQuestionAtom, useUnsaved } from '../../ui/dialog/unsaved.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormFailure, SubmitButton } from '../../ui/form/form-parts.tsx';
import { useSendForm } from '../../ui/form/use-send-form.ts';
import { useSignedOut } from '../../ui/form/use-signed-out.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { CardDate } from '../article/article-parts.tsx';
import { commentElementId, focusElement, showPassage } from './comment-elements.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { useInterruptedText } from './interrupted-texts.ts';
import type { ShownComment, ShownNote } from './shown-comment.ts';

type CommentThreadProps = {
  submissionId: string;
  comment: ShownComment;
  /** The comment's number in the text, if it is marked there. */
  number: number | undefined;
  /** Whether the passage is no longer in the text. */
  isChanged: boolean;
  /** Whether the pitch still accepts comments. A reply that was begun before stays, with what is typed. */
  isOpen: boolean;
  /** Whether a reply is being typed. */
  isReplying: boolean;
  /** Called when a reply is begun, and when it is sent or cancelled. */
  onReplying: (isReplying: boolean) => void;
};

const audienceLabels = { editors: 'Editors only', writer: 'For the writer' } as const;

/** A comment with its quotation, which links to the passage, its replies, and its actions. */
export function CommentThread(props: CommentThreadProps) {
  const { submissionId, comment, number, isChanged, isOpen, isReplying, onReplying } = props;
  const { id, audience, isResolved, resolvedBy, replies } = comment;
  const replyButton = useRef<HTMLButtonElement>(null);
  const settle = useChangeOf(submissionId);
  const which = { id: submissionId, commentId: id };
  const { note: interrupted } = useInterruptedText(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is back
  useEffect(() => {
    if (interrupted !== undefined) onReplying(true);
  }, []);
  return (
    <li id={commentElementId(id)} className="comment" tabIndex={-1} data-audience={audience}>
      <div className="comment-passage">
        {number === undefined ? (
          <div>
            {isChanged ? <p className="comment-changed">The passage has changed</p> : null}
            <q dir="auto">{comment.quotation}</q>
          </div>
        ) : (
          <>
            <span className="comment-number">
              <span className="sr-only">Comment </span>
              {number}
            </span>
            <button type="button" className="comment-quotation" onClick={() => showPassage(id, comment)}>
              <span className="sr-only">Show in the text: </span>
              <q dir="auto">{comment.quotation}</q>
            </button>
          </>
        )}
      </div>
      <Note note={comment}>
        {audience ? <span className="comment-audience">{audienceLabels[audience]}</span> : null}
      </Note>
      {replies.length > 0 ? (
        <ol className="comment-replies" aria-label="Replies">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Note note={reply} />
              {reply.mayDelete ? (
                <DeleteButton
                  what="this reply"
                  text={
                    audience === 'writer'
                      ? 'The writer will not read it any more. The newsroom will.'
                      : 'It can’t be brought back.'
                  }
                  onConfirm={() =>
                    settle(() => deleteComment({ ...which, commentId: reply.id }), 'Reply deleted.')
                  }
                />
              ) : null}
            </li>
          ))}
        </ol>
      ) : null}
      {isResolved ? (
        <p className="comment-day">{resolvedBy ? `Resolved by ${resolvedBy}` : 'Resolved'}</p>
      ) : null}
      {isReplying ? (
        <ReplyForm
          submissionId={submissionId}
          commentId={id}
          onDone={() => {
            onReplying(false);
            // A resolved comment is folded again.
            setTimeout(() =>
              replyButton.current ? replyButton.current.focus() : focusElement(commentElementId(id)),
            );
          }}
        />
      ) : (
        <div className="comment-actions">
          {isOpen ? (
            <>
              <button
                ref={replyButton}
                type="button"
                className="comment-action"
                onClick={() => onReplying(true)}
              >
                Reply<span className="sr-only"> to the comment on “{comment.quotation}”</span>
              </button>
              <button
                type="button"
                className="comment-action"
                onClick={() =>
                  settle(
                    () => settleComment(which, isResolved ? 'reopen' : 'resolve'),
                    isResolved ? 'Comment reopened.' : 'Comment resolved.',
                  )
                }
              >
                {isResolved ? 'Reopen' : 'Resolve'}
                <span className="sr-only"> the comment on “{comment.quotation}”</span>
              </button>
            </>
          ) : null}
          {comment.mayDelete ? (
            <DeleteButton
              what="this comment"
              text={
                audience === 'writer'
                  ? 'The writer will read neither it nor its replies any more. The newsroom will, under “deleted”.'
                  : 'Neither it nor its replies can be brought back. To get it out of the way, resolve it instead.'
              }
              className="comment-danger"
              onConfirm={() => settle(() => deleteComment(which), 'Comment deleted.')}
            />
          ) : null}
        </div>
      )}
    </li>
  );
}

function Note({ note: { by, at, note, deletedBy }, children }: { note: ShownNote; children?: ReactNode }) {
  return (
    <>
      <p className="comment-day">
        <bdi className="comment-by">{by}</bdi> <CardDate at={at} /> {children}
      </p>
      <p className="comment-note" dir="auto">
        {note}
      </p>
      {deletedBy === undefined ? null : (
        <p className="comment-day">Deleted by {deletedBy}: the writer doesn’t read it any more.</p>
      )}
    </>
  );
}

type ReplyFormProps = { submissionId: string; commentId: string; onDone: () => void };

/** Asks for confirmation before it is cancelled with input in it. */
function ReplyForm({ submissionId, commentId, onDone }: ReplyFormProps) {
  const client = useQueryClient();
  const ask = useSetAtom(leaveQuestionAtom);
  const [attempt] = useState(newId);
  const shown = useRef<HTMLFormElement>(null);
  const session = useSignedOut();
  useEffect(() => shown.current?.querySelector('textarea')?.focus(), []);
  const form = useSendForm({
    schema: Reply,
    initial: { note: '' },
    clean: ({ note }) => ({ note: note.trim() }),
    async send(body) {
      await sendReply({ id: submissionId, commentId }, body, attemptKey(attempt, body));
      // Before the form closes: a reply reopens a resolved comment.
      await refetchComments(client, submissionId);
    },
    failure: 'Failed to reply. Please try again.',
    onRefused: session.refuse,
    onSent: onDone,
  });
  useUnsaved(`reply ${commentId}`, form.changed, false);
  const interrupted = useInterruptedText(commentId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it was when the form was opened
  useEffect(() => {
    if (interrupted.note !== undefined) form.typed.put({ note: interrupted.note });
    return () => interrupted.close(form.typed.get().note);
  }, []);
  return (
    <form ref={shown} className="form comment-reply" aria-label="Reply to a comment" {...form.formProps}>
      <TextField label="Your reply" rows={2} {...form.field('note')} />
      <FormFailure text={form.failure} />
      {session.notice}
      <div className="comment-actions">
        <SubmitButton form={form} name="Reply" sending="Sending..." />
        <button
          type="button"
          className="button"
          onClick={({ currentTarget: opener }) =>
            form.changed ? ask({ about: 'discard', opener, proceed: onDone }) : onDone()
          }
        >
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Returns a function that makes a change, confirms it, and refetches the comments. */
function useChangeOf(submissionId: string) {
  const client = useQueryClient();
  return async (change: () => Promise<unknown>, done: string) => {
    try {
      await change();
      showToast({ title: done });
    } catch (error) {
      showToast({
        title: 'This could not be done.',
        text: failureMessage(error, 'Please try again.'),
        variant: 'destructive',
      });
    }
    await refetchComments(client, submissionId);
  };
}
