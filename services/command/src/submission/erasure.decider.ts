import type { NewSubmissionEvent } from '@journal/events';

/** Erases a pitch closed unpublished before `closedBefore`, or whose article is erased (`isArticleErased`). */
export type Erasure = { submissionId: string; closedBefore: string; isArticleErased: boolean };

type Erasable = {
  readonly status: 'pending' | 'published' | 'declined' | 'deleted' | 'withdrawn';
  readonly userId: string;
  readonly changedAt: string;
  readonly isErased: boolean;
};

/** Returns the event that erases a pitch; none if it is not due yet or already erased. */
export function erasureOf(
  { submissionId, closedBefore, isArticleErased }: Erasure,
  { status, userId, changedAt, isErased }: Erasable,
): readonly NewSubmissionEvent[] {
  const isDue = status === 'published' ? isArticleErased : status !== 'pending' && changedAt < closedBefore;
  return isDue && !isErased ? [{ type: 'SubmissionErased', data: { submissionId, userId } }] : [];
}
