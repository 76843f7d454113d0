import { useState } from 'react';
import { CommentThread } from './CommentThread.tsx';
import type { CommentedText } from './commented-text.ts';
import type { ShownComment } from './shown-comment.ts';

/** The comments that are being replied to, by id, as of when the reply was begun, and a function that changes them. */
export const useReplies = () => useState<ReadonlyMap<string, ShownComment>>(new Map());

type CommentListProps = CommentedText & {
  submissionId: string;
  /** Whether the pitch still accepts comments. */
  isOpen: boolean;
  replies: ReturnType<typeof useReplies>;
};

/**
 * Comments in the order of their passages; resolved and deleted ones are collapsed. One that is being replied to is
 * not, whoever resolves, reopens or deletes it meanwhile, so that what is typed stays.
 */
export function CommentList(props: CommentListProps) {
  const { submissionId, placed, resolved, deleted, isOpen } = props;
  const [replied, setReplied] = props.replies;
  const isPlaced = ({ id }: ShownComment) => placed.some(({ comment }) => comment.id === id);
  const staying = [...replied.values()]
    .filter((comment) => !isPlaced(comment))
    .map((comment) => [...resolved, ...deleted].find(({ id }) => id === comment.id) ?? comment);
  const shown = [...placed, ...staying.map((comment) => ({ comment, number: undefined, place: undefined }))];
  const folded = [
    ['resolved', resolved.filter((comment) => !staying.includes(comment))],
    ['deleted', deleted.filter((comment) => !staying.includes(comment))],
  ] as const;
  const noteReply = (comment: ShownComment) => (isReplying: boolean) =>
    setReplied((before) => {
      const others = new Map(before);
      if (isReplying) others.set(comment.id, comment);
      else others.delete(comment.id);
      return others;
    });
  return (
    <>
      {shown.length > 0 ? (
        <ol className="comment-list">
          {shown.map(({ comment, number, place }) => (
            <CommentThread
              key={comment.id}
              {...{ submissionId, comment }}
              isOpen={isOpen && comment.deletedBy === undefined}
              number={place && number}
              isChanged={place === undefined && !comment.isResolved}
              isReplying={replied.has(comment.id)}
              onReplying={noteReply(comment)}
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
                  isReplying={false}
                  onReplying={noteReply(comment)}
                />
              ))}
            </ol>
          </details>
        ),
      )}
    </>
  );
}
