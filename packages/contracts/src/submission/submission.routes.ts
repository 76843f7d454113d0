import { submissionFields } from '@journal/events/fields';
import Type from 'typebox';
import { Article, Section } from '../article/article.schema.ts';
import { FieldDifference, restoring } from '../audit/history.routes.ts';
import { topics } from '../changes/topics.ts';
import { searchInList } from '../newsroom/newsroom.routes.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject, Cursor, Flag, Limit, Uuid } from '../system/schemas.ts';
import { ownPieceRoutes } from './own-piece.routes.ts';
import {
  Acceptance,
  Agreement,
  Assignee,
  Assignment,
  ChangeRequest,
  OwnSubmission,
  Pitch,
  PlannedPublication,
  Refusal,
  Resubmission,
  Stage,
  Submission,
  SubmissionFields,
  SubmissionReceipt,
  SubmissionStatus,
  WrittenSubmission,
} from './submission.schema.ts';

export const defaultSubmissionLimit = 20;

/** `after`: the opaque cursor from the `Link: rel="next"` header. */
const paging = { limit: Limit, after: Cursor };

const oneForEditors = { access: 'decide-pitches', params: { id: Uuid } } as const;
const oneForUsers = { access: 'signed-in', params: { id: Uuid } } as const;
const over = ['submission-published', 'submission-withdrawn'] as const;
const closed = [...over, 'submission-declined'] as const;

/** An editorial step on a pending pitch. */
const step = {
  ...oneForEditors,
  headers: ['idempotency-key', 'if-match', 'etag'],
  responses: { 200: WrittenSubmission },
  problems: ['submission-not-found', ...closed, 'write-conflict'],
} as const;

