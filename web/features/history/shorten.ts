import type { DifferencePart } from '@journal/contracts';

/** A part of a difference, or in the place of words that both texts have, how many those are. */
export type ShownPart = DifferencePart | { readonly kind: 'left-out'; readonly words: number };

/** Characters around a change that are shown of what is the same. */
const around = 160;
const shortest = 3 * around;

/** A difference without the long stretches in which nothing changed. What was added or removed stays whole. */
export function shorten(parts: readonly DifferencePart[]): ShownPart[] {
  return parts.flatMap((part, index): ShownPart[] => {
    if (part.kind !== 'same' || part.text.length <= shortest) return [part];
    const { text } = part;
    const head = index === 0 ? 0 : lastBreak(text, around);
    const tail = index === parts.length - 1 ? text.length : nextBreak(text, text.length - around);
    const words = text.slice(head, tail).match(/\S+/g)?.length ?? 0;
    return [...same(text.slice(0, head)), { kind: 'left-out' as const, words }, ...same(text.slice(tail))];
  });
}

const same = (text: string): DifferencePart[] => (text === '' ? [] : [{ kind: 'same', text }]);

/** The end of the word that a place is in. */
function lastBreak(text: string, place: number): number {
  const at = text.slice(place, 2 * place).search(/\s/);
  return at < 0 ? whole(text, place) : place + at;
}

/** The beginning of the word after the one that a place is in. */
function nextBreak(text: string, place: number): number {
  const at = text.slice(place).search(/\s/);
  return at < 0 ? whole(text, place) : place + at + 1;
}

/** A place that is in the middle of no character. */
const whole = (text: string, place: number) =>
  /[\udc00-\udfff]/.test(text[place] ?? '') ? place + 1 : place;
