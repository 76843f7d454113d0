import type { Service } from '@journal/service-kit';
import type { ApiTransport } from '@journal/web';
import type { SystemServices } from './system-services.ts';

export interface SystemOptions {
  /** As `Engines.environment`. */
  environment: Record<string, string>;
  /** Pages from their sources, with hot reload. */
  dev: boolean;
}

export interface System {
  services: SystemServices;
  /** Ends them in an order in which none misses another; safe to call twice. */
  stop(): Promise<void>;
}

/** Loads the code of all services; apart from `startSystem` so that it can go on while the database starts. */
export async function loadServices() {
  const [command, query, worker, web] = await Promise.all([
    import('@journal/command'),
    import('@journal/query'),
    import('@journal/worker'),
    import('@journal/web'),
  ]);
  return { command, query, worker, web };
}

type Doors = Awaited<ReturnType<typeof loadServices>>;

/** Starts the four services in this process. Rejects where one can't start, after ending the others. */
export async function startSystem(doors: Doors, { environment, dev }: SystemOptions): Promise<System> {
  const [command, query, worker] = await Promise.all([
    doors.command.createCommandService(doors.command.loadCommandConfig(environment)),
    doors.query.createQueryService(doors.query.loadQueryConfig(environment)),
    doors.worker.createWorkerService(doors.worker.loadWorkerConfig(environment)),
  ]);
  const { COMMAND_URL: _command, QUERY_URL: _query, ...withinProcess } = environment;
  const web = await doors.web.createWebService(doors.web.loadWebConfig(withinProcess), {
    api: apiOf(query),
    dev,
  });
  const services = { command, query, worker, web };
  const stop = async () => {
    await web.stop();
    await Promise.all([command.stop(), query.stop(), worker.stop()]);
  };
  try {
    await Promise.all(Object.values(services).map((service: Service) => startOne(service)));
  } catch (failure) {
    await stop().catch(() => undefined);
    throw failure;
  }
  return { services, stop };
}

async function startOne(service: Service): Promise<void> {
  await service.app.ready();
  await service.start();
}

/** What the pages read from, without a way over the network. */
function apiOf(query: Service): ApiTransport {
  return {
    async fetch(path, { headers, signal }) {
      const answer = await query.app.inject({
        method: 'GET',
        url: path,
        headers,
        ...(signal ? { signal } : {}),
      });
      const pairs = Object.entries(answer.headers).filter(([, value]) => value !== undefined);
      return {
        status: answer.statusCode,
        headers: Object.fromEntries(pairs.map(([name, value]) => [name, `${value}`])),
        body: answer.body,
      };
    },
  };
}
