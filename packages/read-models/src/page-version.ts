import type { auditKinds } from '@journal/contracts';
import type { PageId } from '@journal/events/fields';
import { type Columns, definitionsOf, type VersionHead, versionHeadColumns } from './columns.ts';

/**
 * One version of a page whose text editors can change: who, when, and what it said then. The first edit of a page brings
 * the text before it along, as revision -1, which no history lists; before that there is none.
 */
export type PageVersionRow = VersionHead<(typeof auditKinds.page)[number]> & {
  readonly pageId: PageId;
  readonly text: string;
  /** False where the page says from here on what comes with the journal, whichever text that is by then. */
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
