import { CommentThread } from './CommentThread.tsx';
import type { CommentedText } from './commented-text.ts';

type CommentListProps = CommentedText & {
  submissionId: string;
  /** Whether the pitch still accepts comments. */
  isOpen: boolean;
};

/** Comments in the order of their passages; resolved and deleted ones are collapsed. */
export function CommentList({ submissionId, placed, resolved, deleted, isOpen }: CommentListProps) {
  const folded = [
    ['resolved', resolved],
    ['deleted', deleted],
  ] as const;
  return (
    <>
      {placed.length > 0 ? (
        <ol className="comment-list">
          {placed.map(({ comment, number, place }) => (
            <CommentThread
              key={comment.id}
              {...{ submissionId, comment, isOpen }}
              number={place && number}
              isChanged={place === undefined}
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
