import type { EventMetadata } from '@journal/events';

/** A JSON object: no BigInt, no undefined in arrays, no NUL characters in text. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * Position of an event in the commit order of the whole log. Opaque: compare two positions with `<` as strings. Within
 * a store, positions increase in commit order, so a reader that has seen `p` never misses an event below it.
 */
export type Position = string;

export type NewEvent = {
  /** A UUID, unique forever; the idempotency key of the append. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
};

/**
 * An event read from the log. Programs other than the journal may write to the log too: data and metadata are always
 * objects, but use `isForeign` to find out whether the journal wrote them.
 */
export type RecordedEvent = NewEvent & {
  readonly stream: string;
  /** 0 for the first event of the stream, increasing without gaps. */
  readonly revision: number;
  readonly position: Position;
};

/** The expected state of the stream: missing (`none`), at this revision, or any. */
export type ExpectedRevision = 'none' | 'any' | number;

export type AppendResult = {
  /** Revision of the last event appended. */
  readonly revision: number;
  readonly position: Position;
  /**
   * Whether the events were already in the log, written either by an earlier call or by an earlier attempt of this call
   * whose acknowledgement was lost. (With 'any' on KurrentDB: best effort.)
   */
  readonly repeated: boolean;
};

export type SubscriptionBatch = {
  /** Events in position order; may be empty. */
  readonly events: readonly RecordedEvent[];
  /** All matching events up to here have been delivered: resume with `after: position`. */
  readonly position: Position;
  /** Whether the batch reached the end of the log; on a quiet log, an empty batch reports this once. */
  readonly caughtUp: boolean;
};

export type SubscribeOptions = {
  /** Position to start after, exclusive; default: the beginning. */
  readonly after?: Position;
  /** Event types to deliver; default: all. */
  readonly types?: readonly string[];
  /** Ends the subscription; the iterator then finishes without an error. */
  readonly signal?: AbortSignal;
  /** Called for each lost connection; the subscription resumes automatically, with backoff. */
  readonly onDropped?: (error: Error) => void;
  /** Maximum events per batch, from 1; default 1,000. `subscribe` throws `InvalidRequest` for any other number. */
  readonly batchSize?: number;
};

export type ReadOptions = {
  /** First revision to read; default 0. */
  readonly from?: number;
  /** Maximum number of events to read; default: all. */
  readonly limit?: number;
};

/** The event log. Every adapter passes the contract tests in `contract/`. */
export type EventStore = {
  /**
   * Appends all events or none, in order, durably, in one commit. Throws `RevisionConflict` if the stream is not at the
   * expected revision. Idempotent by event ID: if all the events are already in this stream in this order, resolves
   * with the first result again, marked as `repeated`, regardless of the expected revision; if only some of them are,
   * throws `RevisionConflict` (both best effort with 'any' on KurrentDB). Lost connections are retried for about 5 s,
   * counted from the call and including time spent queued behind other appends. Then throws `StoreUnavailable` if
   * nothing was written, or `AppendUnknown` if that could not be determined: append the same IDs again. Throws
   * `InvalidRequest` for content that can never be stored. Appends to one stream through one store are committed in
   * call order.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /** Yields the events of a stream in order; none if it does not exist. Buffers one page at a time. */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  /** Yields all events after a position, past and future, each exactly once and in order, until aborted. */
  subscribe(options?: SubscribeOptions): AsyncIterable<SubscriptionBatch>;
  /** Resolves with the position of the last event, or undefined if the log is empty. */
  head(): Promise<Position | undefined>;
  /** Resolves if the store is reachable and writable; throws otherwise, within 5 s. */
  check(): Promise<void>;
  /** Ends subscriptions, waits for pending appends, then closes the connections. Idempotent. */
  close(): Promise<void>;
};

/** The stream is not at the expected revision: another writer got there first. Nothing was written. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  constructor(stream: string, expected: ExpectedRevision, options?: ErrorOptions) {
    super(`Stream ${stream} is not at the expected revision ${expected}`, options);
    this.stream = stream;
    this.expected = expected;
  }
}

/** The connection was lost during the append: the events may or may not be in the log. */
export class AppendUnknown extends Error {
  override readonly name = 'AppendUnknown';
}

/** The store is unreachable or not writable. Nothing was written; a later attempt may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The request can never succeed: for example no events, an ID that is not a UUID or exists in another stream, a BigInt
 * in the data, an empty name, or a position from another kind of store.
 */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}
