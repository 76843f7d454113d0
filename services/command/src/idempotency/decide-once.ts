import type { NewJournalEvent } from '@journal/events';
import { decideAndAppend, type Outcome, type Write } from '../writing/decide-and-append.ts';
import type { JournalLog } from '../writing/journal-log.ts';
import { acceptRequest, findAcceptance } from './accept-request.ts';

/**
 * `decideAndAppend`, once for a request with an idempotency key: it is accepted before the first append, and comes to
 * `idempotency-key-reused` where the key was accepted for another request.
 */
export async function decideOnce<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
  Rejection,
>(
  log: JournalLog,
  write: Omit<Write<State, Command, Event, Rejection | 'idempotency-key-reused'>, 'beforeAppend'>,
): Promise<Outcome<State, Rejection | 'write-conflict' | 'idempotency-key-reused'>> {
  const { stream, context } = write;
  const { idempotency } = context;
  const before = idempotency && (await findAcceptance(log, idempotency));
  if (before && 'rejection' in before) return before;
  return decideAndAppend(log, {
    ...write,
    beforeAppend: async () => {
      if (!idempotency || before) return undefined;
      const acceptance = await acceptRequest(log, idempotency, stream, context);
      return 'rejection' in acceptance ? acceptance : undefined;
    },
  });
}
