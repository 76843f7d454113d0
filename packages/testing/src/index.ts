import 'vitest';

export { createRandom, type Random } from './random.ts';
export { sessionCookie } from './session-cookie.ts';
export { openGate } from './tcp-gate.ts';
export { createTestDatabase, nameTestDatabase, type TestDatabase, useTestDatabase } from './test-database.ts';
export { until } from './until.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL, with a superuser's credentials, of the Postgres shared by the integration specs of a run. */
    postgresUrl: string;
    /** Name of a database on that server with the tables of all read models but no rows, to be used as a template. */
    readModelTables: string;
  }
}
