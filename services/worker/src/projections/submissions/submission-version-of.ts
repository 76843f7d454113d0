import type { SubmissionVersionRow } from '@journal/read-models';
import { versionHeadOf } from '../../engine/version-head.ts';
import type { OpenedSubmissionEvent } from './submission-event.ts';

/** What the history keeps of an event: who, when, and the values it brought. */
export function submissionVersionOf(event: OpenedSubmissionEvent): SubmissionVersionRow {
  const { userId: _userId, ...values } = event.data;
  return { ...values, ...versionHeadOf(event) };
}
