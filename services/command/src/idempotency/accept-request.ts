import { randomUUID } from 'node:crypto';
import { RevisionConflict } from '@journal/event-store';
import type { JournalLog } from '../writing/journal-log.ts';
import type { IdempotentRequest, RequestContext } from '../writing/request-context.ts';

export type Acceptance =
  /** Where the first request of this key writes to. */
  { readonly stream: string } | { readonly rejection: 'idempotency-key-reused' };

/** How a request with this key was accepted before, or undefined. */
export async function findAcceptance(
  log: JournalLog,
  request: IdempotentRequest,
): Promise<Acceptance | undefined> {
  const [accepted] = await log.read(request.stream);
  if (accepted?.type !== 'RequestAccepted') return undefined;
  if (accepted.data.fingerprint !== request.fingerprint) return { rejection: 'idempotency-key-reused' };
  return { stream: accepted.data.stream };
}

/**
 * Accepts a request once: whoever comes first with a key decides which stream it writes to, and everybody with the
 * same key and the same request is told that stream.
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
    return { stream };
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    const first = await findAcceptance(log, request);
    if (!first) throw error;
    return first;
  }
}
