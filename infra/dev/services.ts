import process from 'node:process';
import { ensureFirstAdministrator, showFirstAdministrator } from '../administrator/first-administrator.ts';
import { ensureDemoContent } from '../demo/demo-content.ts';
import { startedJournal } from '../demo/started-journal.ts';
import { createEmbeddedGateway } from '../embedded/embedded-gateway.ts';
import { loadServices, startSystem, untilReady } from '../embedded/system.ts';
import { addressOf } from '../launcher/address.ts';
import { loadLauncherConfig } from '../launcher/launcher.config.ts';
import { onShutdownSignal } from '../launcher/stop-request.ts';

/** The child of `npm run dev`: everything but the database, pages from their sources. */
const stop = onShutdownSignal();
const environment = Object.fromEntries(
  Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
);
const given = loadLauncherConfig(environment);
const gateway = createEmbeddedGateway();
const config = { ...given, PORT: await gateway.listen(given.PORT, given.HOST) };
environment['PORT'] = `${config.PORT}`;
const system = await startSystem(await loadServices(), { environment, dev: true });
await untilReady(system.services.command, stop);
const journal = startedJournal(environment, system.transport);
if (config.DEMO_CONTENT === 'on') await ensureDemoContent(config.DATA_DIR, journal);
await journal.untilReadable();
await ensureFirstAdministrator(config.DATA_DIR, journal, showFirstAdministrator);
gateway.open(system.services);
process.stdout.write(`\n${config.JOURNAL_NAME} is ready at ${addressOf(config)}, with hot reload\n`);
await stop.requested;
await gateway.drain();
await system.stop();
gateway.close();
process.exit(0);
