/** An event as the stand-in stores it, with its bytes as received. */
export type MemoryEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  readonly contentType: string;
  /** Commit and prepare position, which are the same number here. */
  readonly position: number;
};

export type Proposed = Pick<MemoryEvent, 'id' | 'type' | 'data' | 'metadata' | 'contentType'>;

export type Decision =
  | { readonly kind: 'written'; readonly revision: number; readonly position: number }
  | { readonly kind: 'idempotent'; readonly revision: number }
  | { readonly kind: 'wrong version'; readonly head: number };

const headOfNoStream = -1;

/** The stand-in's log. Handles expected revisions and repeated IDs like the server's index writer. */
export class MemoryLog {
  readonly events: MemoryEvent[] = [];
  /** Number of events sent to readers of a stream. */
  given = 0;
  readonly #streams = new Map<string, MemoryEvent[]>();
  readonly #listeners = new Set<() => void>();

  stream(name: string): readonly MemoryEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** Returns the index of the first event after a position. */
  indexAfter(position: number): number {
    let index = this.events.length;
    while (index > 0 && (this.events[index - 1]?.position ?? 0) > position) index -= 1;
    return index;
  }

  /** `expected` is -1 for no stream, or undefined for any revision. */
  append(stream: string, proposed: readonly Proposed[], expected: number | undefined): Decision {
    const written = this.stream(stream);
    const head = written.length + headOfNoStream;
    const ids = proposed.map(({ id }) => id);
    const first = expected === undefined ? written.findIndex(({ id }) => id === ids[0]) : expected + 1;
    const isRepeat = expected === undefined ? first >= 0 : expected < head;
    if (isRepeat && ids.every((id, index) => written[first + index]?.id === id))
      return { kind: 'idempotent', revision: first + ids.length - 1 };
    if (isRepeat || (expected !== undefined && expected > head)) return { kind: 'wrong version', head };
    for (const event of proposed) this.#write(stream, event);
    const last = this.events.at(-1);
    // A real server writes statistics events between all others.
    if (this.events.length % 5 === 0)
      this.#write('$stats', {
        id: '',
        type: '$statsCollected',
        data: new Uint8Array(),
        metadata: new Uint8Array(),
        contentType: 'application/json',
      });
    for (const listener of this.#listeners) listener();
    return { kind: 'written', revision: head + ids.length, position: last?.position ?? 0 };
  }

  /** Calls `listener` after each append, until the returned function is called. */
  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #write(stream: string, event: Proposed) {
    const revision = this.stream(stream).length;
    // Positions are file offsets: they grow unevenly and gain digits.
    const position = (this.events.at(-1)?.position ?? 0) + 150 + event.data.length;
    const recorded = { ...event, stream, revision, position };
    this.events.push(recorded);
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, events);
    events.push(recorded);
  }
}
