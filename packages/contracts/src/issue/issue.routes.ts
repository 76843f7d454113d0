import { issueFields } from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { restoringVersion } from '../audit/history.routes.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes, type RequestedResource } from '../routes/route.ts';
import { ClosedObject, IssueNumber, Limit } from '../system/schemas.ts';
import {
  Issue,
  IssueCard,
  IssueFields,
  IssuePieces,
  IssuePublication,
  IssueState,
  NewestIssue,
  NewIssue,
  WholeIssue,
} from './issue.schema.ts';

/** `all`: includes drafts and withdrawn issues; only for editors and programs. */
const status = Type.Optional(Type.Enum(['all']));

/** Query string of the archive: at most `limit` issues with numbers below `after`. */
export const IssueQuery = ClosedObject({
  status,
  limit: Limit,
  after: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$', message: 'This cursor is not valid' })),
});
export type IssueQuery = Static<typeof IssueQuery>;

const params = { id: IssueNumber };
const written = {
  access: 'edit-issues-or-service',
  params,
  headers: ['if-match', 'etag'],
  responses: { 200: IssueState },
} as const;
const stepped = { ...written, headers: ['idempotency-key', 'if-match', 'etag'] } as const;

/** Responses to editors also contain pitches that wait for an issue. */
const ofIssues = ({ query }: RequestedResource) => [
  topics.issues,
  topics.articles,
  ...(query['status'] === 'all' ? [topics.submissions] : []),
];

export const issueRoutes = defineRoutes({
  'GET /api/issues': {
    summary: 'Published issues, newest first; for editors and programs, all issues with `?status=all`',
    access: 'public',
    query: IssueQuery,
    headers: ['if-none-match', 'etag', 'link'],
    responses: { 200: Type.Array(IssueCard) },
    problems: ['not-signed-in', 'not-allowed', 'passkey-required'],
    topics: ofIssues,
  },
  'GET /api/issues/newest': {
    summary: 'Number and date of the newest published issue; null if there is none',
    access: 'public',
    headers: ['if-none-match', 'etag'],
    responses: { 200: NewestIssue },
    topics: () => [topics.newestIssue],
  },
  'GET /api/issues/:id': {
    summary:
      'A published issue by its number, with its pieces in order, 410 if it was withdrawn; for editors and programs, any issue with `?status=all`',
    access: 'public',
    params,
    query: ClosedObject({ status }),
    headers: ['if-none-match', 'etag'],
    responses: { 200: Issue },
    problems: ['issue-not-found', 'issue-withdrawn', 'not-signed-in', 'not-allowed', 'passkey-required'],
    topics: ofIssues,
  },
  'GET /api/issues/:id/whole': {
    summary: 'A published issue with the texts of all its pieces, for printing or saving',
    access: 'public',
    params,
    headers: ['if-none-match', 'etag'],
    responses: { 200: WholeIssue },
    problems: ['issue-not-found', 'issue-withdrawn'],
    topics: () => [topics.issues, topics.articles],
  },
  'POST /api/issues': {
    summary: 'Opens an issue, which readers do not see yet',
    access: 'edit-issues-or-service',
    body: NewIssue,
    headers: ['idempotency-key', 'etag', 'location'],
    responses: { 201: IssueState },
    problems: ['issue-number-taken', 'write-conflict'],
  },
  'PUT /api/issues/:id': {
    summary:
      'Replaces the content of an issue other than its pieces; readers of a published one see it immediately',
    ...written,
    body: IssueFields,
    problems: ['issue-not-found', 'issue-closed', 'write-conflict'],
  },
  'PUT /api/issues/:id/pieces': {
    summary: 'Replaces the pieces of an issue, in order; readers of a published one see it immediately',
    ...written,
    body: IssuePieces,
    problems: [
      'issue-not-found',
      'article-not-found',
      'submission-not-found',
      'submission-not-accepted',
      'issue-empty',
      'issue-closed',
      'issue-published',
      'write-conflict',
    ],
  },
  'POST /api/issues/:id/publish': {
    summary:
      'Publishes an issue as a whole, immediately or at a time within two years; the pitches that wait for it become articles first',
    ...stepped,
    body: IssuePublication,
    problems: [
      'issue-not-found',
      'issue-empty',
      'issue-closed',
      'issue-published',
      'consent-missing',
      'write-conflict',
    ],
  },
  'POST /api/issues/:id/unschedule': {
    summary: 'Cancels the scheduled publication of an issue',
    ...stepped,
    problems: ['issue-not-found', 'issue-closed', 'write-conflict'],
  },
  'POST /api/issues/:id/withdraw': {
    summary: 'Withdraws an issue from readers; its pieces stay',
    ...stepped,
    problems: ['issue-not-found', 'issue-not-published', 'issue-closed', 'write-conflict'],
  },
  'DELETE /api/issues/:id': {
    summary: 'Discards an issue that was opened by mistake, has no pieces and was never seen by readers',
    ...written,
    headers: ['if-match'],
    responses: { 204: null },
    problems: ['issue-not-found', 'issue-in-use', 'issue-closed', 'write-conflict'],
  },
  'POST /api/issues/:id/restore': {
    summary: 'Restores the content of an issue, other than its pieces, to a revision, or only `fields` of it',
    ...stepped,
    body: restoringVersion(issueFields),
    problems: ['issue-not-found', 'version-not-found', 'issue-closed', 'write-conflict'],
  },
  'POST /api/operations/issues/:id/publish-as-planned': {
    summary:
      'Publishes an issue whose scheduled time has come, on behalf of the user who scheduled it; has no effect otherwise. Idempotent',
    access: 'service',
    params,
    responses: { 204: null },
    problems: ['issue-not-found', 'issue-empty', 'consent-missing', 'write-conflict'],
  },
  'POST /api/operations/issues/:id/finish-publishing': {
    summary:
      'Completes an interrupted publication: turns the pitches that wait for a closed issue into articles and publishes it, or reopens it if none of its pieces is left. Idempotent',
    access: 'service',
    params,
    responses: { 204: null },
    problems: ['issue-not-found', 'write-conflict'],
  },
  'POST /api/operations/issues/:id/finish-discarding': {
    summary: 'Cancels the mailings left behind by a discarded issue. Idempotent',
    access: 'service',
    params,
    responses: { 204: null },
    problems: ['issue-not-found', 'write-conflict'],
  },
});
