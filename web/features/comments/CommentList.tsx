import { CommentThread } from './CommentThread.tsx';
import type { CommentedText } from './commented-text.ts';

type CommentListProps = Pick<CommentedText, 'placed' | 'resolved'> & {
  submissionId: string;
  /** Whether the pitch takes comments still. */
  isOpen: boolean;
};

/** Comments in the order of their passages; those that are resolved are folded away. */
export function CommentList({ submissionId, placed, resolved, isOpen }: CommentListProps) {
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
      {resolved.length > 0 ? (
        <details className="comments-resolved">
          <summary>{resolved.length} resolved</summary>
          <ol className="comment-list">
            {resolved.map((comment) => (
              <CommentThread
                key={comment.id}
                {...{ submissionId, comment, isOpen }}
                number={undefined}
                isChanged={false}
              />
            ))}
          </ol>
        </details>
      ) : null}
    </>
  );
}
