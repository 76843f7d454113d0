export { requireServiceToken } from './auth/service-token.ts';
export {
  type CommandClientOptions,
  createCommandClient,
  createInProcessTransport,
} from './client/service-client.ts';
export { administratorTogether, variables } from './config/common.config.ts';
export { ConfigError, type Environment, loadConfig } from './config/config.ts';
export { type HealthCheck, type HealthReport, reportHealth } from './health/health.ts';
export { collectProcessMetrics, createMetrics, type Metrics } from './metrics/metrics.ts';
export { answerClientError } from './problem/client-error.ts';
export { type ProblemDetails, ProblemError, toProblem } from './problem/problem-error.ts';
export { checkResponses } from './routes/check-responses.ts';
export { type RequestOf, type RouteHandler, registerRoute } from './routes/register-route.ts';
export { runService } from './run-service.ts';
export { type KnownRoute, routesOf } from './server/known-routes.ts';
export { networkOf } from './server/network-of.ts';
export { createServer, type Server, type ServerOptions } from './server/server.ts';
export { trustedProxies } from './server/trusted-proxies.ts';
export type { Service } from './service.ts';
