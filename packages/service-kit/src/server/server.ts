import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import AjvCompiler from '@fastify/ajv-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { isEmail, isPrintable, maxBodyBytes, requestIdHeader } from '@journal/contracts';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify';
import { type HealthCheck, type Metrics, registerHealth, registerMetrics } from '../monitoring/monitoring.ts';
import { registerTracing } from '../monitoring/trace-hooks.ts';
import { answerClientError, answerProblem } from '../problem/problem-error.ts';
import { answerError, registerProblems } from '../problem/problems.plugin.ts';
import { createRequestIds, withEarlyAnswers } from './early-answers.ts';
import { inTurn } from './in-turn.ts';
import { registerJsonBody } from './json-body.ts';
import { rememberRoutes } from './known-routes.ts';
import { logSerializers, RequestLog, throttleOutageWarnings } from './logging.ts';
import { hasTwoHosts, trustedProxies } from './network.ts';

export type ServerOptions = {
  name: string;
  logLevel: string;
  metrics: Metrics;
  checks: Readonly<Record<string, HealthCheck>>;
  /** Whether an error means that a dependency is unavailable for now; default: never. */
  isUnavailable?: (error: unknown) => boolean;
  /** Proxies whose forwarded addresses, request ids and traces are trusted, as `TRUSTED_PROXIES`; default: none. */
  trustedProxies?: string | undefined;
  logStream?: NonNullable<Exclude<FastifyServerOptions['logger'], boolean | undefined>>['stream'];
};

const requestTimeout = 30_000;
/**
 * Seconds for which callers are asked to keep a connection that rests; `fetch` keeps it two seconds less. It is gone by then
 * where a service that is told to end closes connections: what is sent in that moment is lost.
 */
const idleConnection = 3;
/** One for all servers of a process: what one has compiled, the others have too. */
const buildValidator = AjvCompiler();

/**
 * Returns a Fastify server as all services have it: JSON logs with the request id that a trusted proxy passed on or a
 * new one, strict bodies (nothing coerced, nothing dropped), problem+json for every error, health and metrics,
 * and a way to answer requests before Fastify (`withEarlyAnswers`).
 */
export function createServer(options: ServerOptions) {
  const { isUnavailable = () => false } = options;
  const isTrusted = trustedProxies(options.trustedProxies ?? '');
  const requestIdOf = createRequestIds(isTrusted);
  /** As Fastify makes its server itself, but with the `routing` that it has in the end. */
  const serverFactory: FastifyServerOptions['serverFactory'] = (_routing, { keepAliveTimeout }) => {
    const server = createHttpServer((request, response) =>
      inTurn(request, response, () => {
        if (hasTwoHosts(request)) return answerProblem(response, 'invalid-request', { connection: 'close' });
        if (!response.hasHeader('connection')) response.setHeader('keep-alive', `timeout=${idleConnection}`);
        return app.routing(request, response);
      }),
    );
    server.keepAliveTimeout = Number(keepAliveTimeout);
    server.requestTimeout = requestTimeout;
    return server;
  };
  const app = fastify({
    logger: {
      level: options.logLevel,
      name: options.name,
      serializers: logSerializers,
      hooks: { logMethod: throttleOutageWarnings(isUnavailable) },
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    bodyLimit: maxBodyBytes,
    requestTimeout,
    trustProxy: isTrusted,
    genReqId: requestIdOf,
    logController: new RequestLog(),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: {
      customOptions: {
        allErrors: true,
        coerceTypes: false,
        verbose: true,
        removeAdditional: false,
        useDefaults: true,
        strict: false,
        formats: { 'email-address': isEmail, printable: isPrintable },
      },
    },
    schemaController: { compilersFactory: { buildValidator } },
    serverFactory,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header(requestIdHeader, request.id);
      answerError(error, request, reply, { isUnavailable });
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id).header('x-content-type-options', 'nosniff');
  });
  registerTracing(app, options.name, isTrusted);
  registerDrain(app);
  registerJsonBody(app);
  registerProblems(app, { methodsOf: rememberRoutes(app), isUnavailable });
  const seconds = registerMetrics(app, options.metrics);
  registerHealth(app, options.checks);
  return withEarlyAnswers(app, { requestIdOf, seconds });
}

export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/**
 * Ends connections when the server closes: unused ones, which browsers open in advance, at once, and kept-alive ones after
 * their last request. `close` itself would wait for these until their client hangs up.
 */
function registerDrain(app: FastifyInstance): void {
  let closing = false;
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
  });
}
