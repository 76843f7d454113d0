import type { Section, SubmissionStage, SubmissionStatus } from '@journal/contracts';
import { rolesWith } from '@journal/events/fields';
import { sql } from 'kysely';
import { matchesAll, schemas } from '../database.ts';

/** Selection of pitches for a list. */
export type SubmissionSelection = {
  readonly status: SubmissionStatus;
  readonly section?: Section | undefined;
  /** See `patternsOf`. */
  readonly patterns?: readonly string[] | undefined;
  readonly stage?: SubmissionStage | undefined;
  /** User id of the editor who looks after them, or `nobody`. */
  readonly assignee?: string | undefined;
  /** Only pitches that this reviewer looks after. */
  readonly reviewerId?: string | undefined;
  /** Whether their publication is planned (`1`) or not (`0`). */
  readonly planned?: '0' | '1' | undefined;
  /** Only pitches after the one with this place (see `placeOf`), in the order of the list. */
  readonly after?: string | undefined;
  /** Default: `newest`. `waiting`: by when they reached their stage, earliest first. */
  readonly order?: 'newest' | 'oldest' | 'waiting' | undefined;
};

/** Returns the value that stands for a pitch in the cursor of a list. */
export const placeOf = (
  row: { readonly position: string; readonly stagePosition: string },
  order: SubmissionSelection['order'],
): string => (order === 'waiting' ? row.stagePosition : row.position);

/** Whether an account may look after pitches. */
export const mayReview = sql<boolean>`roles && ${rolesWith('review-pitches')}::text[]`;

const isAssignedTo = (assignee: string) =>
  assignee === 'nobody'
    ? sql<boolean>`not exists (
        select from ${sql.id(schemas.accounts, 'account')} editor
        where editor.user_id = submission.assignee_id and ${mayReview}
      )`
    : sql<boolean>`submission.assignee_id = ${assignee}`;

/**
 * Whether reviewer `id`, who sees only pitches of others that they look after, sees the pitch; true without `id`. A
 * deleted pitch is shown only to users who read all.
 */
export const isVisibleTo = (id: string | undefined) =>
  id === undefined
    ? sql<boolean>`true`
    : sql<boolean>`assignee_id = ${id} and submission.user_id <> ${id} and submission.status <> 'deleted'`;

/** Whether a pitch belongs to a selection. */
export function isSelected(selection: SubmissionSelection) {
  const { status, section, patterns, stage, assignee, reviewerId, planned } = selection;
  const conditions = [
    sql<boolean>`submission.status = ${status}`,
    isVisibleTo(reviewerId),
    ...(stage === undefined ? [] : [sql<boolean>`submission.stage = ${stage}`]),
    ...(assignee === undefined ? [] : [isAssignedTo(assignee)]),
    ...(planned === undefined
      ? []
      : [
          sql<boolean>`(submission.status = 'pending' and submission.publish_at is not null) = ${planned === '1'}`,
        ]),
    ...(section === undefined ? [] : [sql<boolean>`submission.section = ${section}`]),
    ...(patterns === undefined ? [] : [matchesAll(sql`submission.searched`, patterns)]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
