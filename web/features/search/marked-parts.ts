import type { MatchedParts } from '@journal/contracts';

type Part = { readonly text: string; readonly marked: boolean };

/**
 * Returns a text in marked and unmarked parts, which together are the whole text. Marks that are outside of it,
 * reversed, or overlap the previous one are left out.
 */
export function partsOf(text: string, matches: MatchedParts): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const [from, to] of matches) {
    if (from < end || to <= from || to > text.length) continue;
    if (from > end) parts.push({ text: text.slice(end, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), marked: false });
  return parts;
}
