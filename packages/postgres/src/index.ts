export { integerArray, textArray } from './binary-array.ts';
export { isUndefinedTable, isUnreachable } from './errors.ts';
export { endClient, type Listener, type ListenerOptions, listen } from './listener.ts';
export { type Migrations, migrate } from './migrate.ts';
export {
  createPool,
  inTransaction,
  type PoolOptions,
  statementName,
  timesAsText,
  whileIdle,
} from './pool.ts';
