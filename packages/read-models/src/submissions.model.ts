import type { SubmissionStatus } from '@journal/contracts';
import {
  cardNames,
  fieldNames,
  type OpenedSubmissionContent,
  submissionFields,
} from '@journal/events/fields';
import type { Columns } from './columns.ts';
import {
  pieceColumns,
  rowColumns,
  versionColumns,
  withoutCompression,
  withoutSamples,
} from './piece-columns.ts';
import type { ReadModel } from './read-model.ts';
import { type Brought, type VersionHead, versionHeadColumns } from './version-head.ts';

/**
 * A pitch as it is now, without its essay. What the writer filled in is null, but for the section, once the writer's key
 * is gone; the pitch is then listed nowhere.
 */
export type SubmissionRow = Omit<OpenedSubmissionContent, 'fullEssay'> & {
  readonly id: string;
  readonly userId: string;
  /** Of the pitch's stream: the last event applied. */
  readonly revision: number;
  /** The version that holds the essay. */
  readonly essayRevision: number;
  /** Of the pitch in the log: what the lists are ordered by. */
  readonly position: string;
  readonly status: SubmissionStatus;
  readonly articleId: number | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
};

/** Returns whether anybody sees it: the same rule as the column `known`. */
export function isKnown(row: SubmissionRow): boolean {
  return row.articleTitle !== null;
}

/** One event of a pitch: who, when, and the values it brought. `changed` names them; the others are undefined. */
export type SubmissionVersionRow = Brought<OpenedSubmissionContent> &
  VersionHead & {
    readonly submissionId: string;
    /** What became of the pitch, where this is the event that published it. */
    readonly articleId?: number | undefined;
  };

export const submissionColumns: Columns<SubmissionRow> = {
  id: 'text',
  userId: 'text',
  revision: 'integer',
  essayRevision: 'integer',
  position: 'text',
  status: 'text',
  articleId: 'integer',
  ...pieceColumns<Omit<OpenedSubmissionContent, 'fullEssay'>>(submissionFields, cardNames(submissionFields)),
  createdAt: 'timestamptz',
};

export const submissionVersionColumns: Columns<SubmissionVersionRow> = {
  submissionId: 'text',
  ...versionHeadColumns,
  articleId: 'integer',
  ...pieceColumns<OpenedSubmissionContent>(submissionFields, fieldNames(submissionFields)),
};

/**
 * Pitches as they are now and every version of them. The essay, the bulk of a pitch, is kept once: in the version that
 * brought it, which `submission.essay_revision` names. What the writer filled in is null once the writer has been
 * forgotten, whose id is kept: what comes later must bring nothing back.
 */
export const submissionsModel = {
  name: 'submissions',
  version: 1,
  migrations: {
    '0001-submission': `
      create table submission (
        id text primary key,
        user_id text not null,
        revision integer not null,
        essay_revision integer not null,
        position text collate "C" not null,
        status text not null,
        article_id integer,
        ${rowColumns(submissionFields)},
        created_at timestamptz not null,
        known boolean not null generated always as (article_title is not null) stored,
        searched text not null generated always as (
          lower(coalesce(article_title, '') || ' ' || coalesce(full_name, '') || ' ' || coalesce(article_summary, ''))
        ) stored
      ) with (fillfactor = 85);

      create index submission_listed on submission (status, position desc) where known;
      create index submission_section on submission (status, section, position desc) where known;
      create index submission_user on submission (user_id, position desc);

      create table submission_version (
        submission_id text not null,
        revision integer not null,
        event text not null,
        at timestamptz not null,
        actor_id text not null,
        actor_role text not null,
        request_id text not null,
        position text collate "C" not null,
        changed text[] not null,
        restored_revision integer,
        article_id integer,
        ${versionColumns(submissionFields)},
        primary key (submission_id, revision)
      ) with (toast_tuple_target = 8160);

      ${withoutCompression('submission_version', submissionFields)}
      ${withoutSamples('submission', submissionFields, cardNames(submissionFields), 'searched')}
      ${withoutSamples('submission_version', submissionFields, fieldNames(submissionFields))}

      create table forgotten_writer (user_id text primary key);
    `,
  },
} as const satisfies ReadModel;
