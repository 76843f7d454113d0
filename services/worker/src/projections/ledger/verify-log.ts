import { contentDigest, type EventStore, markOf, type RecordedEvent } from '@journal/event-store';
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
  /** Events of the log that were looked at. */
  readonly events: number;
  readonly faults: number;
  /** Events at the end that no worker has entered yet. */
  readonly unwitnessed: number;
  /** Older than marks are: who wrote them is not told by them. */
  readonly unmarked: number;
  /** The last entry, to be kept elsewhere: with it the ledger itself can be proved. Undefined for an empty one. */
  readonly head: LedgerHead | undefined;
};

export type LedgerHead = { readonly position: string; readonly chain: string };

export type VerifyOptions = {
  readonly store: EventStore;
  /** Of the database of the read models. */
  readonly pool: pg.Pool;
  readonly logKey: LogKey;
  /** A head that was told before: begins behind it, and takes it for true. */
  readonly since?: LedgerHead;
  /** Told of each fault in the order of the log. */
  readonly onFault: (fault: LogFault) => void;
  readonly schema?: string;
};

/**
 * Walks the log, as far as it reaches now, and the ledger side by side. Reads only. Holds a page of each at a time, on
 * any engine.
 */
export async function verifyLog(options: VerifyOptions): Promise<Verification> {
  const { store, pool, since, schema = schemaOf(ledgerModel) } = options;
  const key = await options.logKey();
  // In this order: whatever the checkpoint has passed is in the log that is read.
  const witnessed = (await readCheckpoint(pool, schema))?.position ?? '';
  const head = await store.head();
  let events = 0;
  let faults = 0;
  let unwitnessed = 0;
  let unmarked = 0;
  // Whoever told that head knew marks already, and no writer has left them out since.
  let areMarked = since !== undefined;
  let last: LedgerHead | undefined = since;

  const tell = (kind: LogFault['kind'], { position, stream, revision }: RecordedEvent | LedgerEntryRow) => {
    faults++;
    options.onFault({ kind, position, stream, revision });
  };

  function checkEntry(entry: LedgerEntryRow) {
    const chain = chainOf(key, last?.chain ?? noChain, entry.position, entry.digest);
    if (chain !== entry.chain) tell('ledger-changed', entry);
    last = { position: entry.position, chain: entry.chain };
  }

  /** Whether the event itself says that a writer of the journal wrote it. */
  function checkMark(event: RecordedEvent, content: Buffer): boolean {
    const { mark } = event.metadata;
    if (mark === undefined && !areMarked) {
      unmarked++;
      return true;
    }
    areMarked = true;
    return mark === markOf(key, content);
  }

  function checkEvent(event: RecordedEvent, entry: LedgerEntryRow | undefined) {
    events++;
    const content = contentDigest(event.stream, event);
    const isOurs = checkMark(event, content);
    if (entry) {
      if (entry.eventId !== event.id) {
        tell('removed', entry);
        tell('inserted', event);
      } else if (entry.digest !== ledgerDigest(event, content)) tell('changed', event);
      else if (!isOurs) tell('not-ours', event);
    } else if (event.position <= witnessed) tell('inserted', event);
    else {
      unwitnessed++;
      if (!isOurs) tell('not-ours', event);
    }
  }

  if (since) {
    const { rows } = await pool.query<LedgerEntryRow>(
      `select position, stream, revision, chain from ${schema}.entry where position = $1`,
      [since.position],
    );
    if (rows[0]?.chain !== since.chain)
      tell('ledger-changed', rows[0] ?? { ...since, stream: '', revision: 0, eventId: '', digest: '' });
  }
  const entries = oneByOne(readLedger(pool, schema, since?.position ?? ''));
  let entry = await entries.next();
  for await (const batch of eventsUpTo(store, head, since?.position)) {
    for (const event of batch) {
      while (entry && entry.position < event.position) {
        checkEntry(entry);
        tell('removed', entry);
        entry = entries.has() ? entries.take() : await entries.next();
      }
      const own = entry?.position === event.position ? entry : undefined;
      if (own) {
        checkEntry(own);
        entry = entries.has() ? entries.take() : await entries.next();
      }
      checkEvent(event, own);
    }
  }
  for (; entry && entry.position <= witnessed; entry = await entries.next()) {
    checkEntry(entry);
    tell('removed', entry);
  }
  return { events, faults, unwitnessed, unmarked, head: last };
}

/** The log in batches, as far as it reached when this began. */
async function* eventsUpTo(
  store: EventStore,
  head: string | undefined,
  after: string | undefined,
): AsyncGenerator<readonly RecordedEvent[]> {
  if (head === undefined) return;
  const options = after === undefined ? {} : { after };
  for await (const batch of store.subscribe(options)) {
    const isWithin = (batch.events.at(-1)?.position ?? '') <= head;
    yield isWithin ? batch.events : batch.events.filter(({ position }) => position <= head);
    if (batch.position >= head || batch.caughtUp) return;
  }
}

/** The items of pages; those of a page that is there are taken without waiting. */
function oneByOne<Item>(pages: AsyncGenerator<readonly Item[]>) {
  let page: readonly Item[] = [];
  let index = 0;
  return {
    has: () => index < page.length,
    take: (): Item | undefined => page[index++],
    async next(): Promise<Item | undefined> {
      if (index >= page.length) {
        const { done, value } = await pages.next();
        if (done) return undefined;
        page = value;
        index = 0;
      }
      return page[index++];
    },
  };
}

const pageSize = 5_000;

/** The entries after a position in order, a page on its way while one is worked on. */
export async function* readLedger(
  pool: pg.Pool,
  schema: string,
  after: string,
): AsyncGenerator<LedgerEntryRow[]> {
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
    // It may fail before anybody asks for it.
    coming.catch(() => {});
    yield page;
  }
}
