import 'vitest';

export { createRandom, type Random } from './random.ts';
export { sessionCookie } from './session-cookie.ts';
export { openGate } from './tcp-gate.ts';
export { createTestDatabase, nameTestDatabase, type TestDatabase, useTestDatabase } from './test-database.ts';
export { until } from './until.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the Postgres that the integration specs of one run share. */
    postgresUrl: string;
    /** The name of a database there that has the tables of all read models, without rows, to be copied. */
    readModelTables: string;
  }
}
