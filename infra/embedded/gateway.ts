import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@journal/service-kit';
import { createEntrance, type EntranceOptions } from '../entrance/entrance.ts';
import { listenOn } from '../launcher/listen-on.ts';
import { answerForAll, isForAll } from './answers-for-all.ts';
import { InFlight } from './in-flight.ts';
import type { SystemServices } from './system-services.ts';

export interface Gateway {
  /** Takes the port at once and answers it; what is asked before `open` waits for it. Rejects where it is taken. */
  listen(port: number, host: string): Promise<number>;
  open(services: SystemServices): void;
  /** Takes no more connections and resolves when the requests under way are answered, event streams apart. */
  drain(): Promise<void>;
  /** Cuts what is left. */
  close(): void;
}

const drainTime = 5_000;

/** One port in front of the services of this process. */
export function createGateway(options: EntranceOptions = {}): Gateway {
  const opened = Promise.withResolvers<SystemServices>();
  const inFlight = new InFlight();
  const server = createEntrance(async (request, response) => {
    if (inFlight.add(response)) await dispatch(await opened.promise, request, response);
  }, options);
  return {
    listen: (port, host) => listenOn(server, port, host),
    open: (services) => opened.resolve(services),
    async drain() {
      if (server.listening) server.close();
      await inFlight.drain(drainTime);
      server.closeIdleConnections();
    },
    close: () => server.closeAllConnections(),
  };
}

async function dispatch(
  services: SystemServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  const path = request.url?.split('?', 1)[0] ?? '/';
  if (isForAll(path)) await answerForAll(services, request.method, path, response);
  else serviceFor(services, request.method, path).app.routing(request, response);
}

function serviceFor(services: SystemServices, method: string | undefined, path: string): Service {
  if (path !== '/api' && !path.startsWith('/api/')) return services.web;
  return method === 'GET' || method === 'HEAD' ? services.query : services.command;
}
