import { type ApiClient, ApiError, createApiClient, type Transport } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
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

/** Returns the journal that the environment describes, whose services `transport` reaches, with its log. */
export function startedJournal(
  environment: Record<string, string>,
  transport: Transport,
  log: EventStore,
): StartedJournal {
  const client = createApiClient(transport, {
    headers: { authorization: `Bearer ${environment['SERVICE_TOKEN']}` },
  });
  return {
    client,
    isAdministratorNamed: environment['ADMIN_EMAIL'] !== undefined,
    async logHolds(type) {
      for await (const { events, caughtUp } of log.subscribe({ types: [type], batchSize: 1 })) {
        if (events.length > 0) return true;
        if (caughtUp) return false;
      }
      return false;
    },
    async untilReadable() {
      const position = await log.head();
      if (position === undefined) return;
      client.readFrom(position);
      await client.request('GET /api/stats').catch((error: unknown) => {
        const isAnswer = error instanceof ApiError && error.cause === undefined;
        if (!isAnswer) throw error;
      });
    },
  };
}
