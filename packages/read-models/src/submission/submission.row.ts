import type { Section, SubmissionStatus } from '@journal/contracts';

/** A pitch as it is now, without its essay. */
export type SubmissionRow = {
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
  /** Null, like all that the writer filled in but the section, once the writer's key is gone; it is then listed nowhere. */
  readonly fullName: string | null;
  readonly age: number | null;
  readonly school: string | null;
  readonly section: Section;
  readonly articleTitle: string | null;
  readonly articleSummary: string | null;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
};

/** Whether anybody sees it: the same rule as the column `known`. */
export function isKnown(row: SubmissionRow): boolean {
  return row.articleTitle !== null;
}
