export { variables } from './config/common.config.ts';
export { ConfigError, type Environment, loadConfig } from './config/config.ts';
export { type HealthCheck, type HealthReport, reportHealth } from './health/health.ts';
export { collectProcessMetrics, createMetrics, type Metrics } from './metrics/metrics.ts';
export { answerClientError } from './problem/client-error.ts';
export { type ProblemDetails, ProblemError, toProblem } from './problem/problem-error.ts';
export { runService } from './run-service.ts';
export { createServer, type Server, type ServerOptions } from './server/server.ts';
export type { Service } from './service.ts';
