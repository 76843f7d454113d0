import { topics } from '@journal/contracts';
import { pageTexts } from '@journal/contracts/page-texts';
import { type OpenedEvent, type PageEvent, previousRevisionOf } from '@journal/events';
import { type PageVersionRow, pageVersionColumns } from '@journal/read-models';
import { insertRows, type Table } from '../../engine/rows.ts';
import type { StepTransaction } from '../../engine/step.ts';
import { versionHeadOf } from '../version-head.ts';

export type OpenedPageEvent = OpenedEvent<PageEvent>;

const versions: Table<PageVersionRow> = { name: 'page_version', columns: pageVersionColumns };

/** Writes the versions of pages, skipping existing ones, and returns the topics of what readers see differently. */
export function writePageVersions(
  transaction: StepTransaction,
  events: readonly OpenedPageEvent[],
): readonly string[] {
  insertRows(transaction, versions, events.flatMap(versionsOf), 'on conflict do nothing');
  return events.map(({ data }) => topics.page(data.pageId));
}

/** Returns the version made by an event; for the first one also the original text, for comparison. */
function versionsOf(event: OpenedPageEvent): readonly PageVersionRow[] {
  const { pageId, text, restoredRevision } = event.data;
  const original = pageTexts[pageId];
  const head = { ...versionHeadOf(event), pageId };
  const version = { ...head, restoredRevision, text: text ?? original, isOwn: text !== null };
  if (previousRevisionOf(event) >= 0) return [version];
  return [{ ...head, revision: -1, position: '', text: original, isOwn: false }, version];
}
