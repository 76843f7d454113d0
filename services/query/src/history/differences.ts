import type { FieldDifference } from '@journal/contracts';
import { wordDifference } from '@journal/contracts/word-difference';
import type { Fields } from './history.store.ts';

/** Yields how each field of `after` differs from `before`, word by word; nothing of those that are the same. */
export function* differences(before: Fields, after: Fields): Generator<FieldDifference> {
  for (const field of Object.keys(after)) {
    const [older, newer] = [String(before[field] ?? ''), String(after[field] ?? '')];
    if (older !== newer) yield { field, parts: wordDifference(older, newer) };
  }
}
