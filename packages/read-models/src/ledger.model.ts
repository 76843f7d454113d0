import { definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

/** What the ledger has seen of one event. */
export const ledgerEntryColumns = {
  position: 'ascii',
  stream: 'text',
  revision: 'integer',
  eventId: 'text',
  /** SHA-256, base64url, of all that the event is, its place in its stream included. */
  digest: 'text',
  /** HMAC-SHA-256, base64url, of the chain of the entry before, the position and the digest. */
  chain: 'text',
} as const;
export type LedgerEntryRow = RowOf<typeof ledgerEntryColumns>;

/** A witness of the whole log, in its order: whatever is changed in either later does not agree with the other. */
export const ledgerModel = {
  name: 'ledger',
  version: 1,
  keepsEarlier: true,
  migrations: {
    '0001-entry': `create table entry (${definitionsOf(ledgerEntryColumns)}, primary key (position))`,
  },
} as const satisfies ReadModel;
