import '../../styles/comments.css';
import type { OwnSubmission } from '@journal/contracts';
import { useMemo } from 'react';
import { ownComments } from '../../data/comments.api.ts';
import { commentedText, useComments } from '../comments/commented-text.ts';
import { MarkedField, MarkedParagraphs } from '../comments/MarkedText.tsx';
import { shownToWriter } from '../comments/shown-comment.ts';
import { bylineLine } from './byline-texts.ts';
import { wordCountOf } from './WordCount.tsx';

type PitchTextProps = { pitch: OwnSubmission; title: string; isOpen: boolean };

/** The saved text of a pitch, collapsible, with the passages marked that editors commented on for the writer. */
export function PitchText({ pitch, title, isOpen }: PitchTextProps) {
  const { fullName, age, school, byline } = pitch;
  const read = useComments(ownComments(pitch.id));
  const { placed } = useMemo(() => commentedText(pitch, (read ?? []).map(shownToWriter)), [pitch, read]);
  return (
    <details className="own-pitch-text" open={isOpen}>
      <summary>
        {title} ({wordCountOf(pitch.fullEssay).count})
      </summary>
      <p>
        By <bdi>{bylineLine({ fullName, age: String(age), school: school ?? '' }, byline)}</bdi>
      </p>
      {placed.some(({ place }) => place?.field === 'articleTitle') ? (
        <p className="own-pitch-summary" dir="auto">
          <MarkedField texts={pitch} field="articleTitle" placed={placed} />
        </p>
      ) : null}
      <p className="own-pitch-summary" dir="auto">
        <MarkedField texts={pitch} field="articleSummary" placed={placed} />
      </p>
      <MarkedParagraphs texts={pitch} placed={placed} />
    </details>
  );
}
