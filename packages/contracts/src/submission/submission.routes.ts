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
    summary: 'Pitches, whole and with the `email` of the writer; newest first unless `order` says otherwise',
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
      'The pitches of whoever is signed in, and what became of them; that one is declined or deleted is told after a minute',
    access: 'signed-in',
    query: ClosedObject(paging),
    headers: ['if-none-match', 'etag', 'link', 'journal-fresh-for'],
    responses: { 200: Type.Array(OwnSubmission) },
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'GET /api/submissions/mine/:id': {
    summary: 'One pitch of whoever is signed in, with the ETag that `If-Match` takes',
    access: 'signed-in',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag', 'journal-fresh-for'],
    responses: { 200: OwnSubmission },
    problems: ['submission-not-found'],
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'GET /api/submissions/mine/:id/differences': {
    summary:
      'How title, summary and essay of a pitch were published otherwise than its writer, who is signed in, sent them last: word by word',
    access: 'signed-in',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(FieldDifference) },
    problems: ['submission-not-found', 'version-not-found'],
    topics: ({ userId }) => [topics.mine(userId ?? '')],
  },
  'GET /api/submissions/:id': {
    summary: 'One pitch, with the ETag that `If-Match` takes',
    access: 'read-pitches-or-service',
    params: { id: Uuid },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Submission },
    problems: ['submission-not-found'],
    topics: ({ params }) => [topics.submission(`${params.id}`)],
  },
  'POST /api/submissions': {
    summary: 'Pitches an essay, in the name of whoever is signed in',
    access: 'signed-in',
    body: Pitch,
    headers: ['idempotency-key', 'journal-draft'],
    responses: { 201: SubmissionReceipt },
    problems: ['write-conflict', 'too-many-requests'],
  },
  'PUT /api/submissions/:id': {
    summary:
      "Replaces a pitch, for editors, and for its writer while no editor has and it is received or read; the answer is without its writer's address",
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
    summary: 'Takes a pitch back for good, for its writer, until it is published or declined',
    ...oneForUsers,
    headers: ['idempotency-key', 'if-match', 'etag'],
    responses: { 200: WrittenSubmission },
    problems: ['submission-not-found', 'not-allowed', ...over, 'submission-taken-up', 'write-conflict'],
  },
  'POST /api/submissions/:id/assign': {
    summary: 'Has an editor look after a pitch, in the place of the one before',
    ...step,
    body: Assignment,
    problems: [...step.problems, 'own-pitch'],
  },
  'POST /api/submissions/:id/unassign': { summary: 'Has nobody look after a pitch', ...step },
  'POST /api/submissions/:id/request-changes': {
    summary: 'Asks the writer for changes; who asks looks after the pitch from now on, where nobody does',
    ...step,
    access: 'review-pitches',
    body: ChangeRequest,
    problems: [...step.problems, 'submission-accepted'],
  },
  'POST /api/submissions/:id/resubmit': {
    summary: 'Sends a pitch again, for its writer, when changes were asked for',
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
    summary: 'Says that a pitch will be published, in an issue where one is named',
    ...step,
    body: Acceptance,
    bodyOptional: true,
  },
  'POST /api/submissions/:id/decline': {
    summary: 'Answers a pitch with a no, and a message to its writer; it can be reopened',
    ...step,
    body: Refusal,
  },
  'POST /api/submissions/:id/schedule': {
    summary:
      'Plans that a pitch is published at a time, within two years, in the place of the plan before; asking for changes, a resubmission, or whatever closes the pitch ends the plan',
    ...step,
    body: PlannedPublication,
  },
  'POST /api/submissions/:id/unschedule': { summary: 'Cancels what was planned', ...step },
  'PUT /api/submissions/:id/agreement': {
    summary:
      'Notes that the people named in a pitch have agreed to that, or that they have not; another text ends it, and nothing depends on it',
    ...oneForEditors,
    body: Agreement,
    headers: ['if-match', 'etag'],
    responses: { 200: WrittenSubmission },
    problems: step.problems,
  },
  'POST /api/submissions/:id/reopen': {
    summary: 'Puts a pitch that was declined back to the stage where it was',
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
    summary: 'Removes a pitch that is spam or a mistake, and tells nobody; it can be restored',
    ...oneForEditors,
    headers: ['if-match'],
    responses: { 204: null },
    problems: ['submission-not-found', ...closed, 'write-conflict'],
  },
  'POST /api/submissions/:id/restore': {
    summary:
      'Brings a pitch back: without a body as it was when it was deleted, with `revision` as it was at that revision, or only `fields` of it',
    ...oneForEditors,
    body: restoring(submissionFields),
    bodyOptional: true,
    headers: ['idempotency-key', 'etag'],
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
    summary: 'Closes a pitch and makes an article of it',
    ...oneForEditors,
    headers: ['idempotency-key', 'if-match', 'etag', 'location'],
    responses: { 201: Article },
    problems: ['submission-not-found', ...closed, 'consent-missing', 'article-not-found', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/publish-as-planned': {
    summary:
      'Publishes a pitch whose planned time has come, in the name of whoever planned it; changes nothing where none has, and may be done again',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'consent-missing', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/follow-byline': {
    summary: 'Has the article of a published pitch name its writer as they chose last; may be done again',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/erase': {
    summary:
      'Erases a pitch that was closed, without being published, longer ago than such are kept, or whose article is erased; changes nothing where it is not so, and may be done again',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'write-conflict'],
  },
  'POST /api/operations/submissions/:id/finish-publishing': {
    summary: 'Makes the article of a published pitch where it is missing; may be done again',
    access: 'service',
    params: { id: Uuid },
    responses: { 204: null },
    problems: ['submission-not-found', 'write-conflict'],
  },
});
