import { openEventStore } from '@journal/event-store';

/** The position of the last event of the log that the environment names, or undefined where it holds none. */
export async function logHead({ EVENT_STORE_URL = '' }: Record<string, string>): Promise<string | undefined> {
  const store = await openEventStore(EVENT_STORE_URL);
  try {
    return await store.head();
  } finally {
    await store.close();
  }
}
