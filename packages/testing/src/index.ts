import 'vitest';

export { openGate } from './tcp-gate.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's address of the Postgres that the integration specs of one run share. */
    postgresUrl: string;
  }
}
