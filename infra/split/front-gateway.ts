import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { InFlight } from '../embedded/gateway.ts';
import { answerProblem, createEntrance, type EntranceOptions } from '../entrance/entrance.ts';
import { listenOn } from '../launcher/listen-on.ts';

export interface FrontGateway {
  listen(port: number, host: string): Promise<number>;
  /** From now on requests go to `origins` in turn, and health is that of `members`; what was asked before has waited. */
  open(origins: readonly string[], members: readonly Member[]): void;
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

/**
 * One port in front of several web processes, in turn; one that does not answer is passed over, where no harm can come
 * of it. Their metrics are not for the public: 404.
 * Health is that of all members together.
 */
export function createFrontGateway(options: EntranceOptions = {}): FrontGateway {
  const opened = Promise.withResolvers<{ origins: readonly string[]; members: readonly Member[] }>();
  const agent = new Agent({ keepAlive: true });
  const inFlight = new InFlight();
  let turn = 0;
  const server = createEntrance(async (request, response) => {
    if (!inFlight.add(response)) return;
    if (isInternal(request.url)) return answerProblem(response, 'not-found');
    const { origins, members } = await opened.promise;
    if (isHealth(request.url)) return answerHealth(members, request, response);
    const start = turn++ % origins.length;
    forward(request, response, [...origins.slice(start), ...origins.slice(0, start)], agent);
  }, options);
  return {
    listen: (port, host) => listenOn(server, port, host),
    open: (origins, members) => opened.resolve({ origins, members }),
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

/** Read as a router does, which decodes escapes and stops at a fragment. */
function isInternal(url = '/'): boolean {
  const [path = '/'] = url.split(/[?#]/, 1);
  try {
    return /^\/metrics\/?$/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  [origin, ...others]: string[],
  agent: Agent,
): void {
  if (response.destroyed) return;
  if (!origin) {
    answerProblem(response, 'unavailable', { 'retry-after': '1' });
    return;
  }
  const { method, url, headers, socket } = request;
  const passed = Object.entries(headers).filter(([name]) => !perHop.has(name));
  const { hostname, port } = new URL(origin);
  let upstream: ClientRequest;
  try {
    upstream = send({
      host: hostname,
      port,
      path: url,
      method,
      agent,
      headers: {
        ...Object.fromEntries(passed),
        // Without it, the body of a GET would go out unframed and be read as a request of its own.
        ...(headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {}),
        // Who is not on this machine could not have sent one: the entrance has dropped it.
        'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
      },
    });
  } catch {
    answerProblem(response, 'invalid-request');
    return;
  }
  response.once('close', () => upstream.destroy());
  upstream.on('response', (answer) => {
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !perHop.has(name)) response.setHeader(name, value);
    response.writeHead(answer.statusCode ?? 503);
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

/** A process that the system consists of. */
export interface Member {
  name: string;
  origin: string;
}

/** Longer than a service gives its own checks. */
const healthTimeout = 3_000;

/** Whether health is asked for. */
export function isHealth(url = '/'): boolean {
  return /^\/health\/(live|ready)(\?|$)/.test(url);
}

/**
 * Asks every member and answers for them together: 200 where all are well, else 503 with the names of those that are
 * missing and what each said. For GET and HEAD alone.
 */
export async function answerHealth(
  members: readonly Member[],
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== 'GET' && method !== 'HEAD')
    return answerProblem(response, 'method-not-allowed', { allow: 'GET, HEAD' });
  const [path = '/'] = url.split('?', 1);
  const answers = await Promise.all(members.map((member) => ask(member, path)));
  const missing = answers.filter(({ isWell }) => !isWell).map(({ name }) => name);
  const isWell = missing.length === 0;
  const state = path === '/health/ready' ? { ready: isWell } : { live: isWell };
  const processes = Object.fromEntries(answers.map(({ name, report }) => [name, report]));
  response.writeHead(isWell ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify({ ...state, missing, processes }));
}

async function ask({ name, origin }: Member, path: string) {
  try {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(healthTimeout) });
    return { name, isWell: answer.ok, report: (await answer.json()) as unknown };
  } catch {
    return { name, isWell: false, report: 'no answer' };
  }
}
