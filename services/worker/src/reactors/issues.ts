import type { EventMetadata } from '@journal/events';
import type { JobQueue } from '../jobs/job-queue.ts';
import { pitchMailKind } from '../jobs/mail-pitch.ts';
import { defineReactor, isRecent } from './define-reactor.ts';
import type { ItemOperation } from './planned.ts';

/**
 * Returns the reactors of issues. They finish publishing a closed issue, notify the writers of its pieces, and cancel
 * the mailing of a discarded issue.
 */
export const createIssueReactors = ({
  finish,
  jobs,
}: {
  readonly finish: (operation: ItemOperation, id: string, metadata: EventMetadata) => Promise<void>;
  readonly jobs: JobQueue;
}) => [
  // The command service may have died between closing an issue and publishing it.
  defineReactor('reactor_issue', ['IssueClosed'], ({ data, metadata }) =>
    finish('POST /api/operations/issues/:id/finish-publishing', `${data.issueNumber}`, metadata),
  ),

  defineReactor('reactor_issue_end', ['IssueDiscarded'], ({ data, metadata }) =>
    finish('POST /api/operations/issues/:id/finish-discarding', `${data.issueNumber}`, metadata),
  ),

  defineReactor('reactor_issue_mail', ['IssuePublished'], async ({ data, metadata }) => {
    if (!isRecent(metadata)) return;
    for (const { submissionId, userId } of data.submissions ?? []) {
      const job = { key: submissionId, requestId: metadata.requestId, data: { userId, submissionId } };
      await jobs.add(pitchMailKind, job);
    }
  }),
];
