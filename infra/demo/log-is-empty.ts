import { openEventStore } from '@journal/event-store';

/** Whether no event at all is in the log that the environment names. */
export async function isLogEmpty({ EVENT_STORE_URL = '' }: Record<string, string>): Promise<boolean> {
  const store = await openEventStore(EVENT_STORE_URL);
  try {
    return (await store.head()) === undefined;
  } finally {
    await store.close();
  }
}
