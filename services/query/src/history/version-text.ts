import type { FieldDifference, HistoryVersion, HistoryVersionText } from '@journal/contracts';
import { wordDifference } from './difference/word-difference.ts';
import type { Fields } from './history.store.ts';

/** A version with the whole text as of it, and what it has otherwise than the text that it is compared with. */
export function versionText(version: HistoryVersion, fields: Fields, compared: Fields): HistoryVersionText {
  return { ...version, fields, differences: [...differences(compared, fields)] };
}

function* differences(before: Fields, after: Fields): Generator<FieldDifference> {
  for (const field of Object.keys(after)) {
    const [older, newer] = [textOf(before[field]), textOf(after[field])];
    if (older !== newer) yield { field, parts: wordDifference(older, newer) };
  }
}

const textOf = (value: Fields[string] | undefined): string => String(value ?? '');
