import type { Passage } from '@journal/contracts';

export const commentElementId = (id: string): string => `comment-${id}`;
/** Id of the number after the passage in the text. */
export const markElementId = (id: string): string => `passage-${id}`;

/** Expands the elements that contain an element, and focuses it. Returns whether it exists. */
export function focusElement(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  for (
    let folded = element.closest('details');
    folded;
    folded = folded.parentElement?.closest('details') ?? null
  )
    folded.open = true;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  return true;
}

/** Goes to the passage of a comment: to its mark, or, if the text is in a form, to the words there. */
export function showPassage(id: string, { field, quotation, before }: Passage): void {
  const typed = document.querySelector<HTMLTextAreaElement>(`main form [name="${field}"]`);
  if (!typed) {
    focusElement(markElementId(id));
    return;
  }
  const whole = typed.value.indexOf(before + quotation);
  const start = whole < 0 ? typed.value.indexOf(quotation) : whole + before.length;
  typed.focus();
  if (start >= 0) {
    typed.setSelectionRange(start, start + quotation.length);
    typed.scrollTop = heightUpTo(typed, start) - typed.clientHeight / 2;
  }
  typed.scrollIntoView({ block: 'center' });
}

/** Returns the vertical offset of a character in a field: browsers don't scroll to words that they select. */
function heightUpTo(typed: HTMLTextAreaElement, character: number): number {
  const above = typed.cloneNode() as HTMLTextAreaElement;
  above.value = typed.value.slice(0, character);
  Object.assign(above.style, {
    position: 'absolute',
    visibility: 'hidden',
    width: `${typed.offsetWidth}px`,
    height: '0',
    minHeight: '0',
  });
  typed.after(above);
  const { scrollHeight } = above;
  above.remove();
  return scrollHeight;
}
