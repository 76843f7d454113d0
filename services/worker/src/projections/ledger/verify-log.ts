import { contentDigest, type EventStore, markOf, type RecordedEvent } from '@journal/event-store';
import { isForeign } from '@journal/events';
import { type LedgerEntryRow, ledgerModel, readCheckpoint, schemaOf } from '@journal/read-models';
import type { LogKey } from '@journal/vault';
import type pg from 'pg';
import { chainOf, ledgerDigest, noChain } from './ledger.projection.ts';

/**
 * `changed`: an event is not what it was. `removed`: it is not there any more. `inserted`: it came there later.
 * `not-ours`: no writer of the journal wrote it. `ledger-changed`: an entry does not follow from those before it.
 */
export type LogFault = {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'not-ours' | 'ledger-changed';
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
};

export type Verification = {
  /** Events of the log that were verified. */
  readonly events: number;
  readonly faults: number;
  /** Events at the end that no worker has entered yet. */
  readonly unwitnessed: number;
  /** Events older than marks, which do not say who wrote them. */
  readonly unmarked: number;
  /** The last entry, to be kept elsewhere: with it the ledger itself can be verified. Undefined for an empty one. */
  readonly head: LedgerHead | undefined;
};

export type LedgerHead = { readonly position: string; readonly chain: string };

export type VerifyOptions = {
  readonly store: EventStore;
  /** Of the database of the read models. */
  readonly pool: pg.Pool;
  readonly logKey: LogKey;
  /** A head that was returned before: begins after it, and trusts it. */
  readonly since?: LedgerHead;
  /** Called for each fault, in the order of the log. */
  readonly onFault: (fault: LogFault) => void;
  readonly schema?: string;
};

/** Compares the log, as far as it reaches now, with the ledger. Reads only, a page of each at a time, on any engine. */
export async function verifyLog(options: VerifyOptions): Promise<Verification> {
  const { store, pool, since, schema = schemaOf(ledgerModel) } = options;
  const key = await options.logKey();
  // In this order: whatever the checkpoint has passed is in the log that is read.
  const witnessed = (await readCheckpoint(pool, schema))?.position ?? '';
  const head = await store.head();
  const found = { events: 0, faults: 0, unwitnessed: 0, unmarked: 0 };
  // That head is younger than marks are, and no writer has left them out since.
  let areMarked = since !== undefined;
  let last: LedgerHead | undefined = since;

  const report = (kind: LogFault['kind'], { position, stream, revision }: RecordedEvent | LedgerEntryRow) => {
    found.faults++;
    options.onFault({ kind, position, stream, revision });
  };

  function checkEntry(entry: LedgerEntryRow) {
    const chain = chainOf(key, last?.chain ?? noChain, entry.position, entry.digest);
    if (chain !== entry.chain) report('ledger-changed', entry);
    last = { position: entry.position, chain: entry.chain };
  }

  /** Whether the event itself says that a writer of the journal wrote it. */
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
  for await (const event of eventsUpTo(store, head, since?.position)) {
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

/** Yields the events of the log up to `head`. */
async function* eventsUpTo(
  store: EventStore,
  head: string | undefined,
  after: string | undefined,
): AsyncGenerator<RecordedEvent, void> {
  if (head === undefined) return;
  for await (const batch of store.subscribe(after === undefined ? {} : { after })) {
    for (const event of batch.events) if (event.position <= head) yield event;
    if (batch.position >= head || batch.caughtUp) return;
  }
}

const pageSize = 5_000;

/** Yields the entries after a position in order, and reads the page after the one that is worked on. */
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
    // It may fail before anybody awaits it.
    coming.catch(() => {});
    yield* page;
  }
}
