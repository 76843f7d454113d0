import process from 'node:process';
import type { Transport } from '@journal/contracts';
import { openEventStore } from '@journal/event-store';
import { ensureFirstAdministrator, showFirstAdministrator } from '../administrator/first-administrator.ts';
import { ensureDemoContent } from '../demo/demo-content.ts';
import { startedJournal } from '../demo/started-journal.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { addressOf } from './address.ts';
import type { LauncherConfig } from './launcher.config.ts';
import type { Phases } from './run-launcher.ts';
import type { StopRequest } from './stop-request.ts';

/** A system whose services are running, reached through `transport`. */
export interface StartedSystem<Target> {
  config: LauncherConfig;
  /** As returned by `startEngines`. */
  environment: Record<string, string>;
  transport: Transport;
  gateway: Gateway<Target>;
  /** Where the gateway passes requests. */
  target: Target;
}

/**
 * Gives a started system its demo content and first administrator, opens it to the public once the read models have
 * applied the whole log, and reports that on standard output.
 */
export async function openJournal<Target>(
  { config, environment, transport, gateway, target }: StartedSystem<Target>,
  phases: Phases,
  stop: StopRequest,
  note = () => ` (${phases.summary()})`,
): Promise<void> {
  const log = await openEventStore(environment['EVENT_STORE_URL'] ?? '');
  try {
    const journal = startedJournal(environment, transport, log);
    if (config.DEMO_CONTENT === 'on')
      await phases.run('demo content', () => ensureDemoContent(config.DATA_DIR, journal));
    await phases.run('read models', () => journal.untilReadable());
    stop.check();
    await ensureFirstAdministrator(config.DATA_DIR, journal, showFirstAdministrator);
  } finally {
    await log.close();
  }
  gateway.open(target);
  process.stdout.write(`\n${config.JOURNAL_NAME} is ready at ${addressOf(config)}${note()}\n`);
}
