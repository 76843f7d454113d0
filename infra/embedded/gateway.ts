import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '@journal/service-kit';
import { answerProblem, createEntrance, type EntranceOptions } from '../entrance/entrance.ts';
import { listenOn } from '../launcher/listen-on.ts';
import { answerForAll, isForAll } from './answers-for-all.ts';
import type { SystemServices } from './system.ts';

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

/** The answers that are being given at this moment; none is begun once they drain. */
export class InFlight {
  readonly #answers = new Set<ServerResponse>();
  #onChange: (() => void) | undefined;
  #isDraining = false;

  /** Whether it may be answered: what a kept connection asks during the drain gets a 503 that closes it. */
  add(response: ServerResponse): boolean {
    if (this.#isDraining) {
      answerProblem(response, 'unavailable', { 'retry-after': '1', connection: 'close' });
      return false;
    }
    this.#answers.add(response);
    // Headers that are only given to writeHead can't be read back, unless one was set before.
    response.setHeader('content-type', '');
    response.removeHeader('content-type');
    response.once('close', () => {
      this.#answers.delete(response);
      this.#onChange?.();
    });
    return true;
  }

  /**
   * Resolves when every answer but the endless ones (event streams, which their service ends) is given, or
   * after `timeout` milliseconds. From now on each answer closes its connection.
   */
  async drain(timeout: number): Promise<void> {
    this.#isDraining = true;
    for (const response of this.#answers)
      if (!response.headersSent) response.setHeader('connection', 'close');
    const deadline = setTimeout(() => this.#onChange?.(), timeout);
    const end = performance.now() + timeout;
    while (this.#finite().length > 0 && performance.now() < end) {
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
    clearTimeout(deadline);
  }

  #finite(): ServerResponse[] {
    return [...this.#answers].filter((response) => !isEventStream(response));
  }
}

function isEventStream(response: ServerResponse): boolean {
  const type = String(response.getHeader('content-type') ?? '');
  return response.headersSent && /^text\/event-stream\b/i.test(type);
}
