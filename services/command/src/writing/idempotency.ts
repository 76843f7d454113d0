import { randomUUID } from 'node:crypto';
import { RevisionConflict } from '@journal/event-store';
import type { NewJournalEvent } from '@journal/events';
import type { Decider } from '../decider.ts';
import { decideAndAppend, type Outcome, type Rejected } from './decide-and-append.ts';
import type { JournalLog } from './journal-log.ts';
import type { IdempotentRequest, RequestContext } from './request-context.ts';

export type Acceptance =
  | {
      /** Where the first request with this key writes to. */
      readonly stream: string;
      /** Whether this request is the one that was accepted. */
      readonly isFirst: boolean;
    }
  | Rejected<'idempotency-key-reused'>;

/** Resolves with how a request with this key was accepted before, or undefined. */
export async function findAcceptance(
  log: JournalLog,
  request: IdempotentRequest,
): Promise<Acceptance | undefined> {
  const [accepted] = await log.read(request.stream);
  if (accepted?.type !== 'RequestAccepted') return undefined;
  if (accepted.data.fingerprint !== request.fingerprint) return { rejection: 'idempotency-key-reused' };
  return { stream: accepted.data.stream, isFirst: false };
}

/**
 * Accepts a request once: the first one with a key decides which stream it writes to, and every other with the same key
 * and content gets that stream.
 */
export async function acceptRequest(
  log: JournalLog,
  request: IdempotentRequest,
  stream: string,
  context: RequestContext,
): Promise<Acceptance> {
  const data = { fingerprint: request.fingerprint, stream };
  try {
    await log.append(
      request.stream,
      [{ id: randomUUID(), event: { type: 'RequestAccepted', data } }],
      'none',
      context,
    );
    return { stream, isFirst: true };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    const first = await findAcceptance(log, request);
    if (!first) throw error;
    return first;
  }
}

/** Returns the step before an append that accepts a request which has a key; see `AppendOptions`. */
export const accepting =
  (log: JournalLog, stream: string, context: RequestContext) =>
  async (): Promise<Rejected<'idempotency-key-reused'> | undefined> => {
    const { idempotency } = context;
    const acceptance = idempotency && (await acceptRequest(log, idempotency, stream, context));
    return acceptance && 'rejection' in acceptance ? acceptance : undefined;
  };

/**
 * Runs `decideAndAppend` once for a request with an idempotency key: it is accepted before the first append, and
 * rejected with `idempotency-key-reused` where the key was accepted for another request.
 */
export async function decideOnce<
  State extends { revision: number },
  Command,
  Event extends NewJournalEvent,
  Rejection,
>(
  log: JournalLog,
  decider: Decider<State, Command, Event, Rejection>,
  command: Command,
  context: RequestContext,
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<Outcome<State, Rejection | 'write-conflict' | 'idempotency-key-reused'>> {
  const { idempotency } = context;
  const before = idempotency && (await findAcceptance(log, idempotency));
  if (before && 'rejection' in before) return before;
  const beforeAppend = before ? undefined : accepting(log, decider.streamOf(command), context);
  return decideAndAppend<State, Command, Event, Rejection | 'idempotency-key-reused'>(
    log,
    decider,
    command,
    context,
    { isNew: isNew && !before, ...(beforeAppend ? { beforeAppend } : {}) },
  );
}
