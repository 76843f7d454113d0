import { openEventStore, type RecordedEvent } from '@journal/event-store';
import { createEventCodec, journalEvents } from '@journal/events';
import { createPostgresVault } from '@journal/vault';
import type { Text } from './database-texts.ts';

export interface RecordOfEvent {
  stream: string;
  revision: number;
  position: string;
  /** Everything else of it, byte for byte. */
  rest: string;
}

/** All events of a log in their order, as they lie there: sealed. */
export async function readLog(url: string): Promise<RecordOfEvent[]> {
  return (await readEvents(url)).map(({ stream, revision, position, ...rest }) => ({
    stream,
    revision,
    position,
    rest: JSON.stringify(rest),
  }));
}

/** What whoever has the master key can still read in the log: each event, opened by the keys that the vault has. */
export async function openedLog(url: string, masterKey: string): Promise<Text[]> {
  const vault = await createPostgresVault({ url, masterKey, applicationName: 'forgetting spec' });
  try {
    const events = await createEventCodec({ vault, events: journalEvents }).open(await readEvents(url));
    return events.map((event) => ({
      place: `opened ${event.type} of ${event.stream}`,
      text: JSON.stringify(event),
    }));
  } finally {
    await vault.close();
  }
}

async function readEvents(url: string): Promise<RecordedEvent[]> {
  const store = await openEventStore(url);
  const found: RecordedEvent[] = [];
  try {
    for await (const { events, caughtUp } of store.subscribe()) {
      found.push(...events);
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
