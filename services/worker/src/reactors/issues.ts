import type { ApiClient } from '@journal/contracts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { pitchMailKind } from '../jobs/mail-pitch.ts';
import { defineReactor, isRecent } from './define-reactor.ts';

/**
 * Returns the reactors of issues. They finish publishing a closed issue, notify the writers of its pieces, and cancel
 * the mailing of a discarded issue.
 */
export const createIssueReactors = ({
  command,
  jobs,
}: {
  readonly command: ApiClient;
  readonly jobs: JobQueue;
}) => [
  // The command service may have died between closing an issue and publishing it.
  defineReactor('reactor_issue', ['IssueClosed'], async ({ data, metadata }) => {
    await command.request('POST /api/operations/issues/:id/finish-publishing', {
      params: { id: `${data.issueNumber}` },
      repeatable: true,
      requestId: metadata.requestId,
    });
  }),

  defineReactor('reactor_issue_end', ['IssueDiscarded'], async ({ data, metadata }) => {
    await command.request('POST /api/operations/issues/:id/finish-discarding', {
      params: { id: `${data.issueNumber}` },
      repeatable: true,
      requestId: metadata.requestId,
    });
  }),

  defineReactor('reactor_issue_mail', ['IssuePublished'], async ({ data, metadata }) => {
    if (!isRecent(metadata)) return;
    for (const { submissionId, userId } of data.submissions ?? []) {
      const job = { key: submissionId, requestId: metadata.requestId, data: { userId, submissionId } };
      await jobs.add(pitchMailKind, job);
    }
  }),
];
