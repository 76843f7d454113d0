import '../../styles/comments.css';
import { type Passage, paragraphsIn, passageAt, type Submission } from '@journal/contracts';
import { type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { comments } from '../../data/comments.api.ts';
import { isAbleTo } from '../../data/session.ts';
import { useSession } from '../../data/use-api.ts';
import { CommentList, useReplies } from '../comments/CommentList.tsx';
import { commentedText, useComments } from '../comments/commented-text.ts';
import { MarkedField, MarkedParagraphs } from '../comments/MarkedText.tsx';
import { SelectionButton } from '../comments/SelectionButton.tsx';
import { shownToEditor } from '../comments/shown-comment.ts';
import { mayReview } from './pitch-steps.ts';
import { readerHeadingId, useReadingKeys } from './use-reading.ts';

type ReadingTextProps = {
  pitch: Submission;
  heading: RefObject<HTMLHeadingElement | null>;
  onComment: (passage: Passage, opener: HTMLElement) => void;
  labels: ReactNode;
  /** Content below the text, kept in view if there is space. */
  foot: ReactNode;
  /** Content between the title and the text. */
  children: ReactNode;
};

/** A pitch to read and comment on: selected words, or a whole paragraph. */
export function ReadingText({ pitch, heading, onComment, labels, foot, children }: ReadingTextProps) {
  const { id, status } = pitch;
  const container = useRef<HTMLDivElement>(null);
  const user = useSession();
  const isReviewer = mayReview(user, pitch);
  const replies = useReplies();
  const read = useComments(comments(id), status !== 'deleted');
  const reader = useMemo(
    () =>
      ({
        id: user?.id,
        mayDelete: isAbleTo(user, 'decide-pitches') ? 'all' : isReviewer ? 'own' : 'none',
      }) as const,
    [user, isReviewer],
  );
  const { placed, resolved, deleted } = useMemo(
    () =>
      commentedText(
        pitch,
        (read ?? []).map((comment) => shownToEditor(comment, reader)),
      ),
    [pitch, read, reader],
  );
  const isOpen = status === 'pending' && isReviewer;
  const all = placed.length + resolved.length + deleted.length;
  function ask(passage: Passage | undefined, from?: HTMLElement | null) {
    const opener = from ?? heading.current;
    if (passage && opener) onComment(passage, opener);
  }
  const askAbout = (paragraph: number, from: HTMLElement) => {
    const end = paragraphsIn(pitch, 'fullEssay')[paragraph]?.length ?? 0;
    ask(passageAt(pitch, { field: 'fullEssay', paragraph, start: 0, end }), from);
  };
  useReadingKeys({
    m(focused) {
      const selected = container.current?.querySelector<HTMLElement>('.passage-comment');
      const paragraph = focused.closest<HTMLElement>('[data-field=fullEssay]');
      if (selected) selected.click();
      else if (paragraph && isOpen) askAbout(Number(paragraph.dataset['paragraph']), paragraph);
    },
  });
  return (
    <>
      <div className="reading-text" ref={container}>
        {labels}
        <h3 id={readerHeadingId} className="reading-title" dir="auto" tabIndex={-1} ref={heading}>
          <MarkedField texts={pitch} field="articleTitle" placed={placed} />
        </h3>
        {children}
        <p className="reading-summary" dir="auto">
          <MarkedField texts={pitch} field="articleSummary" placed={placed} />
        </p>
        <div className="preview-text">
          <MarkedParagraphs
            texts={pitch}
            placed={placed}
            describedBy={`${readerHeadingId}-how`}
            onComment={isOpen ? askAbout : undefined}
          />
        </div>
        {isOpen ? (
          <SelectionButton
            container={container}
            texts={pitch}
            onComment={({ paragraph, ...passage }) => {
              const texts = container.current?.querySelectorAll<HTMLElement>('[data-field=fullEssay]');
              ask({ paragraph, ...passage }, passage.field === 'fullEssay' ? texts?.[paragraph] : null);
            }}
          />
        ) : null}
      </div>
      {foot}
      {read === undefined ? null : (
        <details className="comments" open={placed.length > 0 || replies[0].size > 0}>
          <summary>{all === 0 ? 'No comments yet' : `Comments (${placed.length})`}</summary>
          {isOpen ? (
            <p id={`${readerHeadingId}-how`} className="comments-hint">
              Select words in the text to comment on them. With the keyboard, press Enter on a paragraph.
            </p>
          ) : null}
          <CommentList submissionId={id} {...{ placed, resolved, deleted, isOpen, replies }} />
        </details>
      )}
    </>
  );
}
