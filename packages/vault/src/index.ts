export { WrongMasterKey } from './key-table.ts';
export { createKeyedHash, createLogKey, type KeyedHash, type LogKey } from './keyed-hash.ts';
export { createPostgresVault, type PostgresVaultOptions } from './postgres-vault.ts';
export { readLogKey } from './read-log-key.ts';
