import type { EventMetadata } from '@journal/events';

/** JSON: no BigInt, no undefined in arrays, no NUL characters in text. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * An event's position in the order of all commits. Opaque: compare two with `<` as strings. Positions of one store grow
 * in commit order, so that a reader that has seen `p` never misses one below it.
 */
export type Position = string;

export type NewEvent = {
  /** A UUID, unique forever; the key of idempotent appends. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
};

/**
 * An event of the log. Others than the journal may write to it too: data and metadata are always objects, but what is in
 * them is for `isForeign` to tell.
 */
export type RecordedEvent = NewEvent & {
  readonly stream: string;
  /** 0 for the first event of the stream, then without gaps. */
  readonly revision: number;
  readonly position: Position;
};

/** The expected state of the stream: missing, at this revision, or any. */
export type ExpectedRevision = 'none' | 'any' | number;

export type AppendResult = {
  /** Of the last event appended. */
  readonly revision: number;
  readonly position: Position;
  /**
   * Whether the events were in the log already: an earlier call had written them, or an earlier attempt of this one
   * whose acknowledgement was lost. (With 'any' on KurrentDB: best effort.)
   */
  readonly repeated: boolean;
};

export type SubscriptionBatch = {
  /** In the order of positions; may be empty. */
  readonly events: readonly RecordedEvent[];
  /** All matching events up to here have been delivered: resume with `after: position`. */
  readonly position: Position;
  /** Whether the batch reached the end of the log; on a quiet log one empty batch reports it. */
  readonly caughtUp: boolean;
};

export type SubscribeOptions = {
  /** Exclusive; default: the beginning. */
  readonly after?: Position;
  /** Only these event types; default: all. */
  readonly types?: readonly string[];
  /** Ends the subscription; the iterator then finishes without an error. */
  readonly signal?: AbortSignal;
  /** Called for each lost connection; the subscription resumes by itself, with back-off. */
  readonly onDropped?: (error: Error) => void;
  /** Maximum events per batch, from 1; default 1,000. `subscribe` throws `InvalidRequest` for any other number. */
  readonly batchSize?: number;
};

export type ReadOptions = {
  /** First revision to read; default 0. */
  readonly from?: number;
  /** Maximum events to read; default all. */
  readonly limit?: number;
};

/** The log of events. Every adapter passes the suite in `contract/`. */
export type EventStore = {
  /**
   * Appends all events or none, in order, durably, in one commit. Throws `RevisionConflict` if the stream is not at the
   * expected revision. Idempotent by event id: events that are already in this stream in this order yield the first
   * result again, marked as `repeated`, whatever is expected; if only some of them are, that is a `RevisionConflict`
   * (both best effort with 'any' on KurrentDB). Lost connections are retried for about 5 s; then it throws
   * `StoreUnavailable` if nothing was written, or `AppendUnknown` if that could not be determined: append the same ids
   * again. The time counts from the call, whoever has to wait for other appends included. Throws `InvalidRequest` for what can never be stored. Appends to one stream from one store are committed in
   * the order of the calls.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /** Yields the events of a stream in order; none if it does not exist. Holds one page at a time. */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  /** Yields all events after a position, past and future, each once and in order, until aborted. */
  subscribe(options?: SubscribeOptions): AsyncIterable<SubscriptionBatch>;
  /** Resolves with the position of the last event, or undefined if the log is empty. */
  head(): Promise<Position | undefined>;
  /** Resolves if the store is reachable and writable; throws otherwise, within 5 s. */
  check(): Promise<void>;
  /** Ends subscriptions, waits for pending appends, then closes the connections. Idempotent. */
  close(): Promise<void>;
};

/** The stream is not at the expected revision: another writer was faster. Nothing was written. */
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

/** The connection was lost during the append: it may or may not be in the log. */
export class AppendUnknown extends Error {
  override readonly name = 'AppendUnknown';
}

/** The store is unreachable or not writable. Nothing was written; a later attempt may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The request can never succeed: no event to append, an id that is no UUID or is in another stream, a BigInt in the
 * data, an empty name, a position of another kind of store.
 */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}
