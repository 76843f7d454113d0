import { openEventStore } from '@journal/event-store';

/** Whether anybody was ever an administrator, as the log that the environment names says. */
export async function hadAdministrator({ EVENT_STORE_URL = '' }: Record<string, string>): Promise<boolean> {
  const store = await openEventStore(EVENT_STORE_URL);
  try {
    const types = ['AdminGranted'];
    for await (const { events, caughtUp } of store.subscribe({ types, batchSize: 1 })) {
      if (events.length > 0) return true;
      if (caughtUp) return false;
    }
    return false;
  } finally {
    await store.close();
  }
}
