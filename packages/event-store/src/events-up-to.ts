import { type EventStore, type Position, type RecordedEvent, StoreUnavailable } from './event-store.port.ts';

export type EventsUpToOptions = {
  /** Default: events of all types. */
  readonly types?: readonly string[] | undefined;
  /** Start position, exclusive. */
  readonly after?: Position | undefined;
  /** How long to wait for each page, in milliseconds. Default: 60,000. */
  readonly patience?: number | undefined;
};

/**
 * Yields the events of the log up to the position `head`, a page at a time. Throws `StoreUnavailable` if the log
 * delivers nothing for `patience` milliseconds.
 */
export async function* eventsUpTo(
  store: Pick<EventStore, 'subscribe'>,
  head: Position | undefined,
  { types, after, patience = 60_000 }: EventsUpToOptions = {},
): AsyncGenerator<readonly RecordedEvent[], void> {
  if (head === undefined || (after !== undefined && after >= head)) return;
  const ending = new AbortController();
  const giveUp = () => ending.abort();
  let waiting = setTimeout(giveUp, patience);
  try {
    for await (const { events, position } of store.subscribe({
      ...(types ? { types } : {}),
      ...(after === undefined ? {} : { after }),
      signal: ending.signal,
    })) {
      clearTimeout(waiting);
      const page = events.filter((event) => event.position <= head);
      if (page.length > 0) yield page;
      if (position >= head) return;
      waiting = setTimeout(giveUp, patience);
    }
    throw new StoreUnavailable(`The log has not responded for ${patience / 1_000} s`);
  } finally {
    clearTimeout(waiting);
    ending.abort();
  }
}
