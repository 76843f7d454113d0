import type { NewJournalEvent } from '@journal/events';
import type { Decider, Earlier } from '../decider.ts';
import { type CommonRejection, loadStateAt, type Outcome } from './decide-and-append.ts';
import { decideOnce } from './idempotency.ts';
import type { JournalLog } from './journal-log.ts';
import type { RequestContext } from './request-context.ts';

/** How a kind of piece is restored. */
type Restoration<State, Command, Event extends NewJournalEvent, Rejection, Content> = {
  readonly stream: string;
  readonly decider: Decider<State, Command, Event, Rejection>;
  /** Returns the content in a state, or why there is none. */
  readonly contentOf: (state: State) => Content | { readonly rejection: Rejection };
  readonly commandFor: (earlier: { readonly earlier?: Earlier<Content> }) => Command;
};

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
  piece: Restoration<State, Command, Event, Rejection, Content>,
  revision: number | undefined,
  context: RequestContext,
): Promise<Outcome<State, Rejection | CommonRejection>> {
  const { stream, decider, contentOf, commandFor } = piece;
  if (revision === undefined) return decideOnce(log, { stream, command: commandFor({}), decider, context });
  const state = await loadStateAt(log, stream, decider, revision);
  if (!state) return { rejection: 'version-not-found' };
  const content = contentOf(state);
  if ('rejection' in content) return content;
  return decideOnce(log, {
    stream,
    command: commandFor({ earlier: { revision, content } }),
    decider,
    context,
  });
}
