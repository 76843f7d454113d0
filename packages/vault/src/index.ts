export { createKeyedHash, type HashPurpose, type KeyedHash } from './keyed-hash.ts';
export { createLogKey, type LogKey } from './log-key.ts';
export { WrongMasterKey } from './postgres/key-wrapping.ts';
export { createPostgresVault, type PostgresVaultOptions } from './postgres/postgres-vault.ts';
export {
  type Confirming,
  createSubscriptionLinks,
  type SubscriptionLinks,
  type Unsubscribing,
} from './subscription-links.ts';
export { createTemporaryPassword, normaliseTemporaryPassword } from './temporary-password.ts';
