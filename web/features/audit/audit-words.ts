import { type AuditEntry, eventWords } from '@journal/contracts';
import { versionNumber } from '../history/version-words.ts';

/** What somebody did: an edit that brought an earlier text back says which. */
export function entryWords({
  kind,
  entity,
  restoredRevision,
}: Pick<AuditEntry, 'kind' | 'entity' | 'restoredRevision'>): string {
  if (restoredRevision === null) return eventWords[kind].audit;
  const piece = entity.type === 'article' ? 'an article' : 'a pitch';
  return `Restored version ${versionNumber(restoredRevision)} of ${piece}`;
}
