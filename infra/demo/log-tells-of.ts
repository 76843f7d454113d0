import { openEventStore } from '@journal/event-store';
import type { JournalEventType } from '@journal/events';

/** Whether the log that the environment names holds an event of this type. */
export async function logTellsOf(
  { EVENT_STORE_URL = '' }: Record<string, string>,
  type: JournalEventType,
): Promise<boolean> {
  const store = await openEventStore(EVENT_STORE_URL);
  try {
    for await (const { events, caughtUp } of store.subscribe({ types: [type], batchSize: 1 })) {
      if (events.length > 0) return true;
      if (caughtUp) return false;
    }
    return false;
  } finally {
    await store.close();
  }
}
