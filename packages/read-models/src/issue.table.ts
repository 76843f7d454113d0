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
  type Brought,
  type Columns,
  definitionsOf,
  pieceColumns,
  type RowOf,
  rowColumns,
  type VersionHead,
  versionColumns,
  versionHeadColumns,
} from './columns.ts';

const ownColumns = {
  number: 'integer',
  /** Of the issue's stream: the last event applied. */
  revision: 'integer',
  status: 'text',
  /** When readers saw it first since it was last withdrawn; null while they do not. */
  publishedAt: 'timestamptz',
  /** When it is to be published. */
  publishAt: 'timestamptz',
  /** Its pieces in their order, as JSON: `PlacedPiece[]`. */
  pieces: 'text',
} as const;

/** An issue as it is now; `discarded`: it is there for its history alone. */
export type IssueRow = RowOf<
  typeof ownColumns,
  'publishedAt' | 'publishAt',
  IssueContent & { readonly status: IssueStatus | 'discarded' }
>;

/** Returns the pieces of an issue in their order. */
export const placedIn = ({ pieces }: Pick<IssueRow, 'pieces'>): readonly PlacedPiece[] => JSON.parse(pieces);

/** Returns those of them that are articles. */
export const articlesIn = (row: Pick<IssueRow, 'pieces'>): readonly number[] =>
  placedIn(row).flatMap((piece) => (isPitch(piece) ? [] : [piece.articleId]));

/** Returns the ids of those that are pitches. */
export const pitchesIn = (row: Pick<IssueRow, 'pieces'>): readonly string[] =>
  placedIn(row).flatMap((piece) => (isPitch(piece) ? [piece.submissionId] : []));

const contentColumns = pieceColumns<IssueContent>(issueFields, fieldNames(issueFields));

export const issueColumns: Columns<IssueRow> = { ...ownColumns, ...contentColumns };

/** One event of an issue: who, when, and the values it brought. */
export type IssueVersionRow = Brought<
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
