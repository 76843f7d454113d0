import type { MatchedParts } from '@journal/contracts';
import { partsOf } from './marked-parts.ts';

/** A text in which what was searched for is marked. */
export function Marked({ text, matches }: { text: string; matches: MatchedParts }) {
  let at = 0;
  return partsOf(text, matches).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
