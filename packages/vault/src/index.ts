export {
  createIdempotencyKey,
  createKeyedHash,
  createLogKey,
  type KeyedHash,
  type LogKey,
} from './keyed-hash.ts';
export { WrongMasterKey } from './master-keys.ts';
export { createPostgresVault, type PostgresVaultOptions } from './postgres-vault.ts';
export { readLogKey } from './read-log-key.ts';
export { isVaultUnused, openRestoredVault } from './restored-vault.ts';
export { rotateMasterKey } from './rotate-master-key.ts';
export { UnfinishedRestore } from './unfinished-restore.ts';
export { createVaultRecordCheck, readVault, type VaultRecord } from './vault-copy.ts';
