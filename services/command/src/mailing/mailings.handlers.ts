import { issueStream, mailingIdOf, mailingStream } from '@journal/events';
import { issueDecider } from '../issue/issue.decider.ts';
import { CommandRejected, isRejected } from '../writing/command-rejected.ts';
import { decideAndAppend, fold } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { derivedIds } from '../writing/request-context.ts';
import { hasEnded, mailingDecider } from './mailing.decider.ts';

/** Resolves with the mailings of an issue that have not ended, and the id of the next one. */
export async function mailingsOf(log: JournalLog, issueNumber: number) {
  const open: { readonly mailingId: string; readonly preparedAt: string }[] = [];
  for (let n = 1; ; n++) {
    const mailingId = mailingIdOf(issueNumber, n);
    const history = await log.read(mailingStream(mailingId));
    const [prepared] = history;
    if (!prepared) return { open, next: mailingId };
    if (!hasEnded(fold(mailingDecider, history).state))
      open.push({ mailingId, preparedAt: prepared.position });
  }
}

/**
 * Cancels the mailings that a discarded issue left behind, in the name of the editor who discarded it, but none of a
 * later issue with the same number. Repeated, even concurrently, it changes nothing more. Rejects with
 * `issue-not-found` if no issue of this number was discarded.
 */
export async function finishDiscarding(log: JournalLog, issueNumber: number): Promise<void> {
  const history = await log.read(issueStream(issueNumber));
  const discarding = history.findLast(({ type }) => type === 'IssueDiscarded');
  if (!discarding) throw new CommandRejected('issue-not-found');
  const { actor, requestId } = discarding.metadata;
  const isGone = fold(issueDecider, history).state.status === 'missing';
  for (const { mailingId, preparedAt } of (await mailingsOf(log, issueNumber)).open) {
    // A mailing may have been prepared while the issue was being discarded.
    if (!isGone && preparedAt > discarding.position) continue;
    const context = { actor, requestId, ids: derivedIds(`${discarding.id} ${mailingId}`) };
    const command = { type: 'CancelMailing', mailingId } as const;
    await decideAndAppend(log, mailingDecider, command, context).catch((error: unknown) => {
      if (!isRejected(error, 'mailing-over')) throw error;
    });
  }
}
