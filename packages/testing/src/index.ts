import 'vitest';

export {
  type Answer,
  badRequests,
  faultOfRefusal,
  type GeneratedRequest,
  type GoodRequest,
  type Route,
  strangeRequests,
} from './bad-input.ts';
export { openGate } from './tcp-gate.ts';
export { createTestDatabase, nameTestDatabase, type TestDatabase } from './test-database.ts';
export { until } from './until.ts';
export { type UsedDatabase, useTestDatabase } from './use-test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the Postgres that the integration specs of one run share. */
    postgresUrl: string;
  }
}
