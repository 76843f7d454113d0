import type { Server } from '@journal/service-kit';
import type { RequestKeys } from '../idempotency/request-keys.ts';
import type { Limits } from '../limits/limits.ts';
import type { AccountParts } from './account.parts.ts';
import { registerAuthRoutes } from './auth.routes.ts';
import { registerMeRoutes } from './me.routes.ts';
import { registerOperationsRoutes } from './operations.routes.ts';

/** Every route that changes an account. Each answer to a write carries the position of what it wrote. */
export function registerAccountRoutes(
  app: Server,
  parts: AccountParts,
  keys: RequestKeys,
  limits: Limits,
): void {
  registerAuthRoutes(app, parts, keys, limits);
  registerMeRoutes(app, parts, limits);
  registerOperationsRoutes(app, parts);
}
