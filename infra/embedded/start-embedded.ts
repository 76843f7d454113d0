import process from 'node:process';
import { ensureFirstAdministrator, showFirstAdministrator } from '../administrator/first-administrator.ts';
import { ensureDemoContent } from '../demo/demo-content.ts';
import { startedJournal } from '../demo/started-journal.ts';
import { addressOf } from '../launcher/address.ts';
import { startEngines } from '../launcher/engines.ts';
import { Phases } from '../launcher/phases.ts';
import type { Launch, Running } from '../launcher/run-launcher.ts';
import { createGateway } from './gateway.ts';
import { settleMemory } from './settle-memory.ts';
import { loadServices, startSystem } from './system.ts';
import { untilReady } from './until-ready.ts';

/**
 * Enough for the pools of four services in one process, and for a spare. At most: command 17 (log 10, vault 5, limits
 * 2), query 14 (reads 10, a listener for each of 4 models), worker 37 (log 11, vault 5, tables 4, a leader for each of 11
 * projections and reactors, queue 6), 68 in all.
 */
const connections = 100;

/** Everything on one machine, the four services in this process: resolves when the first page can be had. */
export async function startEmbedded({ config: given, folder, stop, cleanUp }: Launch): Promise<Running> {
  const phases = new Phases();
  const gateway = createGateway();
  const config = { ...given, PORT: await gateway.listen(given.PORT, given.HOST) };
  cleanUp.defer(async () => gateway.close());

  const loading = phases.run('code', loadServices);
  loading.catch(() => undefined);
  const engines = await phases.run('database', () => startEngines(config, folder, { connections, stop }));
  cleanUp.defer(() => engines.stop());
  stop.check();

  const doors = await loading;
  const { environment } = engines;
  const system = await phases.run('services', () => startSystem(doors, { environment, dev: false }));
  cleanUp.defer(() => system.stop());
  stop.check();

  await phases.run('administrator', () => untilReady(system.services.command, stop));
  const journal = startedJournal(environment, system.transport);
  if (config.DEMO_CONTENT === 'on')
    await phases.run('demo content', () => ensureDemoContent(folder.path, journal));
  await phases.run('read side', () => journal.untilReadable());
  stop.check();
  await ensureFirstAdministrator(folder.path, journal, showFirstAdministrator);
  gateway.open(system.services);
  cleanUp.defer(() => gateway.drain());
  settleMemory();
  process.stdout.write(`\n${config.JOURNAL_NAME} is ready at ${addressOf(config)} (${phases.summary()})\n`);
  return { broken: engines.broken };
}
