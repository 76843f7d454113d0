import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { isPrintable, maxBodyBytes, requestIdHeader } from '@journal/contracts';
import fastify, { type FastifyServerOptions } from 'fastify';
import { type HealthCheck, registerHealth } from '../health/health.ts';
import { type Metrics, registerMetrics } from '../metrics/metrics.ts';
import { registerProblems } from '../problem/problems.plugin.ts';

export type ServerOptions = {
  name: string;
  logLevel: string;
  metrics: Metrics;
  checks: Readonly<Record<string, HealthCheck>>;
  logStream?: NonNullable<Exclude<FastifyServerOptions['logger'], boolean | undefined>>['stream'];
};

const usableRequestId = /^[A-Za-z0-9_.:-]{1,100}$/;

/**
 * A Fastify server as all services have it: JSON logs with the request id that a trusted hop in front passed on,
 * strict validation (nothing coerced, nothing dropped), problem+json for every error, health and metrics.
 */
export function createServer(options: ServerOptions) {
  const app = fastify({
    logger: {
      level: options.logLevel,
      name: options.name,
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    bodyLimit: maxBodyBytes,
    genReqId: (request) => {
      const given = request.headers[requestIdHeader];
      return typeof given === 'string' && usableRequestId.test(given) ? given : randomUUID();
    },
    requestIdLogLabel: 'requestId',
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    ajv: {
      customOptions: {
        allErrors: true,
        coerceTypes: false,
        verbose: true,
        removeAdditional: false,
        useDefaults: true,
        strict: false,
        formats: { printable: isPrintable },
      },
    },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
  registerProblems(app);
  registerMetrics(app, options.metrics);
  registerHealth(app, options.checks);
  return app;
}

export type Server = ReturnType<typeof createServer>;
