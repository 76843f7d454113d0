import Type from 'typebox';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { Uuid } from '../system/schemas.ts';
import { Comment, CommentReceipt, NewComment, OwnComment, Reply } from './comment.schema.ts';

const closed = [
  'submission-published',
  'submission-withdrawn',
  'submission-declined',
  'submission-taken-up',
] as const;
/** An action by editors on any comment, or by the pitch's writer on a comment for them. */
const commentAction = {
  access: 'signed-in',
  params: { id: Uuid, commentId: Uuid },
  headers: ['idempotency-key'],
  responses: { 204: null },
  problems: [
    'submission-not-found',
    'not-allowed',
    ...closed,
    'comment-not-found',
    'write-conflict',
    'too-many-requests',
  ],
} as const;

export const commentRoutes = defineRoutes({
  'GET /api/submissions/:id/comments': {
    summary:
      'Comments on passages of a pitch, both those for its writer and those among editors; oldest first',
    access: 'read-pitches-or-service',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(Comment) },
    problems: ['submission-not-found'],
    topics: ({ params }) => [topics.comments(`${params.id}`)],
  },
  'GET /api/submissions/mine/:id/comments': {
    summary: 'Comments for the signed-in writer on passages of their pitch; oldest first',
    access: 'signed-in',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(OwnComment) },
    problems: ['submission-not-found'],
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'POST /api/submissions/:id/comments': {
    summary: 'Comments on a passage of a pending pitch, for editors only or for its writer as well',
    access: 'review-pitches',
    params: { id: Uuid },
    body: NewComment,
    headers: ['idempotency-key'],
    responses: { 201: CommentReceipt },
    problems: [
      'submission-not-found',
      'submission-published',
      'submission-withdrawn',
      'submission-declined',
      'passage-changed',
      'too-many-comments',
      'write-conflict',
    ],
  },
  'POST /api/submissions/:id/comments/:commentId/replies': {
    summary:
      'Replies to a comment and reopens it; for editors, and for the pitch’s writer if the comment is for them',
    ...commentAction,
    body: Reply,
    responses: { 201: CommentReceipt },
    problems: [...commentAction.problems, 'too-many-comments'],
  },
  'POST /api/submissions/:id/comments/:commentId/resolve': {
    summary: 'Resolves a comment; for editors, and for the pitch’s writer if the comment is for them',
    ...commentAction,
  },
  'POST /api/submissions/:id/comments/:commentId/reopen': {
    summary: 'Reopens a comment, for the same users',
    ...commentAction,
  },
  'DELETE /api/submissions/:id/comments/:commentId': {
    summary:
      'Deletes a comment with its replies, or a reply; for editors and its author, in any status of the pitch. A comment to or from the writer that an editor deletes remains visible in the newsroom',
    ...commentAction,
    headers: [],
  },
});
