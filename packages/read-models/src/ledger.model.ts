import type { Columns } from './columns.ts';
import type { ReadModel } from './read-model.ts';

/** What the ledger has seen of one event. */
export type LedgerEntryRow = {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly eventId: string;
  /** SHA-256, base64url, of all that the event is, its place in its stream included. */
  readonly digest: string;
  /** HMAC-SHA-256, base64url, of the chain of the entry before, the position and the digest. */
  readonly chain: string;
};

export const ledgerEntryColumns: Columns<LedgerEntryRow> = {
  position: 'text',
  stream: 'text',
  revision: 'integer',
  eventId: 'text',
  digest: 'text',
  chain: 'text',
};

/** A witness of the whole log, in its order: whatever is changed in either later does not agree with the other. */
export const ledgerModel = {
  name: 'ledger',
  version: 1,
  migrations: {
    '0001-entry': `
      create table entry (
        position text collate "C" primary key,
        stream text not null,
        revision integer not null,
        event_id text not null,
        digest text not null,
        chain text not null
      );
    `,
  },
} as const satisfies ReadModel;
