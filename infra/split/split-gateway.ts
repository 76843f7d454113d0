import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { answerProblem, createGateway, type Gateway, type GatewayOptions } from '../gateway/gateway.ts';
import { answerForAll, answerHealth, type Member, reportsOf } from '../gateway/members.ts';

export interface Backends {
  /** The web processes that take requests in turn. */
  origins: readonly string[];
  /** All processes; health is that of all of them together. */
  members: readonly Member[];
}

const hopByHop = new Set(
  'connection keep-alive transfer-encoding upgrade proxy-connection te trailer'.split(' '),
);

/**
 * One port in front of several web processes, in turn; one that does not answer is passed over where that can do no
 * harm. Their metrics are not for the public: 404.
 */
export function createSplitGateway(options?: GatewayOptions): Gateway<Backends> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const gateway = createGateway<Backends>(
    ({ origins, members }, request, response) => {
      if (isInternal(request.url)) return answerProblem(response, 'not-found');
      const [, path] = /^(\/health\/(?:live|ready))(?:\?|$)/.exec(request.url ?? '/') ?? [];
      if (path)
        return answerForAll(members, path, request, response, (answers) => {
          const missing = answers.filter(({ isOk }) => !isOk).map(({ name }) => name);
          const processes = reportsOf(answers, 'no answer');
          answerHealth(response, path, answers, { missing, processes });
        });
      const start = turn++ % origins.length;
      forward(request, response, [...origins.slice(start), ...origins.slice(0, start)], agent);
    },
    { drainTimeout: 4_000, ...options },
  );
  return {
    ...gateway,
    close() {
      gateway.close();
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
  const passed = Object.entries(headers).filter(([name]) => !hopByHop.has(name));
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
        // Who is not on this machine could not have sent one: the gateway has dropped it.
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
      if (value !== undefined && !hopByHop.has(name)) response.setHeader(name, value);
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

/** Longer than a service gives its own checks. */
const healthTimeout = 3_000;

/** Returns the member that the process at `origin` is. */
export const memberAt = (name: string, origin: string): Member => ({
  name,
  async ask(path) {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(healthTimeout) });
    return { isOk: answer.ok, body: await answer.text() };
  },
});
