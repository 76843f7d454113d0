import type { MatchedParts } from '@journal/contracts';
import { graphemesOf } from '@journal/search';

const maxLength = 200;
const dots = '…';
const words = new Intl.Segmenter('en', { granularity: 'word' });
const maxWord = 200;
const spaces = /^\s+$/;
/** Punctuation that follows a word and is cut off with it. */
const endings = /^[\s.,;:!?…)\]}»”’。、」]+$/;
/** Punctuation that an ellipsis replaces at the end of the passage. */
const pauses = /^[\s.,;:…،؛、。，．]+$/;

export type Passage = { readonly text: string; readonly matches: MatchedParts };

/**
 * Returns an excerpt of at most about 200 characters around the first matching part of a text, with '…' where it was
 * cut; undefined if nothing matches. It is cut between words, within a word only if that word alone is too long, and
 * never within what a reader sees as one character.
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
  const [, last = first] = parts.findLast(([, end]) => end <= first + maxLength) ?? [];
  const wanted = Math.min(first - Math.floor((maxLength - (last - first)) / 2), content.length - maxLength);
  const from = Math.min(first, borders.wordAfter(wanted));
  const end = borders.wordBefore(from + maxLength);
  return [from, end >= last && end > first ? end : borders.characterAfter(from + maxLength)];
}

/** Positions at which a text may be cut; none is beyond its end. */
function bordersOf(text: string) {
  const { before: characterBefore, after: characterAfter } = graphemesOf(text);

  /** The word boundary at or next to an index; within an overlong word, the grapheme boundary. */
  function word(at: number, side: 'before' | 'after'): number {
    if (at <= 0) return 0;
    if (at >= text.length) return text.length;
    const start = characterBefore(at - maxWord);
    const end = characterAfter(at + maxWord);
    const found = words.segment(text.slice(start, end)).containing(at - start);
    const from = start + (found?.index ?? 0);
    const to = from + (found?.segment.length ?? 0);
    if (from === at) return characterAfter(at);
    const isWhole = side === 'before' ? from > start || start === 0 : to < end || end === text.length;
    if (!isWhole) return characterAfter(at);
    return side === 'before' ? characterBefore(from) : characterAfter(to);
  }

  /**
   * The part from one border to another, trimmed: without leftover punctuation of what precedes it, and without the
   * full stop or comma before the cut. A combining mark on a space keeps its space.
   */
  function trimmed(from: number, to: number): readonly [from: number, to: number] {
    let [start, end] = [from, to];
    const isLeftOut = from === 0 ? spaces : endings;
    for (let at = start; at < end; ) {
      const after = characterAfter(at + 1);
      if (!isLeftOut.test(text.slice(at, after))) break;
      at = start = after;
    }
    const isLeftOutAfter = text.slice(to).trim() === '' ? spaces : pauses;
    while (end > start) {
      const before = characterBefore(end - 1);
      if (!isLeftOutAfter.test(text.slice(before, end))) break;
      end = before;
    }
    return [start, end];
  }

  return {
    characterBefore,
    characterAfter,
    wordBefore: (at: number) => word(at, 'before'),
    wordAfter: (at: number) => word(at, 'after'),
    trimmed,
  };
}
