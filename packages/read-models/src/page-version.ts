import type { auditKinds } from '@journal/contracts';
import type { PageId } from '@journal/events/fields';
import { type Columns, definitionsOf, type VersionHead, versionHeadColumns } from './columns.ts';

/**
 * One version of a page whose text editors can change: who, when, and the text. The first edit of a page also records
 * the text before it as revision -1, which no history lists. Before that edit, the page has no version.
 */
export type PageVersionRow = VersionHead<(typeof auditKinds.page)[number]> & {
  readonly pageId: PageId;
  readonly text: string;
  /** False if the page shows the text shipped with the journal from this version on, even when that text changes. */
  readonly isOwn: boolean;
};

const columns = {
  pageId: 'text',
  ...versionHeadColumns,
  text: 'text',
  isOwn: 'boolean',
  restoredRevision: 'integer',
} as const;

export const pageVersionColumns: Columns<PageVersionRow> = columns;

export const pageVersionTable = `
  create table if not exists page_version (
    ${definitionsOf(columns, 'restoredRevision')},
    primary key (page_id, revision)
  )
`;
