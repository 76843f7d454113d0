import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { InFlight } from '../embedded/in-flight.ts';
import { listenOn } from '../launcher/listen-on.ts';

export interface FrontGateway {
  listen(port: number, host: string): Promise<void>;
  /** From now on requests go to these in turn; those asked before have waited. */
  open(origins: readonly string[]): void;
  drain(): Promise<void>;
  close(): void;
}

const drainTime = 4_000;
const perHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'te',
  'trailer',
]);

/** One port in front of several web processes, in turn; one that does not answer is passed over, where no harm can come of it. */
export function createFrontGateway(): FrontGateway {
  const opened = Promise.withResolvers<readonly string[]>();
  const agent = new Agent({ keepAlive: true });
  const inFlight = new InFlight();
  let turn = 0;
  const server = createServer((request, response) => {
    inFlight.add(request, response);
    void opened.promise.then((origins) => {
      const start = turn++ % origins.length;
      forward(request, response, [...origins.slice(start), ...origins.slice(0, start)], agent);
    });
  });
  server.keepAliveTimeout = 72_000;
  return {
    listen: (port, host) => listenOn(server, port, host),
    open: (origins) => opened.resolve(origins),
    async drain() {
      if (server.listening) server.close();
      await inFlight.drain(drainTime);
      server.closeIdleConnections();
    },
    close() {
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  [origin, ...others]: string[],
  agent: Agent,
): void {
  if (!origin) {
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('No web process answers at the moment.\n');
    return;
  }
  const { method, url, headers, socket } = request;
  const passed = Object.entries(headers).filter(([name]) => !perHop.has(name));
  const upstream = send(origin + url, {
    method,
    agent,
    headers: { ...Object.fromEntries(passed), 'x-forwarded-for': socket.remoteAddress ?? '' },
  });
  response.once('close', () => upstream.destroy());
  upstream.on('response', (answer) => {
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !perHop.has(name)) response.setHeader(name, value);
    response.writeHead(answer.statusCode ?? 502);
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.on('error', (failure: NodeJS.ErrnoException) => {
    if (response.destroyed) return;
    if (response.headersSent) return response.destroy();
    // A refused connection has taken nothing of the body; a read may be asked again in any case.
    const isHarmless = failure.code === 'ECONNREFUSED' || method === 'GET' || method === 'HEAD';
    forward(request, response, isHarmless ? others : [], agent);
  });
  upstream.once('socket', (connection) => {
    const pass = () => request.pipe(upstream);
    if (connection.connecting) connection.once('connect', pass);
    else pass();
  });
}
