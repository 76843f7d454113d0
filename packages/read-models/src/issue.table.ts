import type { auditKinds } from '@journal/contracts';
import {
  fieldNames,
  type IssueContent,
  type IssueStatus,
  isPitch,
  issueFields,
  type PlacedPiece,
} from '@journal/events/fields';
import {
  type Columns,
  definitionsOf,
  pieceColumns,
  type RowOf,
  rowColumns,
  type VersionHead,
  type VersionValues,
  versionColumns,
  versionHeadColumns,
} from './columns.ts';

const ownColumns = {
  number: 'integer',
  /** Revision of the last applied event in the issue's stream. */
  revision: 'integer',
  status: 'text',
  /** When readers first saw it since it was last withdrawn; null while they do not see it. */
  publishedAt: 'timestamptz',
  /** Time at which it is to be published. */
  publishAt: 'timestamptz',
  /** The pieces in their order, as JSON: `PlacedPiece[]`. */
  pieces: 'text',
} as const;

/** An issue as it is now. A `discarded` one is kept only for its history. */
export type IssueRow = RowOf<
  typeof ownColumns,
  'publishedAt' | 'publishAt',
  IssueContent & { readonly status: IssueStatus | 'discarded' }
>;

/** Returns the pieces of an issue in their order. */
export const placedIn = ({ pieces }: Pick<IssueRow, 'pieces'>): readonly PlacedPiece[] => JSON.parse(pieces);

/** Returns the ids of an issue's articles, in their order. */
export const articlesIn = (row: Pick<IssueRow, 'pieces'>): readonly number[] =>
  placedIn(row).flatMap((piece) => (isPitch(piece) ? [] : [piece.articleId]));

/** Returns the ids of an issue's pitches, in their order. */
export const pitchesIn = (row: Pick<IssueRow, 'pieces'>): readonly string[] =>
  placedIn(row).flatMap((piece) => (isPitch(piece) ? [piece.submissionId] : []));

const contentColumns = pieceColumns<IssueContent>(issueFields, fieldNames(issueFields));

export const issueColumns: Columns<IssueRow> = { ...ownColumns, ...contentColumns };

/** One event of an issue: who, when, and the values that it set. */
export type IssueVersionRow = VersionValues<
  IssueContent & { readonly pieces: string; readonly publishAt: string }
> &
  VersionHead<(typeof auditKinds.issue)[number]> & { readonly number: number };

export const issueVersionColumns: Columns<IssueVersionRow> = {
  number: 'integer',
  ...versionHeadColumns,
  restoredRevision: 'integer',
  pieces: 'text',
  publishAt: 'timestamptz',
  ...contentColumns,
};

export const issueTables = `
  create table if not exists issue (
    ${definitionsOf(ownColumns, 'publishedAt', 'publishAt')}, ${rowColumns(issueFields)}, primary key (number)
  );
  create table if not exists issue_version (
    number integer not null, ${definitionsOf(versionHeadColumns)}, restored_revision integer, pieces text,
    publish_at timestamptz,
    ${versionColumns(issueFields)}, primary key (number, revision)
  );
`;
