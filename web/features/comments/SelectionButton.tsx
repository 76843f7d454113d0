import { type Passage, type PassageField, type PassageTexts, passageAt } from '@journal/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';

type Selected = { readonly passage: Passage; readonly top: number; readonly left: number };
type SelectionButtonProps = {
  /** Element with the text; its paragraphs are identified by `data-field` and `data-paragraph`. */
  container: RefObject<HTMLElement | null>;
  texts: PassageTexts;
  onComment: (passage: Passage) => void;
};

/** A button below the words selected in a text, by mouse, touch or keyboard, for commenting on them. */
export function SelectionButton({ container, texts, onComment }: SelectionButtonProps) {
  const [selected, setSelected] = useState<Selected>();
  const latest = useRef(texts);
  useEffect(() => {
    latest.current = texts;
  });
  useEffect(() => {
    const look = () => setSelected(selectedIn(container.current, latest.current));
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [container]);
  if (!selected) return null;
  const { passage, top, left } = selected;
  return (
    <button
      type="button"
      className="button passage-comment"
      style={{ top, left }}
      // Keeps the selection.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onComment(passage)}
    >
      Comment
    </button>
  );
}

/** Returns the passage selected within an element, cut at the end of its paragraph; undefined if there is none. */
function selectedIn(container: HTMLElement | null, texts: PassageTexts): Selected | undefined {
  const selection = getSelection();
  if (!container || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const of = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[data-paragraph]');
  const paragraph = of(range.startContainer);
  if (!(paragraph instanceof HTMLElement) || !container.contains(paragraph)) return undefined;
  const { field, paragraph: index } = paragraph.dataset;
  const lengthUpTo = (node: Node, offset: number) => {
    const ahead = document.createRange();
    ahead.selectNodeContents(paragraph);
    ahead.setEnd(node, offset);
    return ahead.toString().length;
  };
  const start = lengthUpTo(range.startContainer, range.startOffset);
  const end = paragraph.contains(range.endContainer)
    ? lengthUpTo(range.endContainer, range.endOffset)
    : (paragraph.textContent?.length ?? 0);
  const place = { field: field as PassageField, paragraph: Number(index), start, end };
  const passage = passageAt(texts, place);
  if (!passage) return undefined;
  const [box, around] = [range.getBoundingClientRect(), container.getBoundingClientRect()];
  const left = Math.max(0, Math.min(box.left - around.left, around.width - 130));
  return { passage, top: box.bottom - around.top, left };
}
