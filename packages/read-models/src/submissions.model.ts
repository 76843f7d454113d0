import type { SubmissionStage, SubmissionStatus } from '@journal/contracts';
import {
  cardNames,
  fieldNames,
  type OpenedSubmissionContent,
  submissionFields,
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
  withoutCompression,
  withoutSamples,
} from './columns.ts';
import type { ReadModel } from './read-model.ts';

const ownColumns = {
  id: 'text',
  userId: 'text',
  /** Revision of the last applied event in the pitch's stream. */
  revision: 'integer',
  /** Revision of the version that contains the essay. */
  essayRevision: 'integer',
  /** Position of the pitch in the log, by which the lists are ordered. */
  position: 'ascii',
  status: 'text',
  articleId: 'integer',
  createdAt: 'timestamptz',
  /** See `SubmissionProgress`. */
  stage: 'text',
  stageSince: 'timestamptz',
  /** Position of the event that moved it to its stage. */
  stagePosition: 'ascii',
  assigneeId: 'text',
  dueAt: 'timestamptz',
  issueNumber: 'integer',
  publishAt: 'timestamptz',
  agreedAt: 'timestamptz',
  /** Whether somebody other than the writer has edited it. */
  isTakenUp: 'boolean',
  /** A `Byline` as JSON; null if the writer chose none or has been forgotten. */
  byline: 'text',
} as const;

const nullable = [
  'articleId',
  'assigneeId',
  'dueAt',
  'issueNumber',
  'publishAt',
  'agreedAt',
  'byline',
] as const;

/**
 * A pitch as it is now, without its essay. What the writer filled in, except for the section, is null once the
 * writer's key is gone. The pitch is then in no list.
 */
export type SubmissionRow = RowOf<
  typeof ownColumns,
  (typeof nullable)[number],
  Omit<OpenedSubmissionContent, 'fullEssay'> & {
    readonly status: SubmissionStatus;
    readonly stage: SubmissionStage;
  }
>;

export const submissionColumns: Columns<SubmissionRow> = {
  ...ownColumns,
  ...pieceColumns<Omit<OpenedSubmissionContent, 'fullEssay'>>(submissionFields, cardNames(submissionFields)),
};

/** Returns whether anybody can see the pitch: the same rule as the `known` column. */
export function isKnown(row: SubmissionRow): boolean {
  return row.articleTitle !== null;
}

/** One event of a pitch: who, when, and the values that it set. `changed` names them; all others are undefined. */
export type SubmissionVersionRow = VersionValues<OpenedSubmissionContent> &
  VersionHead & {
    readonly submissionId: string;
    /** The article that the pitch became, if this event published it. */
    readonly articleId?: number | undefined;
    /** Note to or from the writer; null once the writer's key is gone. */
    readonly note?: string | null | undefined;
    readonly editorId?: string | undefined;
    readonly dueAt?: string | null | undefined;
    readonly issueNumber?: number | null | undefined;
    readonly publishAt?: string | undefined;
    /** The writer's choice of a byline, in words; null once their key is gone. */
    readonly byline?: string | null | undefined;
    /** The writer's concern; null once their key is gone. */
    readonly concern?: string | null | undefined;
  };

export const submissionVersionColumns: Columns<SubmissionVersionRow> = {
  submissionId: 'text',
  ...versionHeadColumns,
  restoredRevision: 'integer',
  articleId: 'integer',
  note: 'text',
  editorId: 'text',
  dueAt: 'timestamptz',
  issueNumber: 'integer',
  publishAt: 'timestamptz',
  byline: 'text',
  concern: 'text',
  ...pieceColumns<OpenedSubmissionContent>(submissionFields, fieldNames(submissionFields)),
};

/**
 * Pitches as they are now, and all their versions. The essay, the bulk of a pitch, is stored once: in the version that
 * set it, which `submission.essay_revision` names. What the writer filled in is null once the writer has been
 * forgotten. The writer's id is kept, because later events must not restore any of it.
 */
export const submissionsModel = {
  name: 'submissions',
  version: 3,
  migrations: {
    '0001-submission': `
      create table submission (
        ${definitionsOf(ownColumns, ...nullable)},
        ${rowColumns(submissionFields)},
        known boolean not null generated always as (article_title is not null) stored,
        searched text not null generated always as (
          lower(coalesce(article_title, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(article_summary, ''))
        ) stored,
        primary key (id)
      ) with (fillfactor = 85);

      create index submission_listed on submission (status, position desc) where known;
      create index submission_section on submission (status, section, position desc) where known;
      create index submission_user on submission (user_id, position desc);
      create index submission_planned on submission (publish_at) where publish_at is not null;
      create index submission_waiting on submission (status, stage_position) where known;

      create table submission_version (
        submission_id text not null,
        ${definitionsOf(versionHeadColumns)},
        restored_revision integer,
        article_id integer,
        note text,
        editor_id text,
        due_at timestamptz,
        issue_number integer,
        publish_at timestamptz,
        byline text,
        concern text,
        ${versionColumns(submissionFields)},
        primary key (submission_id, revision)
      ) with (toast_tuple_target = 8160);
      create index submission_concern on submission_version (position desc) where concern is not null;

      ${withoutCompression('submission_version', submissionFields)}
      ${withoutSamples('submission', submissionFields, cardNames(submissionFields), 'searched', 'byline')}
      ${withoutSamples('submission_version', submissionFields, fieldNames(submissionFields), 'note', 'byline', 'concern')}

      create table forgotten_writer (user_id text primary key);
    `,
  },
} as const satisfies ReadModel;
