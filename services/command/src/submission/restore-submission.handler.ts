import { submissionStream } from '@journal/events';
import { decideOnce } from '../idempotency/decide-once.ts';
import { loadStateAt } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import type { RequestContext } from '../writing/request-context.ts';
import type { EarlierSubmission } from './domain/submission.commands.ts';
import type { KnownPitch } from './domain/submission.state.ts';
import { type SubmissionOutcome, submissionDecider } from './submission-outcome.ts';

/**
 * Brings a deleted pitch back as it was, or any that is no article yet to what it said as of `revision`. With an
 * idempotency key it does so once.
 */
export async function restoreSubmission(
  log: JournalLog,
  { submissionId, revision }: { readonly submissionId: string; readonly revision: number | undefined },
  context: RequestContext,
): Promise<SubmissionOutcome> {
  const earlier = revision === undefined ? undefined : await earlierPitch(log, submissionId, revision);
  if (earlier && 'rejection' in earlier) return earlier;
  return decideOnce(log, {
    stream: submissionStream(submissionId),
    command: { type: 'RestoreSubmission', submissionId, ...(earlier ? { earlier } : {}) },
    decider: submissionDecider,
    context,
  });
}

async function earlierPitch(
  log: JournalLog,
  submissionId: string,
  revision: number,
): Promise<EarlierSubmission | { readonly rejection: 'submission-not-found' | 'version-not-found' }> {
  const state = await loadStateAt(log, submissionStream(submissionId), submissionDecider, revision);
  if (!state) return { rejection: 'version-not-found' };
  if (state.status === 'missing' || !state.pitch) return { rejection: 'submission-not-found' };
  return { revision, content: contentOf(state.pitch) };
}

const contentOf = ({ id: _id, userId: _whose, createdAt: _when, ...content }: KnownPitch) => content;
