import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openGate } from '@journal/testing';
import { type MailServerOptions, startMailServer } from '../../../services/worker/src/testing/mail-server.ts';
import { untilReady } from '../../gateway/members.ts';
import { newSecrets } from '../../launcher/secrets.ts';
import { type Counts, type PlannedService, planSplit } from '../../split/plan.ts';
import { createSplitGateway, memberAt } from '../../split/split-gateway.ts';
import { superviseProcess } from '../../split/supervised-process.ts';
import type { Targets } from '../schedule.ts';
import { type Engine, mountSmallDisk, startPostgres, startRedis } from './engines.ts';

export type Rig = Awaited<ReturnType<typeof startRig>>;
type Gate = Awaited<ReturnType<typeof openGate>>;

export type RigOptions = {
  readonly counts: Counts;
  /** External engine, in place of the rig's own. */
  readonly eventStore?: Engine | undefined;
  readonly search?: (Engine & { readonly key?: string | undefined }) | undefined;
  /** Where the jobs are: in a Redis of the rig (default), or in its Postgres. */
  readonly queue?: QueueBackend;
  readonly mailServer?: MailServerOptions;
  /** Further variables of the services. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Name of the services' log file, without its extension. */
  readonly logName?: string;
};

export const queueBackends = ['redis', 'postgres'] as const;
export type QueueBackend = (typeof queueBackends)[number];

const clock = fileURLToPath(new URL('shifted-clock.mjs', import.meta.url));

/**
 * Starts the system like the split start, supervising each process in the same way, on its own engines. Every
 * connection between a process and an engine or another process leads through a separate gate.
 */
export async function startRig({
  counts,
  eventStore,
  search,
  queue = 'redis',
  mailServer,
  variables,
  logName = 'services',
}: RigOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'journal-faults-'));
  const cleanUp = new AsyncDisposableStack();
  try {
    cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    const disk = await mountSmallDisk(join(folder, 'disk'));
    if (disk) cleanUp.defer(disk.unmount);
    const postgres = await startPostgres(disk ? join(folder, 'disk') : folder);
    cleanUp.defer(postgres.stop);
    const redis = queue === 'redis' ? await startRedis(folder) : undefined;
    if (redis) cleanUp.defer(redis.stop);
    const mail = await startMailServer(mailServer);
    cleanUp.defer(mail.close);

    const gateway = createSplitGateway();
    const port = await gateway.listen(0, '127.0.0.1');
    cleanUp.defer(async () => gateway.close());
    const url = `http://localhost:${port}`;
    const { POSTGRES_PASSWORD: _, ...secrets } = newSecrets();
    const environment: Record<string, string> = {
      ...secrets,
      PORT: `${port}`,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      JOURNAL_NAME: 'The Forum',
      TRUSTED_PROXIES: 'loopback',
      DATABASE_URL: postgres.url,
      EVENT_STORE_URL: eventStore?.url ?? postgres.url,
      ...(redis && { QUEUE_URL: redis.url }),
      SMTP_URL: mail.url,
      ...variables,
      ...(search && { SEARCH_URL: search.url, ...(search.key && { SEARCH_KEY: search.key }) }),
    };

    const gates = new Map<string, Gate>();
    cleanUp.defer(async () => {
      for (const gate of gates.values()) await gate.close();
    });
    const through = async (link: string, target: string) => {
      const gated = new URL(target);
      const gate = await openGate(Number(gated.port), gated.hostname);
      gates.set(link, gate);
      gated.hostname = '127.0.0.1';
      gated.port = `${gate.port}`;
      return gated.href;
    };

    const plan = await planSplit(environment, url, counts);
    const planned = [...plan.command, ...plan.query, ...plan.worker, ...plan.web];
    const ways = new Map<PlannedService, string>();
    for (const service of planned)
      ways.set(service, new URL(await through(`to ${service.name}`, service.origin)).origin);
    const waysTo = (services: readonly PlannedService[]) =>
      services.map((service) => ways.get(service) ?? '').join(',');
    for (const { name, environment: own } of planned) {
      const engines = {
        DATABASE_URL: 'tables',
        EVENT_STORE_URL: 'log',
        QUEUE_URL: 'queue',
        SEARCH_URL: 'search',
      };
      for (const [variable, engine] of Object.entries(engines)) {
        const given = own[variable];
        if (given !== undefined) own[variable] = await through(`${name} to ${engine}`, given);
      }
      if (own['QUERY_URL']) own['QUERY_URL'] = waysTo(plan.query);
      if (own['COMMAND_URL']) own['COMMAND_URL'] = waysTo(plan.command);
      own['NODE_OPTIONS'] = `--import=${clock}`;
      own['CLOCK_SHIFT'] = clockOf(name);
    }
    function clockOf(name: string) {
      return join(folder, `clock of ${name}`);
    }

    await mkdir('.bench', { recursive: true });
    const log = join('.bench', `${logName}.log`);
    const output = openSync(log, 'w');
    cleanUp.defer(async () => closeSync(output));
    const processes = new Map(planned.map((each) => [each.name, superviseProcess(each, output)]));
    cleanUp.defer(async () => {
      await Promise.all([...processes.values()].map((each) => each.stop()));
    });
    await Promise.all(planned.map((service) => untilReady(service, { check: () => undefined })));
    gateway.open({
      origins: plan.web.map((service) => ways.get(service) ?? ''),
      members: planned.map((service) => memberAt(service.name, ways.get(service) ?? '')),
    });

    const engines = [postgres, redis, eventStore, search].filter((engine) => engine !== undefined);
    const targets: Targets = {
      processes: planned.map(({ name }) => name),
      engines: engines.map(({ name }) => name),
      enginesToHang: engines.filter(({ hang }) => hang).map(({ name }) => name),
      links: [...gates.keys()],
      canFillDisk: disk !== undefined,
    };
    return {
      url,
      environment,
      folder,
      log,
      targets,
      mail,
      disk,
      engines: new Map(engines.map((engine) => [engine.name, engine])),
      commands: plan.command.map(({ origin }) => origin),
      workers: plan.worker.map(({ name, origin }) => ({ name, origin })),
      gate: (link: string) => gates.get(link),
      pidOf: (name: string) => processes.get(name)?.pid,
      shiftClock: (name: string, seconds: number) => writeFile(clockOf(name), `${seconds}`),
      stop: () => cleanUp.disposeAsync(),
    };
  } catch (failure) {
    await cleanUp.disposeAsync();
    throw failure;
  }
}
