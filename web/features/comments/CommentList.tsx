import { useState } from 'react';
import { CommentThread } from './CommentThread.tsx';
import type { CommentedText } from './commented-text.ts';

/** The ids of the open comments that are being replied to, and a function that changes them. */
export const useReplies = () => useState<ReadonlySet<string>>(new Set());

type CommentListProps = CommentedText & {
  submissionId: string;
  /** Whether the pitch still accepts comments. */
  isOpen: boolean;
  replies: ReturnType<typeof useReplies>;
};

/**
 * Comments in the order of their passages; resolved and deleted ones are collapsed. One that somebody resolves while it
 * is being replied to stays, with what is typed.
 */
export function CommentList(props: CommentListProps) {
  const { submissionId, placed, resolved, deleted, isOpen } = props;
  const [replied, setReplied] = props.replies;
  const staying = resolved.filter(({ id }) => replied.has(id));
  const shown = [...placed, ...staying.map((comment) => ({ comment, number: undefined, place: undefined }))];
  const folded = [
    ['resolved', resolved.filter((comment) => !staying.includes(comment))],
    ['deleted', deleted],
  ] as const;
  const noteReply = (id: string) => (isReplying: boolean) =>
    setReplied((before) => new Set([...before].filter((other) => other !== id).concat(isReplying ? id : [])));
  return (
    <>
      {shown.length > 0 ? (
        <ol className="comment-list">
          {shown.map(({ comment, number, place }) => (
            <CommentThread
              key={comment.id}
              {...{ submissionId, comment, isOpen }}
              number={place && number}
              isChanged={place === undefined && !comment.isResolved}
              onReplying={noteReply(comment.id)}
            />
          ))}
        </ol>
      ) : null}
      {folded.map(([what, comments]) =>
        comments.length === 0 ? null : (
          <details key={what} className="comments-resolved">
            <summary>
              {comments.length} {what}
            </summary>
            <ol className="comment-list">
              {comments.map((comment) => (
                <CommentThread
                  key={comment.id}
                  {...{ submissionId, comment }}
                  isOpen={isOpen && comment.deletedBy === undefined}
                  number={undefined}
                  isChanged={false}
                />
              ))}
            </ol>
          </details>
        ),
      )}
    </>
  );
}
