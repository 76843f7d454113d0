import type { ApiClient } from '@journal/contracts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { mailPitch } from '../jobs/mail-pitch.ts';
import { defineReactor, isRecent } from './define-reactor.ts';

/**
 * Returns what is done about issues: one that is closed is published, and the writers of what came with it are told; one that
 * is discarded leaves no mailing behind.
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
      await jobs.add(mailPitch, job);
    }
  }),
];
