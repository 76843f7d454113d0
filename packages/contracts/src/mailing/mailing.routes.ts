import {
  accountFields,
  mailingAudiences,
  mailingIdPattern,
  mailingTroubles,
  requestProperties,
} from '@journal/events/fields';
import Type, { type Static } from 'typebox';
import { RestoredRevision } from '../audit/history.routes.ts';
import { topics } from '../changes/topics.ts';
import { defineRoutes } from '../routes/route.ts';
import { ClosedObject, IssueNumber } from '../system/schemas.ts';
import {
  IssueMail,
  ListedMailing,
  MailedCounts,
  Mailing,
  MailingState,
  ReportedCount,
} from './mailing.schema.ts';

/** Audience of the mailing. Default: everybody. */
export const NewMailing = ClosedObject({
  audience: Type.Optional(
    Type.Enum([...mailingAudiences], { message: 'Choose everybody, or the readers of a section' }),
  ),
});
export type NewMailing = Static<typeof NewMailing>;

/** Recipient of a test. */
export const MailingTest = ClosedObject({ email: requestProperties(accountFields).email });

const params = { id: Type.String({ pattern: mailingIdPattern }) };
const stepped = {
  access: 'edit-issues-or-service',
  params,
  headers: ['idempotency-key', 'if-match', 'etag'],
  responses: { 200: MailingState },
} as const;

const read = {
  access: 'edit-issues-or-service',
  params: { id: IssueNumber },
  problems: ['issue-not-found'],
} as const;

/** Revision of the mailing that a worker has seen. If the mailing has a different revision by now, nothing changes. */
const revision = RestoredRevision;
const workerReport = { access: 'service', params, responses: { 204: null } } as const;
const reportProblems = ['mailing-not-found', 'write-conflict'] as const;

export const mailingRoutes = defineRoutes({
  'POST /api/issues/:id/mailing': {
    summary: 'Prepares the mailing of an issue, without sending it yet',
    access: 'edit-issues-or-service',
    params: { id: IssueNumber },
    body: NewMailing,
    bodyOptional: true,
    headers: ['idempotency-key', 'etag', 'location'],
    responses: { 201: MailingState },
    problems: ['issue-not-found', 'mailing-exists', 'write-conflict'],
  },
  'GET /api/issues/:id/mailings': {
    summary: 'Mailings of an issue, newest first',
    access: 'edit-issues-or-service',
    params: { id: IssueNumber },
    headers: ['if-none-match', 'etag'],
    responses: { 200: Type.Array(ListedMailing) },
    problems: ['issue-not-found'],
    topics: () => [topics.mailings],
  },
  'GET /api/issues/:id/mail': {
    summary: 'An issue as it would be mailed now: subject, HTML and plain text',
    ...read,
    responses: { 200: IssueMail },
  },
  'GET /api/issues/:id/mail/html': {
    summary: 'The HTML of that mail as a page, for a frame',
    ...read,
    responses: { 200: 'text/html' },
  },
  'GET /api/mailings/:id': {
    summary:
      'A mailing with its progress, uncertain deliveries and history; addresses only for users who may read them',
    access: 'edit-issues-or-service',
    params,
    headers: ['if-none-match', 'etag', 'journal-fresh-for'],
    responses: { 200: Mailing },
    problems: ['mailing-not-found'],
    topics: () => [topics.mailings],
  },
  'POST /api/mailings/:id/test': {
    summary: 'Sends one copy of the current issue to an address',
    access: 'edit-issues',
    params,
    headers: ['idempotency-key', 'if-match', 'etag'],
    body: MailingTest,
    responses: { 200: MailingState },
    problems: [
      ...(['mailing-not-found', 'mailing-started', 'mailing-over', 'address-suppressed'] as const),
      ...(['too-many-requests', 'write-conflict'] as const),
    ],
  },
  'POST /api/mailings/:id/start': {
    summary: 'Records content and recipients, then sends the mailing; sending can be stopped but not undone',
    ...stepped,
    problems: [
      'mailing-not-found',
      'issue-not-published',
      'mailing-started',
      'mailing-over',
      'write-conflict',
    ],
  },
  'POST /api/mailings/:id/pause': {
    summary: 'Pauses a mailing until it is resumed; copies in transit still arrive',
    ...stepped,
    problems: ['mailing-not-found', 'mailing-not-under-way', 'write-conflict'],
  },
  'POST /api/mailings/:id/resume': {
    summary: 'Resumes a paused mailing where it stopped',
    ...stepped,
    problems: ['mailing-not-found', 'issue-not-published', 'mailing-not-paused', 'write-conflict'],
  },
  'POST /api/mailings/:id/cancel': {
    summary: 'Permanently ends a mailing; recipients who have no copy yet will not receive one',
    ...stepped,
    problems: ['mailing-not-found', 'mailing-over', 'write-conflict'],
  },
  'POST /api/mailings/:id/repeat': {
    summary: 'Sends a mailing again to recipients whose delivery is uncertain; some may receive it twice',
    ...stepped,
    problems: [
      'mailing-not-found',
      'issue-not-published',
      'mailing-exists',
      'nothing-uncertain',
      'write-conflict',
    ],
  },
  'POST /api/operations/mailings/:id/frozen': {
    summary: 'Reports that content and number of recipients are recorded, once per revision of the mailing',
    ...workerReport,
    body: ClosedObject({
      revision,
      recipients: ReportedCount,
      contentHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    problems: reportProblems,
  },
  'POST /api/operations/mailings/:id/pause': {
    summary:
      'Pauses a mailing that has a problem, until an editor resumes it; once per revision of the mailing',
    ...workerReport,
    body: ClosedObject({ revision, reason: Type.Enum([...mailingTroubles]) }),
    problems: reportProblems,
  },
  'POST /api/operations/mailings/:id/complete': {
    summary:
      'Reports that a mailing has ended for every recipient, with the outcomes; once per revision of the mailing',
    ...workerReport,
    body: ClosedObject({ revision, counts: MailedCounts }),
    problems: reportProblems,
  },
});
