import '../../styles/comments.css';
import type { OwnComment, OwnSubmission } from '@journal/contracts';
import { useMemo } from 'react';
import { ownComments } from '../../data/comments.api.ts';
import { ReadBoundary } from '../../ui/list/ListBoundary.tsx';
import { CommentList, useReplies } from '../comments/CommentList.tsx';
import { commentedText } from '../comments/commented-text.ts';
import { shownToWriter } from '../comments/shown-comment.ts';

/** The editors' comments to the writer about passages of a pitch; empty if there are none. */
export function OwnComments({ pitch }: { pitch: OwnSubmission }) {
  return (
    <ReadBoundary
      query={ownComments(pitch.id)}
      loading={null}
      failed={(tryAgain) => (
        <p role="alert">
          The comments could not be loaded.{' '}
          <button type="button" className="text-link" onClick={tryAgain}>
            Try again
          </button>
        </p>
      )}
    >
      {(comments) => <Shown pitch={pitch} comments={comments} />}
    </ReadBoundary>
  );
}

function Shown({ pitch, comments }: { pitch: OwnSubmission; comments: readonly OwnComment[] }) {
  const replies = useReplies();
  const { placed, resolved, deleted } = useMemo(
    () => commentedText(pitch, comments.map(shownToWriter)),
    [pitch, comments],
  );
  if (comments.length === 0 && replies[0].size === 0) return null;
  return (
    <section className="own-pitch-comments" aria-labelledby="comments-title">
      <h2 id="comments-title">Comments on your text</h2>
      <p className="comments-hint">All editors see what you write here. Say when something is done.</p>
      <CommentList
        submissionId={pitch.id}
        {...{ placed, resolved, deleted, replies }}
        isOpen={pitch.status === 'pending'}
      />
    </section>
  );
}
