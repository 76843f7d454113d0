import type { RecordedEvent } from '@journal/event-store';
import { type Column, insertRows } from '@journal/postgres';
import { type LedgerEntryRow, ledgerModel } from '@journal/read-models';
import type { LogKey } from '@journal/vault';
import type { Projection } from '../../engine/projection.ts';
import { chainOf, ledgerDigest, noChain } from './ledger-entry.ts';

const columns: readonly Column<LedgerEntryRow>[] = [
  ['position', 'text', (row) => row.position],
  ['stream', 'text', (row) => row.stream],
  ['revision', 'integer', (row) => row.revision],
  ['event_id', 'text', (row) => row.eventId],
  ['digest', 'text', (row) => row.digest],
  ['chain', 'text', (row) => row.chain],
];
const noTopics: ReadonlySet<string> = new Set();

/**
 * The ledger: an entry for every event, chained in the order of positions. That one worker leads and moves the
 * checkpoint by compare-and-set makes the chain one.
 */
export const createLedgerProjection = (logKey: LogKey): Projection<never> => ({
  model: ledgerModel,
  events: 'all',
  prepare(opened, schema) {
    const events = opened as readonly RecordedEvent[];
    const digests = events.map((event) => ledgerDigest(event));
    return {
      async changes(database) {
        const [key, { rows: last }] = await Promise.all([
          logKey(),
          database.query<{ chain: string }>({
            name: `${schema} last entry`,
            text: `select chain from ${schema}.entry order by position desc limit 1`,
          }),
        ]);
        let chain = last[0]?.chain ?? noChain;
        const rows = events.map((event, index): LedgerEntryRow => {
          const digest = digests[index] ?? '';
          chain = chainOf(key, chain, event.position, digest);
          const { position, stream, revision } = event;
          return { position, stream, revision, eventId: event.id, digest, chain };
        });
        return {
          writes: [insertRows(`${schema}.entry`, columns, rows)],
          topics: noTopics,
        };
      },
    };
  },
});
