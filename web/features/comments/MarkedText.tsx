import { type PassageField, type PassageTexts, paragraphsIn } from '@journal/contracts';
import { type KeyboardEvent, useState } from 'react';
import { commentElementId, focusElement, markElementId } from './comment-elements.ts';
import { type Placed, segmentsOf } from './passage-marks.ts';
import type { ShownComment } from './shown-comment.ts';

type MarkedProps = { text: string; placed: readonly Placed<ShownComment>[] };

/** A paragraph with the commented passages marked, each with a number that links to its comment. */
function MarkedText({ text, placed }: MarkedProps) {
  if (placed.length === 0) return text;
  return segmentsOf(text, placed).map((segment) =>
    segment.on.length === 0 ? (
      segment.text
    ) : (
      <mark
        key={segment.start}
        className="passage-mark"
        aria-details={segment.on.map(({ comment }) => commentElementId(comment.id)).join(' ')}
      >
        {segment.text}
        {segment.ending.map(({ comment, number }) => (
          // Has no text content, so that a selection around it contains only the pitch's text.
          <button
            key={comment.id}
            type="button"
            id={markElementId(comment.id)}
            className="passage-number"
            data-number={number}
            aria-label={`Comment ${number}`}
            onClick={() => focusElement(commentElementId(comment.id))}
          />
        ))}
      </mark>
    ),
  );
}

type FieldTextProps = {
  texts: PassageTexts;
  field: PassageField;
  placed: readonly Placed<ShownComment>[];
};

/** The title or summary of a pitch with its marks. */
export function MarkedField({ texts, field, placed }: FieldTextProps) {
  const [text = ''] = paragraphsIn(texts, field);
  return (
    <span data-field={field} data-paragraph={0}>
      <MarkedText text={text} placed={placed.filter(({ place }) => place?.field === field)} />
    </span>
  );
}

type ParagraphsProps = Omit<FieldTextProps, 'field'> & {
  /** Comments on a whole paragraph; undefined if the user may not. */
  onComment?: ((paragraph: number, element: HTMLElement) => void) | undefined;
  /** Id of the element that explains how. */
  describedBy?: string;
};

/** Paragraph offsets of the arrow keys. */
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * The essay of a pitch with its marks. If paragraphs can be commented on, Tab reaches one of them and arrow keys reach
 * the others.
 */
export function MarkedParagraphs({ texts, placed, onComment, describedBy }: ParagraphsProps) {
  const [reached, setReached] = useState(0);
  const all = paragraphsIn(texts, 'fullEssay');
  const canReach = onComment !== undefined;
  function press(event: KeyboardEvent<HTMLElement>, paragraph: number) {
    const { key, target, currentTarget } = event;
    if (target !== currentTarget) return;
    const next = paragraph + (arrows[key] ?? 0);
    const isStep = next !== paragraph && next in all;
    if (!isStep && key !== 'Enter') return;
    event.preventDefault();
    if (!isStep) return onComment?.(paragraph, currentTarget);
    setReached(next);
    currentTarget.parentElement?.querySelector<HTMLElement>(`[data-paragraph="${next}"]`)?.focus();
  }
  return all.map((text, paragraph) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
      key={paragraph}
      dir="auto"
      data-field="fullEssay"
      data-paragraph={paragraph}
      aria-describedby={canReach ? describedBy : undefined}
      tabIndex={canReach ? (paragraph === Math.min(reached, all.length - 1) ? 0 : -1) : undefined}
      onFocus={() => setReached(paragraph)}
      onKeyDown={canReach ? (event) => press(event, paragraph) : undefined}
    >
      <MarkedText
        text={text}
        placed={placed.filter(({ place }) => place?.field === 'fullEssay' && place.paragraph === paragraph)}
      />
    </p>
  ));
}
