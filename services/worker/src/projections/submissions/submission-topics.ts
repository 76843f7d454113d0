import { topics } from '@journal/contracts';
import { isKnown, type SubmissionRow } from '@journal/read-models';

/** What editors and the writer see differently when `before` has become `after`; nothing where neither says anything. */
export function* submissionTopics(
  before: SubmissionRow | undefined,
  after: SubmissionRow,
): Generator<string> {
  if (!isKnown(after) && (before === undefined || !isKnown(before))) return;
  yield topics.submissions;
  yield topics.submission(after.id);
  yield topics.mine(after.userId);
}
