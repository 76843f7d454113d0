import type { HistoryVersion } from '@journal/contracts';
import { fieldList } from './field-words.ts';

const words: Readonly<Record<string, string>> = {
  ArticlePublished: 'Published',
  ArticleEdited: 'Edited',
  ArticleDeleted: 'Deleted',
  ArticleRestored: 'Restored',
  SubmissionPitched: 'Pitched',
  SubmissionEdited: 'Edited',
  SubmissionPublished: 'Published as an article',
  SubmissionDeleted: 'Deleted',
  SubmissionRestored: 'Restored',
};

/** How people count versions: the first is 1. */
export const versionNumber = (revision: number): number => revision + 1;

/** What happened, in a few words: `Edited: title, excerpt`. */
export function versionWords({ event, changed, restoredRevision }: VersionFacts): string {
  const what = words[event] ?? event;
  if (restoredRevision !== null) return `Restored version ${versionNumber(restoredRevision)}`;
  return what === 'Edited' && changed.length > 0 ? `${what}: ${fieldList(changed)}` : what;
}

type VersionFacts = Pick<HistoryVersion, 'event' | 'changed' | 'restoredRevision'>;
