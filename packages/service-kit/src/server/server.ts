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
import { handleInOrder } from './handle-in-order.ts';
import { registerJsonBody } from './json-body.ts';
import { rememberRoutes } from './known-routes.ts';
import { logSerializers, RequestLog, throttleOutageWarnings } from './logging.ts';
import { hasTwoHosts, trustedProxies } from './network.ts';

export type ServerOptions = {
  name: string;
  logLevel: string;
  metrics: Metrics;
  checks: Readonly<Record<string, HealthCheck>>;
  /** Whether an error means that a dependency is temporarily unavailable; default: never. */
  isUnavailable?: (error: unknown) => boolean;
  /** Proxies whose forwarded addresses, request IDs and traces are trusted, like `TRUSTED_PROXIES`; default: none. */
  trustedProxies?: string | undefined;
  logStream?: NonNullable<Exclude<FastifyServerOptions['logger'], boolean | undefined>>['stream'];
};

const requestTimeout = 30_000;
/**
 * Keep-alive timeout in seconds that responses announce to clients; `fetch` uses two seconds less. Idle connections are
 * thus gone by the time a stopping service closes them: a request sent at that moment would be lost.
 */
const idleConnection = 3;
/** Shared by all servers of a process, so that each schema is compiled only once. */
const buildValidator = AjvCompiler();

/**
 * Returns a Fastify server with the setup common to all services: JSON logs with the request ID forwarded by a trusted
 * proxy or a new one, strict bodies (nothing coerced, nothing dropped), problem+json for every error, health checks and
 * metrics, and the option to respond before Fastify (`withEarlyAnswers`).
 */
export function createServer(options: ServerOptions) {
  const { isUnavailable = () => false } = options;
  const isTrusted = trustedProxies(options.trustedProxies ?? '');
  const requestIdOf = createRequestIds(isTrusted);
  /** Creates the server like Fastify does, but calls the final `routing` of the app. */
  const serverFactory: FastifyServerOptions['serverFactory'] = (_routing, { keepAliveTimeout }) => {
    const server = createHttpServer((request, response) =>
      handleInOrder(request, response, () => {
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
 * Ends connections when the server closes: unused ones, which browsers open in advance, immediately, and kept-alive
 * ones after their last request. `close` itself would wait until their clients disconnect.
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
