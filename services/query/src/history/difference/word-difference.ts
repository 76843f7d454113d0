import type { DifferencePart } from '@journal/contracts';
import { diffArrays } from 'diff';
import { type Anchor, commonAnchors } from './common-anchors.ts';
import { joinBrokenWords } from './readable-parts.ts';

/** A run of letters and digits, of space, or of anything else: together they are the whole text. */
const words = /[\p{L}\p{M}\p{N}'’]+|\s+|[^\p{L}\p{M}\p{N}'’\s]+/gu;

/** Between two anchors the search for the shortest way is given up past so many edits: its time grows with their square. */
const mostEdits = 200;
/** Those of long pieces, and all searches in vain together, end sooner. */
const mostSteps = 1_000_000;
const mostInVain = 4 * mostEdits ** 2;

/**
 * What became of a text, word by word: the parts without the added ones are `before`, without the removed ones `after`,
 * to the letter. Whatever stands once in both and in the same order is kept; between such places the shortest way is
 * told or, where too much differs, one change. Takes time in proportion to the length of the texts, a tenth of a second
 * for the longest.
 */
export function wordDifference(before: string, after: string): DifferencePart[] {
  const older = before.match(words) ?? [];
  const newer = after.match(words) ?? [];
  const parts: DifferencePart[] = [];
  let inVain = 0;
  let last: Anchor = [0, 0];

  function search(removed: string[], added: string[]): DifferencePart[] {
    const maxEditLength = Math.min(
      mostEdits,
      Math.ceil(mostSteps / (removed.length + added.length)),
      Math.floor(Math.sqrt(mostInVain - inVain)),
    );
    const changes = diffArrays(removed, added, { maxEditLength });
    if (changes) return changes.map((change) => part(kindOf(change), change.value));
    inVain += maxEditLength ** 2;
    return [part('removed', removed), part('added', added)];
  }

  for (const anchor of commonAnchors(older, newer)) {
    const removed = older.slice(last[0], anchor[0]);
    const added = newer.slice(last[1], anchor[1]);
    const isSame = removed.length === added.length && removed.every((word, index) => word === added[index]);
    if (isSame) parts.push(part('same', removed));
    else if (removed.length === 0) parts.push(part('added', added));
    else if (added.length === 0) parts.push(part('removed', removed));
    else parts.push(...search(removed, added));
    last = anchor;
  }
  return joinBrokenWords(parts);
}

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }): DifferencePart['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same';

const part = (kind: DifferencePart['kind'], tokens: readonly string[]): DifferencePart => ({
  kind,
  text: tokens.join(''),
});
