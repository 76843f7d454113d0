import type { DifferencePart } from '@journal/contracts';

/**
 * The same difference for a reader: no empty parts, neighbours of a kind in one, what was removed before what was added,
 * and changes that only a space keeps apart told as one.
 */
export function joinBrokenWords(parts: readonly DifferencePart[]): DifferencePart[] {
  const joined: DifferencePart[] = [];
  let removed = '';
  let added = '';
  let same = '';

  function endSame() {
    if (same !== '') joined.push({ kind: 'same', text: same });
    same = '';
  }
  function endChange() {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  }
  function beginChange() {
    if (same === '') return;
    // A space between two changes of both texts belongs to both; other text ends the change before it.
    if (removed !== '' && added !== '' && /^\s+$/u.test(same)) {
      removed += same;
      added += same;
      same = '';
      return;
    }
    endChange();
    endSame();
  }

  for (const { kind, text } of parts) {
    if (text === '') continue;
    if (kind === 'same') {
      same += text;
      continue;
    }
    beginChange();
    if (kind === 'removed') removed += text;
    else added += text;
  }
  endChange();
  endSame();
  return joined;
}
