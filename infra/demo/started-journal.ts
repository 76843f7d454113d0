import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, createApiClient, type Transport } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import type { JournalEventType } from '@journal/events';
import { writeDurably } from '../launcher/data-folder.ts';

export type StartedJournal = ReturnType<typeof startedJournal>;

/**
 * Returns a journal whose services are up, as the first steps of a start use it: described by `environment`, reached by
 * `transport`, with its log.
 */
export function startedJournal(
  environment: Record<string, string>,
  transport: Transport,
  log: Pick<EventStore, 'subscribe' | 'head'>,
) {
  const client = createApiClient(transport, {
    headers: { authorization: `Bearer ${environment['SERVICE_TOKEN']}` },
  });
  return {
    /** With the service token: GET goes to the query service, everything else to the command service. */
    client,
    /** Whether the environment names an administrator. */
    isAdministratorNamed: environment['ADMIN_EMAIL'] !== undefined,
    /** Whether the log holds an event of this type, whatever has come after it. */
    async logHolds(type: JournalEventType): Promise<boolean> {
      for await (const { events, caughtUp } of log.subscribe({ types: [type], batchSize: 1 })) {
        if (events.length > 0) return true;
        if (caughtUp) return false;
      }
      return false;
    },
    /**
     * Resolves when the read models have everything that is in the log, or when the query service's limit for one read
     * has passed: after a crash, what was acknowledged may not have been projected yet.
     */
    async untilReadable(): Promise<void> {
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

/**
 * Takes a first step of a journal once for good, which the file `name` of the data folder records. `step` gets whether an
 * earlier start was interrupted in it, and a function that records that it has begun.
 */
export async function takeOnce(
  dataFolder: string,
  name: string,
  /** What the file says of a step that has begun. */
  begun: string,
  step: (wasInterrupted: boolean, begin: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const file = join(dataFolder, name);
  const progress = await readFile(file, 'utf8').catch(() => undefined);
  if (progress === 'settled') return;
  await step(progress === begun, () => writeDurably(file, begun));
  await writeDurably(file, 'settled');
}
