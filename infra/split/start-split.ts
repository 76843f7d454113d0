import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpTransport, Origins } from '@journal/contracts';
import { ensureFirstAdministrator, showFirstAdministrator } from '../administrator/first-administrator.ts';
import { ensureDemoContent } from '../demo/demo-content.ts';
import { startedJournal } from '../demo/started-journal.ts';
import { addressOf } from '../launcher/address.ts';
import { startEngines } from '../launcher/engines.ts';
import { type Launch, Phases, type Running } from '../launcher/run-launcher.ts';
import type { StopRequest } from '../launcher/stop-request.ts';
import { type PlannedService, planSplit, processTable } from './plan.ts';
import { createSplitGateway } from './split-gateway.ts';
import { superviseProcess } from './supervised-process.ts';

/** More than twice what all processes hold at rest, which `split-accounts.e2e.spec.ts` measures. */
const connections = 200;

/** Starts each service in processes of its own, as on a cluster, behind one port. Resolves when all are ready. */
export async function startSplit({ config: given, folder, stop, cleanUp }: Launch): Promise<Running> {
  const phases = new Phases();
  const gateway = createSplitGateway();
  const config = { ...given, PORT: await gateway.listen(given.PORT, given.HOST) };
  cleanUp.defer(async () => gateway.close());

  const engines = await phases.run('database', () => startEngines(config, folder, { connections, stop }));
  cleanUp.defer(() => engines.stop());
  stop.check();

  const plan = await planSplit(engines.environment, addressOf(config));
  const planned = [...plan.command, ...plan.query, ...plan.worker, ...plan.web];
  const processes = planned.map(superviseProcess);
  cleanUp.defer(async () => {
    await Promise.all(processes.map((each) => each.stop()));
  });
  await phases.run('services', () => Promise.all(planned.map((service) => untilReady(service, stop))));

  const overHttp = (services: readonly PlannedService[]) =>
    createHttpTransport(new Origins(services.map(({ origin }) => origin).join(',')));
  const [query, command] = [overHttp(plan.query), overHttp(plan.command)];
  const journal = startedJournal(engines.environment, (path, request) =>
    (request.method === 'GET' ? query : command)(path, request),
  );
  if (config.DEMO_CONTENT === 'on')
    await phases.run('demo content', () => ensureDemoContent(folder.path, journal));
  await phases.run('read models', () => journal.untilReadable());
  stop.check();
  await ensureFirstAdministrator(folder.path, journal, showFirstAdministrator);
  gateway.open({ origins: plan.web.map(({ origin }) => origin), members: planned });
  cleanUp.defer(() => gateway.drain());
  process.stdout.write(`\n${config.JOURNAL_NAME} is ready at ${addressOf(config)} (${phases.summary()})\n`);
  const origins = planned.map(({ origin }) => origin).join(',');
  process.stdout.write(
    `${processTable(planned)}\nFigures of all: npm run journal -- status --services ${origins}\n`,
  );
  return { broken: engines.broken };
}

const readyTimeout = 60_000;

async function untilReady({ name, origin }: PlannedService, stop: StopRequest): Promise<void> {
  const deadline = Date.now() + readyTimeout;
  let last = 'no answer';
  while (Date.now() < deadline) {
    stop.check();
    try {
      const answer = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(3_000) });
      last = await answer.text();
      if (answer.ok) return;
    } catch {
      // Not listening yet, or being started again.
    }
    await sleep(100);
  }
  throw new Error(`${name} did not become ready within ${readyTimeout / 1_000} s: ${last}`);
}
