import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, createApiClient, type Transport } from '@journal/contracts';
import type { EventStore } from '@journal/event-store';
import type { JournalEventType } from '@journal/events';
import { writeDurably } from '../launcher/data-folder.ts';
import { readEngines } from '../launcher/folder-engines.ts';

export type StartedJournal = ReturnType<typeof startedJournal>;

/**
 * Returns a journal whose services are running, for the first steps of a start: configured by `environment`, reached
 * through `transport`, with its log.
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
    /** Sends the service token. GET goes to the query service, everything else to the command service. */
    client,
    /** Whether the environment names an administrator. */
    isAdministratorNamed: environment['ADMIN_EMAIL'] !== undefined,
    /** Resolves with whether the log contains an event of this type, whatever came after it. */
    async logContains(type: JournalEventType): Promise<boolean> {
      for await (const { events, caughtUp } of log.subscribe({ types: [type], batchSize: 1 })) {
        if (events.length > 0) return true;
        if (caughtUp) return false;
      }
      return false;
    },
    /**
     * Resolves when the read models have applied everything in the log, or when the query service's limit for one read
     * has passed. After a crash, acknowledged writes may not have been projected yet.
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
 * Runs a first step of a journal only once ever, as recorded in the file `name` of the data folder, together with the
 * engines: on others, the folder has another journal. `step` is called with whether an earlier start was interrupted in
 * it, and with a function that records that it has begun.
 */
export async function runStepOnce(
  dataFolder: string,
  name: string,
  /** What the file says once the step has begun. */
  begun: string,
  step: (wasInterrupted: boolean, begin: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const file = join(dataFolder, name);
  const engines = JSON.stringify((await readEngines(dataFolder)) ?? {});
  const record = (progress: string) => writeDurably(file, `${progress}\n${engines}`);
  const recorded = await readFile(file, 'utf8').catch(() => '');
  // Files of earlier versions don't name the engines: those of now are taken for theirs.
  const [progress, of = engines] = recorded.split('\n');
  const isOurs = of === engines;
  if (isOurs && progress === 'settled') return recorded === progress ? record(progress) : undefined;
  await step(isOurs && progress === begun, () => record(begun));
  await record('settled');
}
