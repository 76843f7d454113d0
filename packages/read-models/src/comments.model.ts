import { type CommentAudience, columnOf, type PassageField } from '@journal/events/fields';
import { type Columns, definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

const columns = {
  commentId: 'text',
  submissionId: 'text',
  /** The writer of the pitch. */
  userId: 'text',
  authorId: 'text',
  at: 'timestamptz',
  note: 'text',
  audience: 'text',
  /** ID of the comment that this one replies to. */
  inReplyTo: 'text',
  pitchRevision: 'integer',
  field: 'text',
  paragraph: 'integer',
  quotation: 'text',
  before: 'text',
  after: 'text',
  resolvedAt: 'timestamptz',
  resolvedBy: 'text',
  deletedAt: 'timestamptz',
  deletedBy: 'text',
} as const;
const passage = ['pitchRevision', 'field', 'paragraph', 'quotation', 'before', 'after'] as const;
const nullable = [
  'note',
  'inReplyTo',
  ...passage,
  'resolvedAt',
  'resolvedBy',
  'deletedAt',
  'deletedBy',
] as const;

/** A comment, or a reply to one; a reply quotes no passage. The texts are null if the pitch's key is gone. */
export type CommentRow = RowOf<
  typeof columns,
  (typeof nullable)[number],
  { readonly audience: CommentAudience; readonly field: PassageField | null }
>;
export const commentColumns: Columns<CommentRow> = columns;

// The planner's samples of a column outlive the rows that they come from.
const unsampled = ['note', 'quotation', 'before', 'after'].map(
  (name) => `alter column ${columnOf(name)} set statistics 0`,
);

/**
 * Comments on passages of pitches as they are now, including those that editors sent to a writer and took back. Other
 * deleted comments are removed, and so are all comments on the pitches of a forgotten writer.
 */
export const commentsModel = {
  name: 'comments',
  version: 2,
  migrations: {
    '0001-comment': `
      create table comment (${definitionsOf(columns, ...nullable)}, primary key (comment_id));
      create index comment_of_submission on comment (submission_id, at);
      create index comment_of_user on comment (user_id);
      alter table comment ${unsampled.join(', ')};
      create table forgotten_writer (user_id text primary key);
    `,
  },
} as const satisfies ReadModel;
