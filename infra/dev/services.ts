import process from 'node:process';
import { createEmbeddedGateway } from '../embedded/embedded-gateway.ts';
import { loadServices, startSystem, untilServiceReady } from '../embedded/system.ts';
import { loadLauncherConfig } from '../launcher/launcher.config.ts';
import { openJournal } from '../launcher/open-journal.ts';
import { Phases } from '../launcher/run-launcher.ts';
import { onShutdownSignal } from '../launcher/stop-request.ts';

/** The child of `npm run dev`: everything but the database, with pages served from source. */
const stop = onShutdownSignal();
let isOpen = false;
// What a start leaves half done is completed by the next one, as after a crash.
void stop.requested.then(() => isOpen || process.exit(0));
try {
  const given = loadLauncherConfig(process.env);
  const gateway = createEmbeddedGateway();
  const config = { ...given, PORT: await gateway.listen(given.PORT, given.HOST) };
  const environment = { ...process.env, PORT: `${config.PORT}` } as Record<string, string>;
  const system = await startSystem(await loadServices(), { environment, dev: true });
  await untilServiceReady(system.services.command, stop);
  const { services: target, transport } = system;
  await openJournal(
    { config, environment, transport, gateway, target },
    new Phases(),
    stop,
    () => ', with hot reload',
  );
  isOpen = true;
  await stop.requested;
  await gateway.drain();
  await system.stop();
  gateway.close();
  process.exit(0);
} catch (failure) {
  // Left to itself, it would not end this process: Vike reports uncaught errors and goes on (record 260).
  process.stderr.write(`${failure instanceof Error ? (failure.stack ?? failure.message) : failure}\n`);
  process.exit(1);
}
