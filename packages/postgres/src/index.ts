export { type BackOff, type BackOffOptions, createBackOff } from './back-off.ts';
export { bigintArray, integerArray, textArray, uuidArray } from './binary-array.ts';
export { type Column, columnArrays, selectRows } from './columns.ts';
export { endClient } from './end-client.ts';
export { isUnreachable } from './is-unreachable.ts';
export { type Listener, type ListenerOptions, listen } from './listener.ts';
export { type Migrations, migrate } from './migrate.ts';
export { createPool, inTransaction, type PoolOptions } from './pool.ts';
export type { Write } from './write.ts';
