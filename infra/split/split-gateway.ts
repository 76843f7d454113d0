import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { Origins } from '@journal/contracts';
import { answerProblem } from '@journal/service-kit';
import { createGateway, type Gateway, type GatewayOptions } from '../gateway/gateway.ts';
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

export interface SplitGatewayOptions extends GatewayOptions {
  /** Milliseconds after which a request that has arrived is answered with 503, unless its answer has begun. */
  answerTimeout?: number;
  /** Milliseconds after which a read is sent to the next web process. */
  passOnAfter?: number;
}

/** Everything that one request needs to be passed on. */
interface Passing {
  request: IncomingMessage;
  response: ServerResponse;
  agent: Agent;
  /** Milliseconds that each but the last web process gets to begin its answer. */
  passOnAfter: number;
  turns: Origins;
  /** The web process that has it now. */
  asked?: string;
}

/** Milliseconds that a connection may rest: less than a web process that is told to end waits until it closes it. */
const idleConnection = 1_000;

/** Milliseconds, unless others are given: web itself sends a read on after 3 seconds, and answers after 7. */
export const defaultTimes = { answerTimeout: 7_500, passOnAfter: 4_000 };

/**
 * One port in front of several web processes, in turn; one that does not answer is passed over where that can do no
 * harm, and rests. Their metrics are not for the public: 404.
 */
export function createSplitGateway(options: SplitGatewayOptions = {}): Gateway<Backends> {
  const { answerTimeout, passOnAfter } = { ...defaultTimes, ...options };
  const agent = new Agent({ keepAlive: true, timeout: idleConnection });
  let known: Backends | undefined;
  let turns = new Origins('http://127.0.0.1');
  const gateway = createGateway<Backends>(
    (target, request, response) => {
      const { origins, members } = target;
      if (known !== target) {
        known = target;
        turns = new Origins(origins.join(','));
      }
      if (isInternal(request.url)) return answerProblem(response, 'not-found');
      const [, path] = /^(\/health\/(?:live|ready))(?:\?|$)/.exec(request.url ?? '/') ?? [];
      if (path)
        return answerForAll(members, path, request, response, (answers) => {
          const missing = answers.filter(({ isOk }) => !isOk).map(({ name }) => name);
          const processes = reportsOf(answers, 'no answer');
          answerHealth(response, path, answers, { missing, processes });
        });
      const passing = { request, response, agent, passOnAfter, turns };
      limitWait(passing, answerTimeout);
      forward(turns.inTurn(), passing);
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

/** Answers with 503 so long after the request has arrived, unless an answer has begun. */
function limitWait(passing: Passing, timeout: number): void {
  const { request, response, turns } = passing;
  const begin = () => {
    const timer = setTimeout(() => {
      if (response.headersSent) return;
      if (passing.asked) turns.didNotAnswer(passing.asked);
      unavailable(response);
    }, timeout);
    response.once('close', () => clearTimeout(timer));
  };
  // A body comes as fast as its sender's network lets it.
  if (isRead(request)) begin();
  else request.once('end', begin);
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function unavailable(response: ServerResponse): void {
  answerProblem(response, 'unavailable', { 'retry-after': '1' });
}

function forward([origin, ...others]: string[], passing: Passing): void {
  const { request, response, agent, passOnAfter, turns } = passing;
  if (response.destroyed || response.headersSent) return;
  if (!origin) {
    unavailable(response);
    return;
  }
  passing.asked = origin;
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
  const late =
    isRead(request) && others.length > 0
      ? setTimeout(() => upstream.destroy(new Error('no answer in time')), passOnAfter)
      : undefined;
  upstream.once('close', () => clearTimeout(late));
  response.once('close', () => upstream.destroy());
  upstream.on('response', (answer) => {
    clearTimeout(late);
    if (response.headersSent) return void answer.destroy();
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !hopByHop.has(name)) response.setHeader(name, value);
    response.writeHead(answer.statusCode ?? 503);
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.on('error', (failure: NodeJS.ErrnoException) => {
    if (response.destroyed) return;
    turns.didNotAnswer(origin);
    if (response.headersSent) return response.destroy();
    // A refused connection has taken nothing of the body; a read may be asked again in any case.
    forward(failure.code === 'ECONNREFUSED' || isRead(request) ? others : [], passing);
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
