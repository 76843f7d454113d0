import { contentDigest, type EventStore, eventsUpTo, markOf, type RecordedEvent } from '@journal/event-store';
import { isForeign } from '@journal/events';
import { type LedgerEntryRow, ledgerModel, readCheckpoint, schemaOf } from '@journal/read-models';
import type { LogKey } from '@journal/vault';
import type pg from 'pg';
import { chainOf, initialChain, ledgerDigest } from './ledger.projection.ts';

/**
 * `changed`: an event was modified. `removed`: an event is missing. `inserted`: an event was added afterwards.
 * `not-ours`: the event was not written by the journal. `ledger-changed`: an entry does not follow from those before
 * it.
 */
export type LogFault = {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'not-ours' | 'ledger-changed';
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
};

export type Verification = {
  /** Number of verified events. */
  readonly events: number;
  readonly faults: number;
  /** Number of events at the end of the log that are not in the ledger yet. */
  readonly unwitnessed: number;
  /** Number of events from before marks were introduced, whose writer can't be verified. */
  readonly unmarked: number;
  /** The last entry; undefined if the ledger is empty. Kept elsewhere, it allows the ledger itself to be verified. */
  readonly head: LedgerHead | undefined;
};

export type LedgerHead = { readonly position: string; readonly chain: string };

export type VerifyOptions = {
  readonly store: EventStore;
  /** Connections to the read models' database. */
  readonly pool: pg.Pool;
  readonly logKey: LogKey;
  /** A previously returned head: verification trusts it and begins after it. */
  readonly since?: LedgerHead;
  /** Called for each fault, in the order of the log. */
  readonly onFault: (fault: LogFault) => void;
  readonly schema?: string;
  /** How long to wait for each page of the log, in milliseconds. Default: 60,000. */
  readonly patience?: number;
};

/**
 * Compares the log up to its current end with the ledger. Read-only, page by page, on any engine. Rejects with
 * `StoreUnavailable` if the log delivers nothing for `patience` milliseconds.
 */
export async function verifyLog(options: VerifyOptions): Promise<Verification> {
  const { store, pool, since, schema = schemaOf(ledgerModel) } = options;
  const key = await options.logKey();
  // In this order, so that the log that is read contains all events before the checkpoint.
  const witnessed = (await readCheckpoint(pool, schema))?.position ?? '';
  const head = await store.head();
  const found = { events: 0, faults: 0, unwitnessed: 0, unmarked: 0 };
  // A head is more recent than the introduction of marks, and all events written since have one.
  let areMarked = since !== undefined;
  let last: LedgerHead | undefined = since;

  const report = (kind: LogFault['kind'], { position, stream, revision }: RecordedEvent | LedgerEntryRow) => {
    found.faults++;
    options.onFault({ kind, position, stream, revision });
  };

  function checkEntry(entry: LedgerEntryRow) {
    const chain = chainOf(key, last?.chain ?? initialChain, entry.position, entry.digest);
    if (chain !== entry.chain) report('ledger-changed', entry);
    last = { position: entry.position, chain: entry.chain };
  }

  /** Whether the event's own mark proves that the journal wrote it, or it predates marks. */
  function isMarked(event: RecordedEvent, content: Buffer): boolean {
    if (isForeign(event)) return false;
    const { mark } = event.metadata;
    areMarked ||= mark !== undefined;
    if (!areMarked) found.unmarked++;
    return !areMarked || mark === markOf(key, content);
  }

  function checkEvent(event: RecordedEvent, entry: LedgerEntryRow | undefined) {
    found.events++;
    const content = contentDigest(event.stream, event);
    const isOurs = isMarked(event, content);
    if (entry && entry.eventId !== event.id) {
      report('removed', entry);
      report('inserted', event);
    } else if (entry && entry.digest !== ledgerDigest(event, content)) report('changed', event);
    else if (!entry && event.position <= witnessed) report('inserted', event);
    else {
      if (!entry) found.unwitnessed++;
      if (!isOurs) report('not-ours', event);
    }
  }

  if (since) {
    const { rows } = await pool.query<LedgerEntryRow>(
      `select position, stream, revision, chain from ${schema}.entry where position = $1`,
      [since.position],
    );
    if (rows[0]?.chain !== since.chain)
      report('ledger-changed', rows[0] ?? { ...since, stream: '', revision: 0, eventId: '', digest: '' });
  }
  const entries = readLedger(pool, schema, since?.position ?? '');
  const nextEntry = async () => (await entries.next()).value ?? undefined;
  let entry = await nextEntry();
  async function reportRemoved(removed: LedgerEntryRow): Promise<void> {
    checkEntry(removed);
    report('removed', removed);
    entry = await nextEntry();
  }
  for await (const page of eventsUpTo(store, head, { after: since?.position, patience: options.patience }))
    for (const event of page) {
      while (entry && entry.position < event.position) await reportRemoved(entry);
      const own = entry?.position === event.position ? entry : undefined;
      if (own) {
        checkEntry(own);
        entry = await nextEntry();
      }
      checkEvent(event, own);
    }
  while (entry && entry.position <= witnessed) await reportRemoved(entry);
  return { ...found, head: last };
}

const pageSize = 5_000;

/** Yields the entries after a position in order, and prefetches the next page. */
async function* readLedger(
  pool: pg.Pool,
  schema: string,
  after: string,
): AsyncGenerator<LedgerEntryRow, void> {
  const read = async (position: string) =>
    (
      await pool.query<LedgerEntryRow>({
        name: `${schema} page`,
        text: `select position, stream, revision, event_id as "eventId", digest, chain from ${schema}.entry
               where position > $1 order by position limit $2`,
        values: [position, pageSize],
      })
    ).rows;
  let coming = read(after);
  for (;;) {
    const page = await coming;
    const last = page.at(-1);
    if (!last) return;
    coming = read(last.position);
    // It may reject before it is awaited.
    coming.catch(() => {});
    yield* page;
  }
}
