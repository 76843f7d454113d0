import { startTracing, stopTracing } from '@journal/service-kit';
import { localAddress } from '../launcher/address.ts';
import { startEngines } from '../launcher/engines.ts';
import { openJournal } from '../launcher/open-journal.ts';
import { Phases, runLauncher } from '../launcher/run-launcher.ts';
import { createEmbeddedGateway } from './embedded-gateway.ts';
import { collectGarbageAtRest } from './garbage.ts';
import { loadServices, startSystem, untilServiceReady } from './system.ts';

/** More than the pools and listeners of four services in one process use together. */
const connections = 100;

/** Everything on one machine, with the four services in this process. */
await runLauncher(async ({ config: given, folder, stop, cleanUp }) => {
  const phases = new Phases();
  const gateway = createEmbeddedGateway();
  const config = { ...given, DATA_DIR: folder.path, PORT: await gateway.listen(given.PORT, given.HOST) };
  cleanUp.defer(async () => gateway.close());
  await folder.listensAt(localAddress(config));

  const loading = phases.run('code', loadServices);
  loading.catch(() => undefined);
  const engines = await phases.run('database', () => startEngines(config, folder, { connections, stop }));
  cleanUp.defer(() => engines.stop());
  stop.check();

  const modules = await loading;
  await startTracing('journal', config);
  cleanUp.defer(stopTracing);
  const { environment, broken } = engines;
  const system = await phases.run('services', () => startSystem(modules, { environment, dev: false }));
  cleanUp.defer(() => system.stop());
  stop.check();

  await phases.run('administrator', () => untilServiceReady(system.services.command, stop));
  const { services: target, transport } = system;
  await openJournal({ config, environment, transport, gateway, target }, phases, stop);
  cleanUp.defer(() => gateway.drain());
  collectGarbageAtRest();
  return { broken };
});
