import { randomUUID } from 'node:crypto';
import AjvCompiler from '@fastify/ajv-compiler';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { isEmail, isPrintable, maxBodyBytes, requestIdHeader } from '@journal/contracts';
import fastify, { type FastifyServerOptions } from 'fastify';
import { type HealthCheck, registerHealth } from '../health/health.ts';
import { type Metrics, registerMetrics } from '../metrics/metrics.ts';
import { answerClientError } from '../problem/client-error.ts';
import { answerError, registerProblems } from '../problem/problems.plugin.ts';
import { registerDrain } from './drain.ts';
import { registerJsonBody } from './json-body.ts';
import { rememberRoutes } from './known-routes.ts';
import { logSerializers } from './log-serializers.ts';
import { quietOutage } from './quiet-outage.ts';
import { RequestLog } from './request-log.ts';
import { trustedProxies } from './trusted-proxies.ts';

export type ServerOptions = {
  name: string;
  logLevel: string;
  metrics: Metrics;
  checks: Readonly<Record<string, HealthCheck>>;
  /** Whether an error says that something this service needs is away for now; default: never. */
  isUnavailable?: (error: unknown) => boolean;
  /** Who may say where a request comes from and what its id is, as `TRUSTED_PROXIES`; default: nobody. */
  trustedProxies?: string | undefined;
  logStream?: NonNullable<Exclude<FastifyServerOptions['logger'], boolean | undefined>>['stream'];
};

const usableRequestId = /^[A-Za-z0-9_.:-]{1,100}$/;
const requestTimeout = 30_000;
/** One for all servers of a process: what one has compiled, the others have too. */
const buildValidator = AjvCompiler();

/**
 * A Fastify server as all services have it: JSON logs with the request id that a trusted proxy passed on or a new one,
 * strict bodies (nothing coerced, nothing dropped), problem+json for every error, health and metrics.
 */
export function createServer(options: ServerOptions) {
  const { isUnavailable = () => false } = options;
  const isTrusted = trustedProxies(options.trustedProxies ?? '');
  const app = fastify({
    logger: {
      level: options.logLevel,
      name: options.name,
      serializers: logSerializers,
      hooks: { logMethod: quietOutage(isUnavailable) },
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    bodyLimit: maxBodyBytes,
    requestTimeout,
    trustProxy: isTrusted,
    genReqId: ({ headers, socket }) => {
      const given = headers[requestIdHeader];
      const isUsable = typeof given === 'string' && usableRequestId.test(given);
      return isUsable && isTrusted(socket.remoteAddress) ? given : randomUUID();
    },
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
  registerDrain(app);
  registerJsonBody(app);
  registerProblems(app, { routes: rememberRoutes(app), isUnavailable });
  registerMetrics(app, options.metrics);
  registerHealth(app, options.checks);
  return app;
}

export type Server = ReturnType<typeof createServer>;
