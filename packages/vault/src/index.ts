export { WrongMasterKey } from './key-wrapping.ts';
export {
  createKeyedHash,
  createLogKey,
  type HashPurpose,
  type KeyedHash,
  type LogKey,
} from './keyed-hash.ts';
export { createPostgresVault, type PostgresVaultOptions } from './postgres-vault.ts';
