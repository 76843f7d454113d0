import process from 'node:process';
import { createHttpTransport, Origins, type Transport } from '@journal/contracts';
import { openEventStore } from '@journal/event-store';
import { untilReady, untilUsable } from '../gateway/members.ts';
import { addressOf, localAddress } from '../launcher/address.ts';
import { startEngines } from '../launcher/engines.ts';
import { openJournal } from '../launcher/open-journal.ts';
import { Phases, runLauncher } from '../launcher/run-launcher.ts';
import { origins, planSplit, processTable } from './plan.ts';
import { createSplitGateway } from './split-gateway.ts';
import { superviseProcess } from './supervised-process.ts';

/** More than twice what all processes use at rest, as measured by `split-start.e2e.spec.ts`. */
const connections = 200;

/** Runs each service in its own processes, as on a cluster, behind one port. */
await runLauncher(async ({ config: given, folder, stop, cleanUp }) => {
  const phases = new Phases();
  const gateway = createSplitGateway();
  const config = { ...given, DATA_DIR: folder.path, PORT: await gateway.listen(given.PORT, given.HOST) };
  cleanUp.defer(async () => gateway.close());
  await folder.listensAt(localAddress(config));

  const engines = await phases.run('database', () => startEngines(config, folder, { connections, stop }));
  cleanUp.defer(() => engines.stop());
  stop.check();

  const { environment, broken } = engines;
  // Not in the processes, which answer nothing while they migrate a large log, and have a minute to become ready.
  await phases.run('log', async () => (await openEventStore(environment['EVENT_STORE_URL'] ?? '')).close());
  stop.check();
  const plan = await planSplit(environment, addressOf(config));
  const others = [...plan.query, ...plan.worker, ...plan.web];
  const planned = [...plan.command, ...others];
  const processes = planned.map((service) => superviseProcess(service));
  cleanUp.defer(async () => {
    await Promise.all(processes.map((each) => each.stop()));
  });
  const awaited = () => [
    ...plan.command.map((service) => untilReady(service, stop)),
    ...others.map((service) => untilUsable(service, stop)),
  ];
  await phases.run('services', () => Promise.all(awaited()));

  const query = createHttpTransport(new Origins(origins(plan.query)));
  const command = createHttpTransport(new Origins(origins(plan.command)));
  const transport: Transport = (path, request) => (request.method === 'GET' ? query : command)(path, request);
  const target = { origins: plan.web.map(({ origin }) => origin), members: planned };
  await openJournal({ config, environment, transport, gateway, target }, phases, stop);
  cleanUp.defer(() => gateway.drain());
  process.stdout.write(
    `${processTable(planned)}\nStatus of all: npm run journal -- status --services ${origins(planned)}\n`,
  );
  return { broken };
});
