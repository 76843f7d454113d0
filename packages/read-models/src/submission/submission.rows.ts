import type { SubmissionStatus } from '@journal/contracts';
import type { OpenedSubmissionContent } from '@journal/events/fields';
import type { Brought, VersionHead } from '../version/version-head.ts';

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

/** Whether anybody sees it: the same rule as the column `known`. */
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
