import type { MatchedParts } from '@journal/contracts';
import { bordersOf } from './text-borders.ts';

const longest = 200;
const dots = '…';

export type Passage = { readonly text: string; readonly matches: MatchedParts };

/**
 * A piece of at most about 200 characters of a text around the first of the parts that match, with '…' where it was
 * cut; undefined where none does. It is cut between words, within one only where that alone is too long, and never
 * within what a reader sees as one character.
 */
export function passageOf(content: string, parts: MatchedParts): Passage | undefined {
  const [first] = parts;
  if (!first) return undefined;
  const borders = bordersOf(content);
  const [from, to] = borders.trimmed(
    ...aroundFirst(content, borders, parts, borders.characterBefore(first[0])),
  );
  const before = content.slice(0, from).trim() === '' ? '' : dots;
  const after = content.slice(to).trim() === '' ? '' : dots;
  const shift = before.length - from;
  return {
    text: `${before}${content.slice(from, to)}${after}`,
    matches: parts
      .filter(([start]) => start >= from && start < to)
      .map(([start, end]) => [start + shift, Math.min(end, to) + shift]),
  };
}

function aroundFirst(
  content: string,
  borders: ReturnType<typeof bordersOf>,
  parts: MatchedParts,
  first: number,
): [from: number, to: number] {
  const [, last = first] = parts.findLast(([, end]) => end <= first + longest) ?? [];
  const wanted = Math.min(first - Math.floor((longest - (last - first)) / 2), content.length - longest);
  const from = Math.min(first, borders.wordAfter(wanted));
  const end = borders.wordBefore(from + longest);
  return [from, end >= last && end > first ? end : borders.characterAfter(from + longest)];
}
