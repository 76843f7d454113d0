import type { EventStore } from '../event-store.port.ts';

/** A log that the contract suite can use. */
export type OpenedLog = {
  readonly store: EventStore;
  /** Another store on the same log, as a second process would have it; whoever asks closes it. */
  another(): Promise<EventStore>;
  close(): Promise<void>;
};

/** A log that is kept by a server. */
export type ConnectedLog = OpenedLog & {
  /** Breaks every connection to the log that is open now; new ones work. */
  dropConnections(): Promise<void>;
};

export type Log<Opened extends OpenedLog = OpenedLog> = () => Opened;
