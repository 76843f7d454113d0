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
const onOne = {
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
      'The comments on passages of a pitch, those for its writer and those of editors among themselves; oldest first',
    access: 'read-pitches-or-service',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(Comment) },
    problems: ['submission-not-found'],
    topics: ({ params }) => [topics.comments(`${params.id}`)],
  },
  'GET /api/submissions/mine/:id/comments': {
    summary: 'The comments that are for its writer, who is signed in, on passages of a pitch; oldest first',
    access: 'signed-in',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(OwnComment) },
    problems: ['submission-not-found'],
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'POST /api/submissions/:id/comments': {
    summary: 'Comments on a passage of a pitch that is pending, for editors alone or for its writer as well',
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
      'Replies to a comment, for editors, and for the writer of the pitch where it is for them; reopens it',
    ...onOne,
    body: Reply,
    responses: { 201: CommentReceipt },
    problems: [...onOne.problems, 'too-many-comments'],
  },
  'POST /api/submissions/:id/comments/:commentId/resolve': {
    summary:
      'Says that a comment is dealt with, for editors, and for the writer of the pitch where it is for them',
    ...onOne,
  },
  'POST /api/submissions/:id/comments/:commentId/reopen': {
    summary: 'Says that a comment is not dealt with yet, for the same',
    ...onOne,
  },
  'DELETE /api/submissions/:id/comments/:commentId': {
    summary:
      'Deletes a comment with its replies, or a reply, for editors and for whoever wrote it, whatever became of the pitch; what an editor deletes of what was said to its writer, or by them, stays for the newsroom',
    ...onOne,
    headers: [],
  },
});
