import { openEventStore } from '@journal/event-store';

export interface RecordOfEvent {
  stream: string;
  revision: number;
  position: string;
  /** Everything else of it, byte for byte. */
  rest: string;
}

/** All events of a log in their order, as they lie there: sealed. */
export async function readLog(url: string): Promise<RecordOfEvent[]> {
  const store = await openEventStore(url);
  const found: RecordOfEvent[] = [];
  try {
    for await (const { events, caughtUp } of store.subscribe()) {
      for (const { stream, revision, position, ...rest } of events)
        found.push({ stream, revision, position, rest: JSON.stringify(rest) });
      if (caughtUp) break;
    }
  } finally {
    await store.close();
  }
  return found;
}

/** What is wrong with the order of a log: revisions of a stream with a gap, positions that do not grow. */
export function faultsOf(log: readonly RecordOfEvent[]): string[] {
  const next = new Map<string, number>();
  return log.flatMap(({ stream, revision, position }, index) => {
    const expected = next.get(stream) ?? 0;
    next.set(stream, revision + 1);
    const isLater = index === 0 || position > (log[index - 1]?.position ?? '');
    return revision === expected && isLater ? [] : [`${stream} ${revision} at ${position}`];
  });
}
