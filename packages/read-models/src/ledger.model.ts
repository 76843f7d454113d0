import { definitionsOf, type RowOf } from './columns.ts';
import type { ReadModel } from './read-model.ts';

/** The ledger's record of one event. */
export const ledgerEntryColumns = {
  position: 'ascii',
  stream: 'text',
  revision: 'integer',
  eventId: 'text',
  /** SHA-256, base64url, of the whole event, including its place in its stream. */
  digest: 'text',
  /** HMAC-SHA-256, base64url, of the previous entry's chain, the position and the digest. */
  chain: 'text',
} as const;
export type LedgerEntryRow = RowOf<typeof ledgerEntryColumns>;

/** A record of the whole log, in the same order: if either is changed later, the two no longer agree. */
export const ledgerModel = {
  name: 'ledger',
  version: 1,
  keepsEarlier: true,
  migrations: {
    '0001-entry': `create table entry (${definitionsOf(ledgerEntryColumns)}, primary key (position))`,
  },
} as const satisfies ReadModel;
