import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ensureFirstAdministrator, showFirstAdministrator } from '../administrator/first-administrator.ts';
import { ensureDemoContent } from '../demo/demo-content.ts';
import { startedJournal } from '../demo/started-journal.ts';
import { addressOf } from '../launcher/address.ts';
import { startEngines } from '../launcher/engines.ts';
import { type Launch, Phases, type Running } from '../launcher/run-launcher.ts';
import { createEmbeddedGateway } from './embedded-gateway.ts';
import { loadServices, startSystem, untilReady } from './system.ts';

/** More than the pools and listeners of four services in one process can take together. */
const connections = 100;

/** Starts everything on one machine, the four services in this process. Resolves when the first page can be read. */
export async function startEmbedded({ config: given, folder, stop, cleanUp }: Launch): Promise<Running> {
  const phases = new Phases();
  const gateway = createEmbeddedGateway();
  const config = { ...given, PORT: await gateway.listen(given.PORT, given.HOST) };
  cleanUp.defer(async () => gateway.close());

  const loading = phases.run('code', loadServices);
  loading.catch(() => undefined);
  const engines = await phases.run('database', () => startEngines(config, folder, { connections, stop }));
  cleanUp.defer(() => engines.stop());
  stop.check();

  const modules = await loading;
  const { environment } = engines;
  const system = await phases.run('services', () => startSystem(modules, { environment, dev: false }));
  cleanUp.defer(() => system.stop());
  stop.check();

  await phases.run('administrator', () => untilReady(system.services.command, stop));
  const journal = startedJournal(environment, system.transport);
  if (config.DEMO_CONTENT === 'on')
    await phases.run('demo content', () => ensureDemoContent(folder.path, journal));
  await phases.run('read models', () => journal.untilReadable());
  stop.check();
  await ensureFirstAdministrator(folder.path, journal, showFirstAdministrator);
  gateway.open(system.services);
  cleanUp.defer(() => gateway.drain());
  settleMemory();
  process.stdout.write(`\n${config.JOURNAL_NAME} is ready at ${addressOf(config)} (${phases.summary()})\n`);
  return { broken: engines.broken };
}

const afterStart = 10_000;

/**
 * Collects garbage once, 10 s after the start. A process at rest never does so by itself, and what loading, migrating
 * and publishing left behind would stay: about 20 MB.
 */
export function settleMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: NodeJS.GCFunction = runInNewContext('gc');
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, afterStart).unref();
}
