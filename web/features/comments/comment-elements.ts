import type { Passage } from '@journal/contracts';

export const commentElementId = (id: string): string => `comment-${id}`;
/** Of the number that stands behind the passage in the text. */
export const markElementId = (id: string): string => `passage-${id}`;

/** Opens what an element is folded into, and gives it the focus. Returns whether it is there. */
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

/** Leads to the passage of a comment: to its mark, or where the text is in a form to the words there. */
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

/** Returns how far down a character of a field stands: browsers select words without bringing them into sight. */
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
