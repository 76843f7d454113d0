import { type ApiClient, ApiError, createApiClient, type Transport } from '@journal/contracts';
import { type EventStore, openEventStore } from '@journal/event-store';
import type { JournalEventType } from '@journal/events';

/** A journal whose services are up, as the first steps of a start use it: demo content and first administrator. */
export interface StartedJournal {
  /** With the service token: GET goes to the query service, everything else to the command service. */
  client: Pick<ApiClient, 'request'>;
  /** Whether the environment names an administrator. */
  isAdministratorNamed: boolean;
  /** Whether the log holds an event of this type, whatever has come after it. */
  logHolds(type: JournalEventType): Promise<boolean>;
  /**
   * Resolves when the read models have everything that is in the log, or when the query service's limit for one read
   * has passed: after a crash, what was acknowledged may not have been projected yet.
   */
  untilReadable(): Promise<void>;
}

/** Returns the journal that the environment describes, whose services `transport` reaches. */
export function startedJournal(environment: Record<string, string>, transport: Transport): StartedJournal {
  const client = createApiClient(transport, {
    headers: { authorization: `Bearer ${environment['SERVICE_TOKEN']}` },
  });
  return {
    client,
    isAdministratorNamed: environment['ADMIN_EMAIL'] !== undefined,
    logHolds: (type) => withLog(environment, (store) => holds(store, type)),
    async untilReadable() {
      const position = await withLog(environment, (store) => store.head());
      if (position === undefined) return;
      client.readFrom(position);
      await client.request('GET /api/stats').catch((error: unknown) => {
        const isAnswer = error instanceof ApiError && error.cause === undefined;
        if (!isAnswer) throw error;
      });
    },
  };
}

async function withLog<Value>(
  { EVENT_STORE_URL = '' }: Record<string, string>,
  read: (store: EventStore) => Promise<Value>,
): Promise<Value> {
  const store = await openEventStore(EVENT_STORE_URL);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

async function holds(store: EventStore, type: JournalEventType): Promise<boolean> {
  for await (const { events, caughtUp } of store.subscribe({ types: [type], batchSize: 1 })) {
    if (events.length > 0) return true;
    if (caughtUp) return false;
  }
  return false;
}
