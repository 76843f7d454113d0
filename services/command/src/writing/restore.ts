import type { NewJournalEvent } from '@journal/events';
import type { Earlier, PieceDecider } from '../decider.ts';
import { type CommonRejection, decideAndAppend, fold, type Outcome } from './decide-and-append.ts';
import type { JournalLog } from './journal-log.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Restores a deleted piece as it was, or any piece, deleted or not, to its content as of `revision`. With an idempotency
 * key it does so once.
 */
export async function restore<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
  Rejection,
  Content extends object,
>(
  log: JournalLog,
  decider: PieceDecider<State, Command, Event, Rejection, Content>,
  command: Command & { readonly earlier?: Earlier<Content> },
  revision: number | undefined,
  context: RequestContext,
): Promise<Outcome<State, Rejection | CommonRejection>> {
  if (revision === undefined) return decideAndAppend(log, decider, command, context);
  const history = await log.read(decider.streamOf(command));
  if (history.length > 0 && revision >= history.length) return { rejection: 'version-not-found' };
  const content = decider.contentOf(fold(decider, history.slice(0, revision + 1)).state);
  if ('rejection' in content) return content;
  return decideAndAppend(log, decider, { ...command, earlier: { revision, content } }, context);
}
