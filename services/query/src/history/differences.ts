import type { FieldDifference } from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import type { Fields } from './history.store.ts';

/** Yields the word-by-word difference of each field of `after` from `before`. Equal fields are left out. */
export function* differences(before: Fields, after: Fields): Generator<FieldDifference> {
  for (const field of Object.keys(after)) {
    const [older, newer] = [String(before[field] ?? ''), String(after[field] ?? '')];
    if (older !== newer) yield { field, parts: wordDifference(older, newer) };
  }
}