export const submissionRoutes = defineRoutes({
  ...ownPieceRoutes,
  'GET /api/submissions': {
    summary: 'Pitches with their full text and the writer’s `email`; newest first, unless `order` is set',
    access: 'read-pitches-or-service',
    /**
     * `q`: words that title, name or summary must all contain. `status`: default `pending`. `assignee`: user id of the
     * editor who looks after the pitch, or `nobody`. `planned`: whether publication is scheduled (`1`) or not (`0`).
     * `order`: `waiting` puts the pitches first that have been at their stage longest.
     */
    query: ClosedObject({
      ...searchInList,
      ...paging,
      section: Type.Optional(Section),
      status: Type.Optional(SubmissionStatus),
      stage: Type.Optional(Stage),
      assignee: Type.Optional(Assignee),
      planned: Flag,
      order: Type.Optional(Type.Enum(['newest', 'oldest', 'waiting'])),
    }),
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(Submission) },
    topics: () => [topics.submissions],
  },
  'GET /api/submissions/mine': {
    summary:
      'Pitches of the signed-in user and their outcome; that one was declined or deleted is shown after a minute',
    access: 'signed-in',
    query: ClosedObject(paging),
    headers: ['if-none-match', 'etag', 'link', 'journal-fresh-for'],
    responses: { 200: Type.Array(OwnSubmission) },
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'GET /api/submissions/mine/:id': {
    summary: 'A pitch of the signed-in user, with the ETag for `If-Match`',
    access: 'signed-in',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag', 'journal-fresh-for'],
    responses: { 200: OwnSubmission },
    problems: ['submission-not-found'],
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'GET /api/submissions/mine/:id/differences': {
    summary:
      'Word-by-word differences in title, summary and essay between what the signed-in writer sent last and what was published',
    access: 'signed-in',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(FieldDifference) },
    problems: ['submission-not-found', 'version-not-found', 'too-many-requests'],
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'GET /api/submissions/:id': {
    summary: 'A pitch, with the ETag for `If-Match`',
    access: 'read-pitches-or-service',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Submission },
    problems: ['submission-not-found'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
  'POST /api/submissions': {
    summary: 'Pitches an essay in the name of the signed-in user',
    access: 'signed-in',
    body: Pitch,
    headers: ['idempotency-key', 'journal-draft'],
    responses: { 201: SubmissionReceipt },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'PUT /api/submissions/:id': {
    summary:
      'Replaces a pitch; for editors, and for its writer while it is received or being read and no editor has edited it. The response omits the writer’s address',
    ...oneForUsers,
    body: SubmissionFields,
    headers: ['if-match', 'etag', 'journal-draft'],
    responses: { 200: WrittenSubmission },
    problems: [
      'submission-not-found',
      'not-allowed',
      ...closed,
      'submission-taken-up',
      'write-conflict',
      'too-many-requests',
    ],
  },
  'POST /api/submissions/:id/withdraw': {
    summary: 'Permanently withdraws a pitch; for its writer, until it is published or declined',
    ...oneForUsers,
    headers: ['idempotency-key', 'if-match', 'etag'],
    responses: { 200: WrittenSubmission },
    problems: ['submission-not-found', 'not-allowed', ...over, 'submission-taken-up', 'write-conflict'],
  },
  'POST /api/submissions/:id/assign': {
    summary: 'Assigns a pitch to an editor, replacing the previous one',
    ...step,
    body: Assignment,
    problems: [...step.problems, 'own-pitch'],
  },
  'POST /api/submissions/:id/unassign': { summary: 'Unassigns a pitch', ...step },
  'POST /api/submissions/:id/request-changes': {
    summary: 'Requests changes from the writer; assigns the pitch to the requesting user if it is unassigned',
    ...step,
    access: 'review-pitches',
    body: ChangeRequest,
    problems: [...step.problems, 'submission-accepted'],
  },
  'POST /api/submissions/:id/resubmit': {
    summary: 'Sends a pitch again after changes were requested; for its writer',
    ...step,
    access: 'signed-in',
    headers: [...step.headers, 'journal-draft'],
    body: Resubmission,
    problems: [
      'submission-not-found',
      ...over,
      'write-conflict',
      'not-allowed',
      'submission-taken-up',
      'changes-not-requested',
      'too-many-requests',
    ],
  },
  'POST /api/submissions/:id/accept': {
    summary: 'Accepts a pitch for publication, optionally in a given issue',
    ...step,
    body: Acceptance,
    bodyOptional: true,
  },
  'POST /api/submissions/:id/decline': {
    summary: 'Declines a pitch with a message to its writer; it can be reopened',
    ...step,
    body: Refusal,
  },
  'POST /api/submissions/:id/schedule': {
    summary:
      'Schedules the publication of a pitch, at most two years ahead, replacing any earlier schedule; a request for changes, a resubmission or closing the pitch ends the schedule',
    ...step,
    body: PlannedPublication,
  },
  'POST /api/submissions/:id/unschedule': { summary: 'Cancels the scheduled publication', ...step },
  'PUT /api/submissions/:id/agreement': {
    summary:
      'Records whether the people named in a pitch have agreed to being named; a change of the text resets it, and nothing depends on it',
    ...oneForEditors,
    body: Agreement,
    headers: ['if-match', 'etag'],
    responses: { 200: WrittenSubmission },
    problems: step.problems,
  },
  'POST /api/submissions/:id/reopen': {
    summary: 'Returns a declined pitch to its previous stage',
    ...step,
    problems: [
      'submission-not-found',
      'submission-published',
      'submission-withdrawn',
      'submission-not-declined',
      'write-conflict',
    ],
  },
  'DELETE /api/submissions/:id': {
    summary: 'Deletes a pitch that is spam or a mistake, without notifying anyone; it can be restored',
    ...oneForEditors,
    headers: ['if-match'],
    responses: { 204: null },
    problems: ['submission-not-found', ...closed, 'write-conflict'],
  },
  'POST /api/submissions/:id/restore': {
    summary:
      'Restores a pitch: without a body to its state before the deletion, with `revision` to that revision, or only `fields` of it',
    ...oneForEditors,
    body: restoring(submissionFields),
    bodyOptional: true,
    headers: ['idempotency-key', 'if-match', 'etag'],
    responses: { 200: WrittenSubmission },
    problems: [
      'submission-not-found',
      'submission-not-deleted',
      ...closed,
      'version-not-found',
      'write-conflict',
    ],
  },
  'POST /api/submissions/:id/publish': {
    summary: 'Closes a pitch and publishes it as an article',
    ...oneForEditors,
    headers: ['idempotency-key', 'if-match', 'etag', 'location'],
    responses: { 201: Article },
    problems: ['submission-not-found', ...closed, 'consent-missing', 'article-not-found', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/publish-as-planned': {
    summary:
      'Publishes a pitch whose scheduled time has come, on behalf of the user who scheduled it; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'consent-missing', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/follow-byline': {
    summary: 'Updates the article of a published pitch to the byline that its writer chose last. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/erase': {
    summary:
      'Erases a pitch whose article was erased, or that was closed without being published and whose retention period has ended; has no effect otherwise. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/finish-publishing': {
    summary: 'Publishes the article of a published pitch if it is missing. Idempotent',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'write-conflict'],
  },
});
