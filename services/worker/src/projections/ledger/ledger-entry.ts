import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { contentDigest, type RecordedEvent } from '@journal/event-store';

/** Of the entry before the first. */
export const noChain = '';

/** SHA-256, base64url, of what an event says, who marked it and where in its stream it is. */
export function ledgerDigest(event: RecordedEvent, content = contentDigest(event.stream, event)): string {
  return createHash('sha256')
    .update(content)
    .update(`${event.revision} ${event.metadata.mark ?? ''}`)
    .digest('base64url');
}

/** What binds an entry to all entries before it. */
export function chainOf(key: KeyObject, before: string, position: string, digest: string): string {
  return createHmac('sha256', key).update(`${before} ${position} ${digest}`).digest('base64url');
}
