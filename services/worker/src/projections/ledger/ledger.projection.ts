import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { contentDigest, type RecordedEvent } from '@journal/event-store';
import { type LedgerEntryRow, ledgerEntryColumns, ledgerModel } from '@journal/read-models';
import type { LogKey } from '@journal/vault';
import type { Projection } from '../../engine/projection.ts';
import { insertRows } from '../../engine/rows.ts';

const entries = { name: 'entry', columns: ledgerEntryColumns };

/**
 * Returns the projection of the ledger: an entry for every event, chained in the order of positions. A single leader
 * and the compare-and-set of the checkpoint guarantee one chain.
 */
export const createLedgerProjection = (logKey: LogKey): Projection<RecordedEvent> => ({
  model: ledgerModel,
  events: 'all',
  reads: 'recorded',
  prepare(events) {
    const digests = events.map((event) => ledgerDigest(event));
    return {
      async apply(transaction) {
        const key = await logKey();
        const last = await transaction.read<{ chain: string }>(
          `select chain from ${transaction.schema}.entry order by position desc limit 1`,
        );
        let chain = last[0]?.chain ?? initialChain;
        const rows = events.map((event, index): LedgerEntryRow => {
          const digest = digests[index] ?? '';
          chain = chainOf(key, chain, event.position, digest);
          const { position, stream, revision } = event;
          return { position, stream, revision, eventId: event.id, digest, chain };
        });
        insertRows(transaction, entries, rows);
        return [];
      },
    };
  },
});

/** Chain value before the first entry. */
export const initialChain = '';

/** Returns the SHA-256, in base64url, of an event's content, its revision and its mark. */
export function ledgerDigest(event: RecordedEvent, content = contentDigest(event.stream, event)): string {
  return createHash('sha256')
    .update(content)
    .update(`${event.revision} ${event.metadata.mark ?? ''}`)
    .digest('base64url');
}

/** Returns the HMAC, in base64url, that binds an entry to all entries before it. */
export function chainOf(key: KeyObject, before: string, position: string, digest: string): string {
  return createHmac('sha256', key).update(`${before} ${position} ${digest}`).digest('base64url');
}
