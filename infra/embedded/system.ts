import { createInProcessStreamTransport, createInProcessTransport, type Service } from '@journal/service-kit';
import { type Member, untilReady } from '../gateway/members.ts';

export interface SystemOptions {
  /** As returned by `startEngines`. */
  environment: Record<string, string>;
  /** Serves pages from source, with hot reload. */
  dev: boolean;
}

/** Parts that specs replace. */
export interface SystemParts {
  command?: Parameters<ServiceModules['command']['createCommandService']>[1];
  /** Creates the web from the services that it reads. */
  createWeb?(services: Pick<SystemServices, 'command' | 'query'>): Promise<Service>;
}

/** Loads the code of all services. Separate from `startSystem`, so that it can run while the database starts. */
export async function loadServices() {
  const [command, query, worker, web] = await Promise.all([
    import('@journal/command'),
    import('@journal/query'),
    import('@journal/worker'),
    import('@journal/web'),
  ]);
  return { command, query, worker, web };
}

type ServiceModules = Awaited<ReturnType<typeof loadServices>>;

/** Starts the four services in this process. If one can't start, stops the others and rejects. */
export async function startSystem(
  modules: ServiceModules,
  { environment, dev, ...parts }: SystemOptions & SystemParts,
) {
  const made: Service[] = [];
  const keep = (service: Service): Service => {
    made.push(service);
    return service;
  };
  /** Transport to the API without the network. */
  const transport = createInProcessTransport((method) => {
    const name = method === 'GET' ? 'query' : 'command';
    return made.find((service) => service.name === name);
  });
  const changes = createInProcessStreamTransport(() => made.find(({ name }) => name === 'query')?.app);
  /** Stops clients before the services that they call; safe to call twice. */
  const stop = async (): Promise<void> => {
    const asking = made.filter(({ name }) => name === 'web' || name === 'worker');
    await Promise.all(asking.map((service) => service.stop()));
    await Promise.all(made.map((service) => service.stop()));
  };
  try {
    const [command, query, worker] = await settleAll([
      modules.command
        .createCommandService(modules.command.loadCommandConfig(environment), parts.command)
        .then(keep),
      modules.query
        .createQueryService(modules.query.loadQueryConfig(environment), { command: transport })
        .then(keep),
      modules.worker
        .createWorkerService(modules.worker.loadWorkerConfig(environment), { command: transport })
        .then(keep),
    ]);
    const { COMMAND_URL: _command, QUERY_URL: _query, ...withinProcess } = environment;
    const createWeb =
      parts.createWeb ??
      (() => {
        const config = modules.web.loadWebConfig(withinProcess);
        return modules.web.createWebService(config, { api: transport, changes, dev });
      });
    const web = keep(await createWeb({ command, query }));
    web.app.collectProcessMetrics?.();
    await settleAll(made.map(startOne));
    const services: SystemServices = { command, query, worker, web };
    return { services, transport, stop };
  } catch (failure) {
    await stop().catch(() => undefined);
    throw failure;
  }
}

/** Like `Promise.all`, but rejects only when all have settled, so that started services can be stopped. */
async function settleAll<T extends unknown[]>(
  steps: [...{ [Index in keyof T]: Promise<T[Index]> }],
): Promise<T> {
  await Promise.allSettled(steps);
  return Promise.all(steps) as Promise<T>;
}

async function startOne(service: Service): Promise<void> {
  await service.app.ready();
  await service.start();
}

/** The four services behind the port: `query` answers reads below /api, `command` everything else there. */
export interface SystemServices {
  command: Service;
  query: Service;
  worker: Service;
  web: Service;
}

/** Returns a service of this process as a member. */
export const memberOf = ({ name, app }: Service): Member => ({
  name,
  async ask(url) {
    const { statusCode, body } = await app.inject({ method: 'GET', url });
    return { isOk: statusCode === 200, body };
  },
});

/** Resolves when the service has everything it needs. After a minute, rejects with what it lacks. */
export const untilServiceReady = (service: Service, stop = { check: () => {} }) =>
  untilReady(memberOf(service), stop);
