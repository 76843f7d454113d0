export { createPosition } from './async/position.ts';
export { requireServiceToken } from './auth/service-token.ts';
export {
  type CommandClientOptions,
  createCommandClient,
  createInProcessStreamTransport,
  createInProcessTransport,
} from './client/service-client.ts';
export {
  administratorTogether,
  isPasskeyRequired,
  publicOrigin,
  purgeTogether,
  variables,
} from './config/common.config.ts';
export { ConfigError, type Environment, loadConfig } from './config/config.ts';
export { mailTogether, mailVariables } from './config/mail.config.ts';
export {
  createMetrics,
  type HealthCheck,
  type Metrics,
  reportHealth,
} from './monitoring/monitoring.ts';
export { startTracing, stopTracing, traced } from './monitoring/trace-hooks.ts';
export {
  answerClientError,
  answerProblem,
  invalidField,
  ProblemError,
  toProblem,
} from './problem/problem-error.ts';
export { checkResponses } from './routes/check-responses.ts';
export { type RequestOf, type RouteHandler, registerRoute } from './routes/register-route.ts';
export { runService, type Service } from './run-service.ts';
export type { EarlyClient, EarlyRequest, EarlyResponder, EarlyResponse } from './server/early-answers.ts';
export { handleInOrder } from './server/handle-in-order.ts';
export { matchesEtag } from './server/if-none-match.ts';
export { routesOf } from './server/known-routes.ts';
export { loggedPath } from './server/logging.ts';
export { hasTwoHosts, networkOf, trustedProxies } from './server/network.ts';
export { createServer, type Server, type ServerOptions } from './server/server.ts';
