import { randomUUID } from 'node:crypto';
import { RevisionConflict } from '@journal/event-store';
import type { Rejected } from '../decider.ts';
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
