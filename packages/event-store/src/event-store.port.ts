import type { EventMetadata } from '@journal/events';

/** JSON as it is stored: no BigInt, no undefined inside arrays, no NUL characters in text. */
export type JsonObject = { readonly [key: string]: unknown };

/**
 * Where an event stands in the order of all commits. Opaque: compare two with `<` as strings, keep it as it is.
 * Positions of one store only grow in commit order, so that a reader who has seen `p` never misses one below it.
 */
export type Position = string;

export type NewEvent = {
  /** A UUID, unique for good; the key of idempotent appends. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: EventMetadata;
};

export type RecordedEvent = NewEvent & {
  readonly stream: string;
  /** 0 for the first event of the stream, then without gaps. */
  readonly revision: number;
  readonly position: Position;
};

/** What the stream must be like for the append to happen: not there, at this revision, or no matter. */
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
  /** Everything that matches up to here has now been delivered: resume with `after: position`. */
  readonly position: Position;
  /** Whether the reader was at the end of the log when this batch was made; an empty batch tells so once when the log is quiet. */
  readonly caughtUp: boolean;
};

export type SubscribeOptions = {
  /** Exclusive; left out: from the beginning. */
  readonly after?: Position;
  /** Only these event types, each named once or more; left out: all. */
  readonly types?: readonly string[];
  /** Ends the subscription; the iterator then finishes without an error. */
  readonly signal?: AbortSignal;
  /** Told of each lost connection; the subscription resumes by itself where it was, with back-off. */
  readonly onDropped?: (error: Error) => void;
  /** Most events in one batch, from 1; default 1,000. `subscribe` throws `InvalidRequest` for any other number. */
  readonly batchSize?: number;
};

export type ReadOptions = {
  /** First revision to read; default 0. */
  readonly from?: number;
  /** Most events to read; default all. */
  readonly limit?: number;
};

/** The log of events. Every adapter passes the suite in `contract/`. */
export type EventStore = {
  /**
   * Appends all events or none, in order, durably, as one commit. Throws `RevisionConflict` where the stream is not
   * as expected. Idempotent by event id: events that already stand in this stream in this order give the first
   * result again, whatever is expected (with 'any' on KurrentDB: best effort). Where only some of them stand there,
   * that is a `RevisionConflict` too (with 'any' on KurrentDB: best effort). Connections that break are tried again
   * for about 5 s; then it throws `StoreUnavailable` where nothing was written, `AppendUnknown` where it could not
   * be learnt whether the append happened: append the same ids again. Throws `InvalidRequest` for what can never
   * be stored. Appends to one stream from one store are committed in the order of the calls.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;
  /** The events of one stream in order; none where there is no such stream. Holds a page of them at a time. */
  read(stream: string, options?: ReadOptions): AsyncIterable<RecordedEvent>;
  /** All events after a position: first what is there, then what comes, each once and in order, until the signal. */
  subscribe(options?: SubscribeOptions): AsyncIterable<SubscriptionBatch>;
  /** The position of the last event, or undefined while the log is empty. */
  head(): Promise<Position | undefined>;
  /** Resolves where the store can be reached and used; throws otherwise, within 5 s. */
  check(): Promise<void>;
  /** Ends subscriptions, waits for the appends under way, then closes the connections. Safe to call twice. */
  close(): Promise<void>;
};

/** The stream was not as the writer expected: someone else was faster. Nothing was written. */
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

/** The connection broke while the append was under way: it may or may not be in the log. */
export class AppendUnknown extends Error {
  override readonly name = 'AppendUnknown';
}

/** The store can't be reached, or can't write just now. Nothing was written; later it may be. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * What was asked can never be done: no event to append, an id that is no UUID or stands in another stream, a BigInt
 * in the data, a name that is empty, a position of another kind of store.
 */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
}
