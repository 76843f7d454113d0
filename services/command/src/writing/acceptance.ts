import { randomUUID } from 'node:crypto';
import { RevisionConflict } from '@journal/event-store';
import { CommandRejected } from './command-rejected.ts';
import type { JournalLog } from './journal-log.ts';
import type { IdempotentRequest, RequestContext } from './request-context.ts';

/** How a request with an idempotency key was accepted. */
type Acceptance = {
  /** The stream that the first request with this key writes to. */
  readonly stream: string;
  /** Whether this request is the one that was accepted. */
  readonly isFirst: boolean;
};

/**
 * Resolves with how a request with this key was accepted before, or undefined. Rejects with `idempotency-key-reused` if
 * that was a different request.
 */
export async function findAcceptance(
  log: JournalLog,
  request: IdempotentRequest,
): Promise<Acceptance | undefined> {
  const [accepted] = await log.read(request.stream);
  if (accepted?.type !== 'RequestAccepted') return undefined;
  if (accepted.data.fingerprint !== request.fingerprint) throw new CommandRejected('idempotency-key-reused');
  return { stream: accepted.data.stream, isFirst: false };
}

/**
 * Accepts a request once: the first request with a key decides which stream it writes to, and every other with the same
 * key and content gets that stream.
 */
export async function acceptRequest(
  log: JournalLog,
  request: IdempotentRequest,
  stream: string,
  context: RequestContext,
): Promise<Acceptance> {
  const event = { type: 'RequestAccepted', data: { fingerprint: request.fingerprint, stream } } as const;
  try {
    await log.append(request.stream, [{ id: randomUUID(), event }], 'none', context);
    return { stream, isFirst: true };
  } catch (error) {
    const first = error instanceof RevisionConflict && (await findAcceptance(log, request));
    if (!first) throw error;
    return first;
  }
}
