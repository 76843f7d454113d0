import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { maxBodyBytes, Origins } from '@journal/contracts';
import { answerProblem } from '@journal/service-kit';
import { createGateway, type Gateway, type GatewayOptions } from '../gateway/gateway.ts';
import { answerForAll, answerHealth, type Member, reportsOf } from '../gateway/members.ts';

export interface Backends {
  /** Web processes, which receive requests in turn. */
  origins: readonly string[];
  /** All processes; health is that of all of them together. */
  members: readonly Member[];
}

const hopByHop = new Set(
  'connection keep-alive transfer-encoding upgrade proxy-connection te trailer'.split(' '),
);

export interface SplitGatewayOptions extends GatewayOptions {
  /** Milliseconds after which a request that has arrived is answered with 503, unless its response has begun. */
  answerTimeout?: number;
  /** Milliseconds after which a read is forwarded to the next web process. */
  failoverAfter?: number;
}

/** Everything needed to forward one request. */
interface ForwardedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  agent: Agent;
  /** Milliseconds that every web process except the last gets to begin its response. */
  failoverAfter: number;
  webOrigins: Origins;
  /** The web process that is handling it. */
  upstreamOrigin?: string;
}

/** Milliseconds that a connection may be idle: less than a stopping web process waits before it closes it. */
const idleConnection = 1_000;

/** Defaults in milliseconds: web itself forwards a read after 3 seconds, and answers after 7. */
export const defaultTimes = { answerTimeout: 7_500, failoverAfter: 4_000 };

/**
 * One port in front of several web processes, in turn. One that doesn't answer is not used for a while; its requests
 * are forwarded to another one if that can do no harm. Their metrics are not public: 404.
 */
export function createSplitGateway(options: SplitGatewayOptions = {}): Gateway<Backends> {
  const { answerTimeout, failoverAfter } = { ...defaultTimes, ...options };
  const agent = new Agent({ keepAlive: true, timeout: idleConnection });
  let known: Backends | undefined;
  let webOrigins = new Origins('http://127.0.0.1');
  const gateway = createGateway<Backends>(
    (target, request, response) => {
      const { origins, members } = target;
      if (known !== target) {
        known = target;
        webOrigins = new Origins(origins.join(','));
      }
      if (isInternal(request.url)) return answerProblem(response, 'not-found');
      const [, path] = /^(\/health\/(?:live|ready))(?:\?|$)/.exec(request.url ?? '/') ?? [];
      if (path)
        return answerForAll(members, path, request, response, (answers) => {
          const missing = answers.filter(({ isOk }) => !isOk).map(({ name }) => name);
          const processes = reportsOf(answers, 'no answer');
          answerHealth(response, path, answers, { missing, processes });
        });
      // Web would close the connection while the body is being sent, which looks like a failure of web.
      if (Number(request.headers['content-length']) > maxBodyBytes)
        return answerProblem(response, 'body-too-large');
      const forwarded = { request, response, agent, failoverAfter, webOrigins };
      limitWait(forwarded, answerTimeout);
      forward(webOrigins.nextOrder(), forwarded);
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

/** Parses the path like a router, which decodes escapes and stops at a fragment. */
function isInternal(url = '/'): boolean {
  const [path = '/'] = url.split(/[?#]/, 1);
  try {
    return /^\/metrics\/?$/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Answers with 503 `timeout` milliseconds after the request has arrived, unless a response has begun. */
function limitWait(forwarded: ForwardedRequest, timeout: number): void {
  const { request, response, webOrigins } = forwarded;
  const begin = () => {
    const timer = setTimeout(() => {
      if (response.headersSent) return;
      if (forwarded.upstreamOrigin) webOrigins.markUnresponsive(forwarded.upstreamOrigin);
      unavailable(response);
    }, timeout);
    response.once('close', () => clearTimeout(timer));
  };
  // A body arrives only as fast as its sender's network allows.
  if (isRead(request)) begin();
  else request.once('end', begin);
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

function unavailable(response: ServerResponse): void {
  answerProblem(response, 'unavailable', { 'retry-after': '1' });
}

function forward([origin, ...others]: string[], forwarded: ForwardedRequest): void {
  const { request, response, agent, failoverAfter, webOrigins } = forwarded;
  if (response.destroyed || response.headersSent) return;
  if (!origin) {
    unavailable(response);
    return;
  }
  forwarded.upstreamOrigin = origin;
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
        // Without it, the body of a GET would be sent unframed and be read as a separate request.
        ...(headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : {}),
        // Only senders on this machine can have set it: the gateway drops it from others.
        'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
      },
    });
  } catch {
    answerProblem(response, 'invalid-request');
    return;
  }
  const late =
    isRead(request) && others.length > 0
      ? setTimeout(() => upstream.destroy(new Error('no response in time')), failoverAfter)
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
    if (response.destroyed || response.writableEnded) return;
    webOrigins.markUnresponsive(origin);
    if (response.headersSent) return response.destroy();
    // A refused connection has consumed nothing of the body; a read can be repeated in any case.
    forward(failure.code === 'ECONNREFUSED' || isRead(request) ? others : [], forwarded);
  });
  upstream.once('socket', (connection) => {
    const pass = () => {
      let size = 0;
      request.on('data', ({ length }: Buffer) => {
        size += length;
        if (size <= maxBodyBytes || response.headersSent) return;
        request.unpipe(upstream).resume();
        answerProblem(response, 'body-too-large');
      });
      request.pipe(upstream);
    };
    if (connection.connecting) connection.once('connect', pass);
    else pass();
  });
}

/** Milliseconds; longer than a service gives its own checks. */
const healthTimeout = 3_000;

/** Returns the process at `origin` as a member. */
export const memberAt = (name: string, origin: string): Member => ({
  name,
  async ask(path) {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(healthTimeout) });
    return { isOk: answer.ok, body: await answer.text() };
  },
});
